import * as z from 'zod';

/** Body fields that are taken, whatever they say, and set by the server. */
export const serverOwned = <const N extends string>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<N, z.ZodOptional<z.ZodUnknown>>;
