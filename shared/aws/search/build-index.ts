import * as z from 'zod';
import { ownerOf } from '../../domain/search/rows.ts';
import { projectPartition, REGISTER_PREFIX } from '../../table/keys.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';
import { recordsRead } from '../records/read-records.ts';
import type { Named } from './read-searched.ts';
import type { Rebuild } from './state.ts';

/** Records per step of a build, which is checkpointed between steps. */
const STEP = 100;

const SORTED = z.object({ sk: z.string() });

const byName = (a: Named, b: Named): number => {
  const [left, right] = [ownerOf(a.kind, a.id), ownerOf(b.kind, b.id)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Returns the searched records of one project, sorted by name. */
const recordsOf = async (table: Table, organizationId: string, project: string): Promise<Named[]> => {
  const range = { partition: projectPartition(organizationId, project), prefix: REGISTER_PREFIX, fields: ['sk'] };
  const [entries, tasks] = await Promise.all([
    queryItems(table, SORTED, range),
    recordsRead(table, TASKS).ids(organizationId, { list: 'inProject', parent: project }),
  ]);
  const records: Named[] = [
    ...entries.map(({ sk }): Named => ({ kind: 'document', id: decodeURIComponent(sk.slice(REGISTER_PREFIX.length)) })),
    { kind: 'project', id: project },
    ...tasks.map((id): Named => ({ kind: 'task', id })),
  ];
  return records.sort(byName);
};

/**
 * Yields every searched record of an organization in a fixed order, one step at a time: projects by id, the records of
 * each by name. Records created or deleted in the meantime have change items of their own.
 * @param after the last record of a previous step
 */
export async function* allNamed(
  table: Table,
  organizationId: string,
  after: Rebuild['after'],
): AsyncGenerator<{ named: Named[]; last: NonNullable<Rebuild['after']> }> {
  const projects = (await recordsRead(table, PROJECTS).ids(organizationId, { list: 'inOrganization' })).sort();
  let named: Named[] = [];
  let last = after;
  for (const project of projects) {
    if (after && project < after.project) continue;
    for (const one of await recordsOf(table, organizationId, project)) {
      const record = ownerOf(one.kind, one.id);
      if (after && project === after.project && record <= after.record) continue;
      named.push(one);
      last = { project, record };
      if (named.length < STEP) continue;
      yield { named, last };
      named = [];
    }
  }
  if (named.length > 0 && last) yield { named, last };
}
