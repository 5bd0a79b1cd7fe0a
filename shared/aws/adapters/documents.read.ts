import type { Environment } from '../../environment.ts';
import type { DocumentsRead } from '../../ports.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import { tableOf } from '../clients/table.ts';
import { getRecord, getRecords } from '../records/read-records.ts';

export const adapter = (environment: Environment): DocumentsRead => {
  const table = tableOf(environment);
  return {
    get: (organizationId, documentId) => getRecord(table, DOCUMENTS, organizationId, documentId),
    getMany: (organizationId, documentIds) => getRecords(table, DOCUMENTS, organizationId, documentIds),
  };
};
