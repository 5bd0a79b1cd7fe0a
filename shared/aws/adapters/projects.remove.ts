import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { ProjectsRemove } from '../../ports.ts';
import {
  changePartition,
  MEMBER_PREFIX,
  projectPartition,
  REGISTER_PREFIX,
  sheetsPartition,
  snapshotRequestKey,
} from '../../table/keys.ts';
import { MEMBERS } from '../../table/kinds/members.ts';
import { deleteObjects } from '../clients/delete-objects.ts';
import { bucketOf } from '../clients/files.ts';
import { tableOf } from '../clients/table.ts';
import { deletionsOf } from '../dynamodb/deletions.ts';
import { queryItems } from '../dynamodb/items.ts';
import { removePartition } from '../dynamodb/remove-partition.ts';
import { removeEvents } from '../events/remove.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { recordsRead } from '../records/read-records.ts';
import { removeRecordsOfProject } from '../records/remove-records.ts';
import { snapshotPath } from '../register/read-snapshot.ts';

const Entry = z.object({ document_id: z.string() });

export const adapter = (environment: Environment): ProjectsRemove => {
  const table = tableOf(environment);
  const members = recordsRead(table, MEMBERS);
  return {
    ...deletionsOf(table, 'PROJECT'),
    documents: async (organizationId, projectId, limit) => {
      const range = { partition: projectPartition(organizationId, projectId), prefix: REGISTER_PREFIX, limit };
      const entries = await queryItems(table, Entry, { ...range, fields: ['document_id'] });
      return entries.map(({ document_id }) => document_id);
    },
    removeRecords: (organizationId, projectId, limit) =>
      removeRecordsOfProject(table, organizationId, projectId, limit),
    removeMembers: async (organizationId, projectId) => {
      for (;;) {
        const place = { list: 'inProject', parent: projectId, limit: 100 } as const;
        const { records } = await members.list(organizationId, place);
        if (records.length === 0) return;
        for (const record of records) await deleteRecord(table, MEMBERS, record);
      }
    },
    removeEvents: (organization_id, project_id) => removeEvents(table, { organization_id, project_id }),
    removeRegister: async (organizationId, projectId) => {
      await deleteObjects(bucketOf(environment), [snapshotPath({ organizationId, projectId })]);
      await removePartition(table, snapshotRequestKey(organizationId, projectId).pk);
      await removePartition(table, changePartition(organizationId, projectId));
      await removePartition(table, sheetsPartition(organizationId, projectId));
      // Documents and members are found through this partition and have been removed before.
      const found = (sort: string) => !sort.startsWith(REGISTER_PREFIX) && !sort.startsWith(MEMBER_PREFIX);
      await removePartition(table, projectPartition(organizationId, projectId), found);
    },
  };
};
