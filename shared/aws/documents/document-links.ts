import * as z from 'zod';
import { MAXIMUM_TASKS_OF_DOCUMENT, type TaskRecord } from '../../domain/tasks/task.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { getItems } from '../dynamodb/items.ts';
import { type TransactionItem, updating } from '../dynamodb/transaction.ts';

/** The ids of a document's tasks, as a set: adding one twice, or removing an absent one, changes nothing. */
const LINKS = 'linked_tasks';

/**
 * Links the task to a document of its project. `write_id` is kept, by which the document's last write recognises
 * itself.
 */
export const linkTask = (table: Table, task: TaskRecord, documentId: string): TransactionItem => {
  const link = new Expression()
    .add(LINKS, new Set([task.id]))
    .add('record_version', 1)
    .equals('project_id', task.project_id)
    .equals('is_deleted', false);
  const links = link.name(LINKS);
  link.when(`attribute_not_exists(${links}) OR size(${links}) < ${link.value(MAXIMUM_TASKS_OF_DOCUMENT)}`);
  return updating(table, documentKey(task.organization_id, documentId), link);
};

/** Removes the link to the task from an existing document. */
export const unlinkTask = (table: Table, task: TaskRecord, documentId: string): TransactionItem => {
  const link = new Expression()
    .subtract(LINKS, new Set([task.id]))
    .add('record_version', 1)
    .exists();
  return updating(table, documentKey(task.organization_id, documentId), link);
};

/** Returns the writes for the difference between a task's documents before and after; documents in `removed` need none. */
export const relinkTask = (
  table: Table,
  before: TaskRecord,
  after: TaskRecord,
  removed: ReadonlySet<string>,
): TransactionItem[] => {
  const added = after.document_ids.filter((id) => !before.document_ids.includes(id));
  const dropped = before.document_ids.filter((id) => !after.document_ids.includes(id) && !removed.has(id));
  return [...added.map((id) => linkTask(table, after, id)), ...dropped.map((id) => unlinkTask(table, after, id))];
};

/** Returns those of the documents that have been removed permanently. */
export const findRemovedDocuments = async (
  table: Table,
  organizationId: string,
  documentIds: readonly string[],
): Promise<Set<string>> => {
  const keys = documentIds.map((id) => documentKey(organizationId, id));
  const found = await getItems(table, z.unknown(), keys);
  return new Set(documentIds.filter((_, i) => found[i] === undefined));
};
