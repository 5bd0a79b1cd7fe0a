import * as z from 'zod';

const text = z.string().nullable();

/** A person or service account, as named by a record. */
export const User = z.object({
  _id: z.string(),
  name: text,
  email: text,
  company: text,
});
export type User = z.infer<typeof User>;
