import { TransmittalRecord } from '../../domain/transmittals/transmittal.ts';
import { byTime, projectList, transmittalKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const TRANSMITTALS = {
  name: 'transmittal',
  schema: TransmittalRecord,
  belongsTo: ['project'],
  ports: ['read'],
  key: transmittalKey,
  idOf: ({ id }) => id,
  lists: {
    inProject: {
      partition: projectList('TRANSMITTALS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'TRANSMITTAL#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  events: {
    entity: 'transmittal',
    typeOf: (before) => (before ? 'transmittal.deleted' : 'transmittal.created'),
    ignores: [],
    // Neither sheets nor recipients, of which there may be too many for an event.
    values: ['number', 'subject', 'purpose', 'due_date', 'expires_at'],
  },
} as const satisfies Kind<TransmittalRecord>;
