import * as z from 'zod';
import { MAXIMUM_CONTENT_BYTES } from '../../../shared/domain/documents/values.ts';
import { exactProse } from '../../../shared/domain/fields.ts';

/** A user object that bodies may contain; it is ignored, because the service takes the user from the token. */
export const uploadedBySchema = z.strictObject({
  _id: z.string().nullable().optional(),
  name: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  company: z.string().nullable().optional(),
});

/** Content sent by a caller, limited by its size in UTF-8. */
export const NewContent = exactProse(MAXIMUM_CONTENT_BYTES).refine(
  (text) => text.length <= MAXIMUM_CONTENT_BYTES && Buffer.byteLength(text) <= MAXIMUM_CONTENT_BYTES,
  {
    message: `must not be above ${MAXIMUM_CONTENT_BYTES} bytes`,
  },
);
