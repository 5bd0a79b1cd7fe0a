import type { Environment } from '../../environment.ts';
import type { DocumentsDelete } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { markDeleted } from '../documents/mark-deleted.ts';

export const adapter = (environment: Environment): DocumentsDelete => {
  const table = tableOf(environment);
  return {
    delete: (record, terms) => markDeleted(table, record, true, terms),
    restore: (record, terms) => markDeleted(table, record, false, terms),
  };
};
