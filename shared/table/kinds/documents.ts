import { DocumentRecord } from '../../domain/documents/document.ts';
import { busyFields, isBusy } from '../busy.ts';
import { documentKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

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
} as const satisfies Kind<DocumentRecord>;
