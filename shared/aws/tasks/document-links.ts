import * as z from 'zod';
import { MAXIMUM_TASKS_OF_DOCUMENT, type TaskRecord } from '../../domain/tasks/task.ts';
import { Expression } from '../../table/expression.ts';
import { documentKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { getItems } from '../dynamodb/items.ts';
import { type TransactionItem, updating } from '../dynamodb/transaction.ts';

/** The names of a document's tasks are a set: naming one twice, or taking one out that is not there, changes nothing. */
const LINKS = 'linked_tasks';

/** Names the task on a document of its project. `write_id` stays: the document's own last write knows itself by it. */
export const linking = (table: Table, task: TaskRecord, documentId: string): TransactionItem => {
  const link = new Expression()
    .add(LINKS, new Set([task.id]))
    .add('record_version', 1)
    .equals('project_id', task.project_id)
    .equals('is_deleted', false);
  const links = link.name(LINKS);
  link.when(`attribute_not_exists(${links}) OR size(${links}) < ${link.value(MAXIMUM_TASKS_OF_DOCUMENT)}`);
  return updating(table, documentKey(task.organization_id, documentId), link);
};

/** Takes the task's name off a document that stands. */
export const unlinking = (table: Table, task: TaskRecord, documentId: string): TransactionItem => {
  const link = new Expression()
    .subtract(LINKS, new Set([task.id]))
    .add('record_version', 1)
    .exists();
  return updating(table, documentKey(task.organization_id, documentId), link);
};

/** Links and unlinks what differs between a task before and after; documents that are `gone` need no unlinking. */
export const relinking = (
  table: Table,
  before: TaskRecord,
  after: TaskRecord,
  gone: ReadonlySet<string>,
): TransactionItem[] => {
  const added = after.document_ids.filter((id) => !before.document_ids.includes(id));
  const dropped = before.document_ids.filter((id) => !after.document_ids.includes(id) && !gone.has(id));
  return [...added.map((id) => linking(table, after, id)), ...dropped.map((id) => unlinking(table, after, id))];
};

/** Which of the documents have been removed for good. */
export const goneOf = async (
  table: Table,
  organizationId: string,
  documentIds: readonly string[],
): Promise<Set<string>> => {
  const keys = documentIds.map((id) => documentKey(organizationId, id));
  const found = await getItems(table, z.unknown(), keys);
  return new Set(documentIds.filter((_, i) => found[i] === undefined));
};
