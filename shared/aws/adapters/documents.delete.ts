import { latestOf } from '../../domain/documents/chain.ts';
import { DocumentRecord } from '../../domain/documents/document.ts';
import { NotFound, Unavailable } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsDelete } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey } from '../../table/keys.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { guarded, refusal } from '../documents/document-guard.ts';
import { readChain } from '../documents/read-chain.ts';
import { readDocument } from '../documents/read-document.ts';
import { crown, pointTo } from '../documents/revision-chain.ts';
import { getMany } from '../dynamodb/get-many.ts';
import type { TransactionItem } from '../dynamodb/transaction.ts';
import { transact } from '../dynamodb/transaction.ts';
import { writeEntry } from '../register/write-entry.ts';

const ATTEMPTS = 10;
/** The most that one batch read takes. */
const BATCH = 100;

type Terms = Parameters<DocumentsDelete['delete']>[1];

/** Which document is the latest of the chain once `record` is deleted or stands again; undefined when none stands. */
const nextLatest = async (table: Table, record: DocumentRecord, isDeleted: boolean, ids: readonly string[]) => {
  for (let start = 0; start < ids.length; start += BATCH) {
    const keys = ids.slice(start, start + BATCH).map((id) => documentKey(record.organization_id, id));
    const found = (await getMany(table, keys)).flatMap((item) => (item ? [DocumentRecord.parse(item)] : []));
    const latest = latestOf(
      found.map((each) => (each.document_id === record.document_id ? { ...each, is_deleted: isDeleted } : each)),
    );
    if (latest) return latest;
  }
  return undefined;
};

/** What deleting or restoring changes about the others of the chain, and about the record's own `is_latest`. */
const inChain = async (
  table: Table,
  record: DocumentRecord,
  isDeleted: boolean,
  write: { id: string; at: string },
): Promise<{ is_latest?: boolean; items: TransactionItem[] }> => {
  const { pointer, ids } = await readChain(table, record);
  if (!pointer) return { items: [] };
  const latest = await nextLatest(table, record, isDeleted, ids);
  if (!latest) return { items: [pointTo(table, record, pointer, pointer)] };
  const items = [pointTo(table, record, pointer, latest)];
  if (latest.document_id !== pointer.document_id) {
    for (const id of [pointer.document_id, latest.document_id]) {
      if (id !== record.document_id) items.push(...crown(table, record, id, id === latest.document_id, write));
    }
  }
  return { is_latest: latest.document_id === record.document_id, items };
};

const setDeleted = async (table: Table, record: DocumentRecord, isDeleted: boolean, terms: Terms) => {
  const { organization_id, document_id } = record;
  const at = terms.now.toISOString();
  const guard = { isDeleted: !isDeleted, ifVersion: terms.ifVersion };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const chain = await inChain(table, record, isDeleted, { id: terms.writeId, at });
    const change = () =>
      new Expression()
        .set('is_deleted', isDeleted)
        .set('deleted_at', isDeleted ? at : null)
        .set('is_latest', chain.is_latest)
        .set('updated_at', at);
    const document = guarded(change().set('write_id', terms.writeId).add('record_version', 1), guard);
    const refused = await transact(table, [
      {
        Update: {
          TableName: table.name,
          Key: documentKey(organization_id, document_id),
          ...(document.build() as { UpdateExpression: string }),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      ...writeEntry(table, record, change()),
      ...chain.items,
    ]);
    const standing = refused ? refused.item : await readDocument(table, organization_id, document_id);
    if (refused && refused.index > 0) continue;
    if (!standing) throw new NotFound();
    const after = DocumentRecord.parse(standing);
    if (!refused || after.write_id === terms.writeId) return after;
    const matches = terms.ifVersion === undefined || terms.ifVersion === after.record_version;
    if (matches && after.is_deleted === isDeleted) return after;
    throw refusal(after, guard);
  }
  throw new Unavailable('The revision chain is being changed by too many at once', 1);
};

export const adapter = (environment: Environment): DocumentsDelete => {
  const table = tableOf(environment);
  return {
    delete: (record, terms) => setDeleted(table, record, true, terms),
    restore: (record, terms) => setDeleted(table, record, false, terms),
  };
};
