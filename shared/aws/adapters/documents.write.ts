import type { DocumentChange, DocumentRecord } from '../../domain/documents/document.ts';
import { processingRun } from '../../domain/documents/processing-run.ts';
import type { Unread } from '../../domain/due.ts';
import { documentNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsWrite } from '../../ports.ts';
import { documentKey, dueKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { claimContent } from '../documents/content-claims.ts';
import { insertDocument } from '../documents/insert-document.ts';
import { changingRegister } from '../documents/register-items.ts';
import { enterSheets, leaveSheets } from '../documents/stored-sheet-index.ts';
import { becomingDue } from '../dynamodb/due-entries.ts';
import { putItem } from '../dynamodb/items.ts';
import { dropLease, extendLease, leaseExtension } from '../dynamodb/leases.ts';
import { notificationItems } from '../mail/notification-items.ts';
import { changeTogether } from '../records/change-record.ts';

/** Makes a document due for the recognition of its scanned pages. */
const addUnreadEntry = (table: Table, record: DocumentRecord) => {
  const { organization_id, document_id: id, updated_at: at } = record;
  const unread: Unread = { organization_id, id, at, since: at, run: processingRun(record), finished: 0 };
  return becomingDue(table, 'UNREAD', unread);
};

export const adapter = (environment: Environment): DocumentsWrite => {
  const table = tableOf(environment);
  return {
    create: (record, source) => insertDocument(table, record, source),
    noteFile: async ({ organization_id, id, at, path }) => {
      await putItem(table, { ...dueKey('FILE', at, organization_id, id), organization_id, id, at, path });
    },

    change: async (organization_id, project_id, document_id, change, guard) => {
      const place = { organization_id, project_id, document_id };
      const { sheets } = change;
      let former: DocumentRecord['sheets'] = [];
      if (sheets) await enterSheets(table, place, sheets);
      const changed = await changeTogether(
        table,
        DOCUMENTS,
        organization_id,
        document_id,
        change,
        guard,
        (before, after) => {
          former = before.sheets;
          const { processing_status, updated_at } = after;
          const inRegister: DocumentChange = { ...change, processing_status, updated_at };
          const unread = change.text_status === 'recognising' ? [addUnreadEntry(table, after)] : [];
          const notifications = notificationItems(table, after, documentNotices(before, after));
          return [...changingRegister(table, place, inRegister), ...unread, ...notifications];
        },
      );
      if (sheets) await leaveSheets(table, place, former, sheets);
      return changed;
    },

    dropLease: async (organizationId, documentId, owner) => {
      await dropLease(table, documentKey(organizationId, documentId), owner);
    },
    extendLease: (organizationId, documentId, lease) =>
      extendLease(table, documentKey(organizationId, documentId), lease),
    leaseExtension: (organizationId, documentId, owner) =>
      leaseExtension(table, documentKey(organizationId, documentId), owner),

    claimContent: (record, sha256) => claimContent(table, record, sha256),
  };
};
