import { DocumentRecord } from '../../domain/documents/document.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsRead } from '../../ports.ts';
import { documentKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { readDocument } from '../documents/read-document.ts';
import { getMany } from '../dynamodb/get-many.ts';

export const adapter = (environment: Environment): DocumentsRead => {
  const table = tableOf(environment);
  return {
    get: (organizationId, documentId) => readDocument(table, organizationId, documentId),
    getMany: async (organizationId, documentIds) => {
      const items = await getMany(
        table,
        documentIds.map((id) => documentKey(organizationId, id)),
      );
      return items.map((item) => item && DocumentRecord.parse(item));
    },
  };
};
