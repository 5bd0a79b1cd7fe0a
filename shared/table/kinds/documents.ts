import { DocumentRecord } from '../../domain/documents/document.ts';
import { busyFields, isBusy } from '../busy-fields.ts';
import { documentKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { documentEvent, WORK_FIELDS } from '../kind-events.ts';

/** Documents have no list here: the project's register lists them. */
export const DOCUMENTS = {
  name: 'document',
  schema: DocumentRecord,
  belongsTo: ['project'],
  ports: [],
  key: documentKey,
  idOf: ({ document_id }) => document_id,
  lists: {},
  status: 'processing_status',
  indexed: (status, id, at) => (isBusy(status) ? busyFields(id, status, at) : null),
  events: {
    entity: 'document',
    typeOf: documentEvent,
    ignores: [...WORK_FIELDS, 'creation_id', 'content_claim', 'linked_tasks', 'related_queries', 'own_fields'],
    values: [
      'title',
      'document_reference',
      'status',
      'revision',
      'category',
      'document_type',
      'filename',
      'file_size',
      'mime_type',
      'sha256',
      'processing_status',
      'text_status',
      'error',
      'version_number',
      'page_count',
      'revision_of',
      'is_latest',
      'is_deleted',
      'drawing_comparison_id',
    ],
  },
} as const satisfies Kind<DocumentRecord>;
