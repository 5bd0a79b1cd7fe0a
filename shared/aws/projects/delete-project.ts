import * as z from 'zod';
import { Conflict } from '../../domain/errors.ts';
import type { ProjectRecord } from '../../domain/projects/project.ts';
import { projectList, projectPartition, REGISTER_PREFIX } from '../../table/keys.ts';
import { MEMBERS } from '../../table/kinds/members.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import type { Table } from '../clients/table.ts';
import { refusal } from '../dynamodb/guard.ts';
import { queryItems } from '../dynamodb/items.ts';
import { deleting, transact } from '../dynamodb/transaction.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { deletingEntries } from '../records/entries.ts';
import { recordsRead } from '../records/read-records.ts';
import { closeProject } from './open-project.ts';

/** Members that go in one transaction of at most 100 items, each with its entry in the project's list. */
const MEMBERS_AT_ONCE = 40;

/** @throws Conflict while the project has a document in its register or a task in its list */
const requireEmpty = async (table: Table, { organization_id, id }: ProjectRecord): Promise<void> => {
  const first = { fields: ['sk'], limit: 1 };
  const [documents, tasks] = await Promise.all([
    queryItems(table, z.unknown(), {
      partition: projectPartition(organization_id, id),
      prefix: REGISTER_PREFIX,
      ...first,
    }),
    queryItems(table, z.unknown(), { partition: projectList('TASKS')(organization_id, id), ...first }),
  ]);
  if (documents.length > 0) throw new Conflict('The project has documents, or deleted ones that can be restored');
  if (tasks.length > 0) throw new Conflict('The project has tasks');
};

/**
 * Removes an empty project. It goes in one transaction with its first members: from then on nobody joins it, and the
 * others, whose memberships lead nowhere, follow.
 */
export const deleteProject = async (
  table: Table,
  record: ProjectRecord,
  { now, ifVersion }: { now: Date; ifVersion?: number | undefined },
): Promise<void> => {
  const { organization_id, id } = record;
  if (ifVersion !== undefined && ifVersion !== record.record_version) throw refusal(PROJECTS, record, { ifVersion });
  // Before it is closed, so that a refusal is in nobody's way.
  await requireEmpty(table, record);
  await closeProject(table, record, now);
  await requireEmpty(table, record);
  const members = recordsRead(table, MEMBERS);
  const deletingMembers = async (limit: number) => {
    const { records } = await members.list(organization_id, { list: 'inProject', parent: id, limit });
    return records.flatMap((member) => [
      deleting(table, MEMBERS.key(organization_id, member)),
      ...deletingEntries(table, MEMBERS, member),
    ]);
  };
  const first = await deletingMembers(MEMBERS_AT_ONCE);
  await deleteRecord(table, PROJECTS, record, { ifVersion }, () => first);
  for (let left = await deletingMembers(MEMBERS_AT_ONCE); left.length > 0; ) {
    await transact(table, left);
    left = await deletingMembers(MEMBERS_AT_ONCE);
  }
};
