import * as z from 'zod';
import { SERVER_OWNED } from './openapi/for-generators.ts';

/** Returns body fields that are accepted with any value and set by the server; the description omits them. */
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
