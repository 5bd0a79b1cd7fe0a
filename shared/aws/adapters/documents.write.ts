import type { DocumentChange } from '../../domain/documents/document.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsWrite } from '../../ports.ts';
import { documentKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import { tableOf } from '../clients/table.ts';
import { claimContent, releaseContent } from '../documents/content-claims.ts';
import { createDocument } from '../documents/create-document.ts';
import { changingRegister } from '../documents/register-items.ts';
import { extendLease, leaseExtension } from '../dynamodb/leases.ts';
import { changeTogether } from '../records/change-record.ts';

export const adapter = (environment: Environment): DocumentsWrite => {
  const table = tableOf(environment);
  return {
    create: (record, upload) => createDocument(table, record, upload),

    change: (organization_id, project_id, document_id, change, guard) => {
      const place = { organization_id, project_id, document_id };
      return changeTogether(table, DOCUMENTS, organization_id, document_id, change, guard, (_, after) => {
        const { processing_status, updated_at } = after;
        const changed: DocumentChange = { ...change, processing_status, updated_at };
        return changingRegister(table, place, changed);
      });
    },

    extendLease: (organizationId, documentId, lease) =>
      extendLease(table, documentKey(organizationId, documentId), lease),
    leaseExtension: (organizationId, documentId, owner) =>
      leaseExtension(table, documentKey(organizationId, documentId), owner),

    claimContent: (...claim) => claimContent(table, ...claim),
    releaseContent: (...claim) => releaseContent(table, ...claim),
  };
};
