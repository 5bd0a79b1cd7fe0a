import { Due } from '../../domain/due.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsPurge } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { beginPurge, endPurge, releaseFile, removeBeside } from '../documents/purge-items.ts';
import { listDue } from '../dynamodb/due-entries.ts';

export const adapter = (environment: Environment): DocumentsPurge => {
  const table = tableOf(environment);
  return {
    due: (before, limit) => listDue(table, 'DELETED', Due, before, limit),
    begin: (...terms) => beginPurge(table, ...terms),
    releaseFile: (record) => releaseFile(table, record),
    removeBeside: (record, withProject) => removeBeside(table, record, withProject),
    end: (record) => endPurge(table, record),
  };
};
