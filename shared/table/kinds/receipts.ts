import { DOWNLOAD_FIELDS, ReceiptRecord } from '../../domain/transmittals/receipt.ts';
import { byTime, projectList, recordKey, transmittalList } from '../keys.ts';
import type { Kind } from '../kind.ts';

const newestFirst = { prefix: 'RECEIPT#', sort: ({ created_at, id }: ReceiptRecord) => byTime(created_at, id) };

export const RECEIPTS = {
  name: 'receipt',
  schema: ReceiptRecord,
  belongsTo: ['project'],
  ports: ['read', 'write'],
  key: recordKey('RECEIPT'),
  idOf: ({ id }) => id,
  lists: {
    ofTransmittal: {
      partition: transmittalList('RECEIPTS'),
      parentOf: ({ transmittal_id }) => transmittal_id,
      ...newestFirst,
      carries: DOWNLOAD_FIELDS,
    },
    inProject: {
      partition: projectList('RECEIPTS'),
      parentOf: ({ project_id }) => project_id,
      ...newestFirst,
      carries: DOWNLOAD_FIELDS,
    },
  },
  events: {
    entity: 'transmittal',
    idOf: ({ transmittal_id }) => transmittal_id,
    typeOf: (before) => (before ? undefined : 'transmittal.downloaded'),
    ignores: [],
    values: ['recipient_id', 'document_id', 'withdrawn'],
  },
} as const satisfies Kind<ReceiptRecord>;
