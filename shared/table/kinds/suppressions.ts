import { SuppressionRecord } from '../../domain/mail/suppression.ts';
import { recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const SUPPRESSIONS = {
  name: 'suppressed address',
  schema: SuppressionRecord,
  belongsTo: [],
  ports: [],
  key: recordKey('SUPPRESSED'),
  idOf: ({ id }) => id,
  lists: {},
  events: null,
} as const satisfies Kind<SuppressionRecord>;
