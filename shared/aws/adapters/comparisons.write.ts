import { ComparisonRecord } from '../../domain/comparisons/comparison.ts';
import { NotFound } from '../../domain/errors.ts';
import { comparisonNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { ComparisonsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { comparisonKey, documentKey } from '../../table/keys.ts';
import { COMPARISONS } from '../../table/kinds/comparisons.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { dropLease, extendLease, leaseExtension } from '../dynamodb/leases.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { checking, updating } from '../dynamodb/transaction.ts';
import { changeAndNotify } from '../mail/change-and-notify.ts';
import { storeRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';

const documentsOf = (record: ComparisonRecord) => [
  ...new Set([record.original_drawing_id, record.comparison_drawing_id]),
];

/** Whether the documents name the comparison: one of single pages says nothing about the whole document. */
const isLinked = ({ original_page }: ComparisonRecord): boolean => original_page === null;

/** Sets or clears the link of one document; a link to another comparison is never cleared. */
const linkOrUnlink = (table: Table, record: ComparisonRecord, documentId: string, link: string | null) => {
  const expression = new Expression()
    .set('drawing_comparison_id', link)
    .set('write_id', link === null ? `unlink:${record.id}` : record.write_id)
    .add('record_version', 1)
    .exists();
  if (link === null) expression.equals('drawing_comparison_id', record.id);
  return updating(table, documentKey(record.organization_id, documentId), expression);
};

export const adapter = (environment: Environment): ComparisonsWrite => {
  const table = tableOf(environment);
  return {
    create: async (record) => {
      const links = documentsOf(record).map((documentId) =>
        isLinked(record)
          ? linkOrUnlink(table, record, documentId, record.id)
          : checking(table, documentKey(record.organization_id, documentId), new Expression().exists()),
      );
      const stored = await storeRecord(table, COMPARISONS, record, { links });
      if (!(stored instanceof Refusal)) return stored;
      if (stored.member === 'links') throw new NotFound();
      return ComparisonRecord.parse(stored.existing);
    },

    change: changeAndNotify(table, COMPARISONS, comparisonNotices),

    dropLease: async (organizationId, id, owner) => {
      await dropLease(table, comparisonKey(organizationId, id), owner);
    },
    extendLease: (organizationId, id, lease) => extendLease(table, comparisonKey(organizationId, id), lease),
    leaseExtension: (organizationId, id, owner) => leaseExtension(table, comparisonKey(organizationId, id), owner),

    delete: async (record, terms) => {
      let linked = isLinked(record) ? documentsOf(record) : [];
      for (;;) {
        const removed = await deleteRecord(table, COMPARISONS, record, terms, (existing) => ({
          links: linked.map((documentId) => linkOrUnlink(table, existing, documentId, null)),
        }));
        if (!(removed instanceof Refusal)) return removed;
        // That document is now linked to another comparison: keep its link and continue with the others.
        linked = linked.filter((_, i) => i !== removed.index);
      }
    },
  };
};
