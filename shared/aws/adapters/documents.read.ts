import type { DocumentRecord } from '../../domain/documents/document.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsRead } from '../../ports.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import { tableOf } from '../clients/table.ts';
import { getRecord, getRecords } from '../records/read-records.ts';

/** Hides a document that is being removed permanently. */
const unlessPurged = (record: DocumentRecord | undefined) => (record?.purge_started_at ? undefined : record);

export const adapter = (environment: Environment): DocumentsRead => {
  const table = tableOf(environment);
  return {
    get: async (organizationId, documentId) =>
      unlessPurged(await getRecord(table, DOCUMENTS, organizationId, documentId)),
    getMany: async (organizationId, documentIds) =>
      (await getRecords(table, DOCUMENTS, organizationId, documentIds)).map(unlessPurged),
  };
};
