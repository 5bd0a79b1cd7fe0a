import { UploadRecord } from '../../domain/uploads/upload.ts';
import { uploadKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const UPLOADS = {
  name: 'upload',
  schema: UploadRecord,
  key: uploadKey,
  idOf: ({ upload_id }) => upload_id,
  lists: {},
} as const satisfies Kind<UploadRecord>;
