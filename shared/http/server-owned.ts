import * as z from 'zod';
import { SERVER_OWNED } from './openapi/for-generators.ts';

/** Body fields that are accepted, whatever they say, and set by the server; the description does not show them. */
export const serverOwned = <const N extends string>(...names: N[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      z
        .unknown()
        .optional()
        .meta({ [SERVER_OWNED]: true }),
    ]),
  ) as Record<N, z.ZodOptional<z.ZodUnknown>>;
