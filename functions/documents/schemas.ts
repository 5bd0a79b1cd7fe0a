import * as z from 'zod';

/** A user object as a body may carry it; the service takes the user from the token whatever it says. */
export const uploadedBySchema = z.strictObject({
  _id: z.string().nullable().optional(),
  name: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  company: z.string().nullable().optional(),
});
