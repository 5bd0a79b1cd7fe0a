import * as z from 'zod';
import { MAXIMUM_CONTENT_BYTES } from '../../../shared/domain/documents/values.ts';
import { prose } from '../../../shared/domain/fields.ts';

/** A user object as a body may carry it; the service takes the user from the token whatever it says. */
export const uploadedBySchema = z.strictObject({
  _id: z.string().nullable().optional(),
  name: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  company: z.string().nullable().optional(),
});

/** A content as a caller gives it, bounded by its size in UTF-8. */
export const Content = prose(MAXIMUM_CONTENT_BYTES).refine(
  (text) => text.length <= MAXIMUM_CONTENT_BYTES && Buffer.byteLength(text) <= MAXIMUM_CONTENT_BYTES,
  {
    message: `must not be above ${MAXIMUM_CONTENT_BYTES} bytes`,
  },
);
