import * as z from 'zod';
import type { Searched, SearchedKind } from '../../domain/search/rows.ts';
import { ownerOf } from '../../domain/search/rows.ts';
import { projectKey } from '../../table/keys.ts';
import { DOCUMENTS } from '../../table/kinds/documents.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import type { Table } from '../clients/table.ts';
import { getItems } from '../dynamodb/items.ts';
import { getRecords } from '../records/read-records.ts';

/** Identifies a searched record. */
export interface Named {
  kind: SearchedKind;
  id: string;
}

const idsOf = (kind: SearchedKind, named: readonly Named[]): string[] =>
  named.filter((each) => each.kind === kind).map(({ id }) => id);

/**
 * Returns the current records, strongly consistent, by `ownerOf`. Deleted records, and records of deleted projects, are
 * omitted.
 */
export const readSearched = async (
  table: Table,
  organizationId: string,
  named: readonly Named[],
): Promise<Map<string, Searched>> => {
  const [documents, tasks, projects] = await Promise.all([
    getRecords(table, DOCUMENTS, organizationId, idsOf('document', named)),
    getRecords(table, TASKS, organizationId, idsOf('task', named)),
    getRecords(table, PROJECTS, organizationId, idsOf('project', named)),
  ]);
  const below = [...documents, ...tasks].flatMap((record) => (record ? [record.project_id] : []));
  const parents = [...new Set(below)];
  const found = await getItems(
    table,
    z.unknown(),
    parents.map((id) => projectKey(organizationId, id)),
  );
  const existing = new Set(parents.filter((_, i) => found[i] !== undefined));
  const searched = new Map<string, Searched>();
  for (const record of documents) {
    if (!record || record.is_deleted || record.purge_started_at || !existing.has(record.project_id)) continue;
    searched.set(ownerOf('document', record.document_id), { kind: 'document', record });
  }
  for (const record of tasks) {
    if (record && existing.has(record.project_id)) searched.set(ownerOf('task', record.id), { kind: 'task', record });
  }
  for (const record of projects) if (record) searched.set(ownerOf('project', record.id), { kind: 'project', record });
  return searched;
};
