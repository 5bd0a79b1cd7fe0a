import { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { byTime, projectList, uploadKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const UPLOADS = {
  name: 'upload',
  schema: UploadRecord,
  belongsTo: ['project'],
  ports: [],
  key: uploadKey,
  idOf: ({ upload_id }) => upload_id,
  lists: {
    inProject: {
      partition: projectList('UPLOADS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'UPLOAD#',
      sort: ({ created_at, upload_id }) => byTime(created_at, upload_id),
    },
  },
  events: {
    entity: 'upload',
    typeOf: (before, after) => (after ? (before ? undefined : 'upload.issued') : 'upload.removed'),
    ignores: [],
    values: ['filename', 'file_size', 'mime_type', 'document_id'],
  },
} as const satisfies Kind<UploadRecord>;
