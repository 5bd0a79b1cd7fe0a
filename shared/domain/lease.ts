import * as z from 'zod';

/** The lease of the worker that holds a record; `until` in epoch milliseconds. */
export const Lease = z.object({ owner: z.string(), until: z.number() });
export type Lease = z.infer<typeof Lease>;
