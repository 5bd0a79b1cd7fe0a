import * as z from 'zod';
import { PersonRecord } from '../../domain/access/person.ts';
import { Due } from '../../domain/due.ts';
import type { Environment } from '../../environment.ts';
import type { OrganizationsRemove } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import {
  digestPartition,
  dueKey,
  eventKey,
  feedPartition,
  notificationKey,
  peoplePartition,
  personKey,
  searchChanges,
  searchStateKey,
  systemKey,
} from '../../table/keys.ts';
import { AGENTS } from '../../table/kinds/agents.ts';
import { idempotencyPartition } from '../../table/request-keys.ts';
import { requestsTableOf } from '../clients/requests-table.ts';
import { tableOf } from '../clients/table.ts';
import { deletionsOf } from '../dynamodb/deletions.ts';
import { listDue } from '../dynamodb/due-entries.ts';
import { deleteItem, getItem, queryItems } from '../dynamodb/items.ts';
import { removePartition } from '../dynamodb/remove-partition.ts';
import { removeEvents } from '../events/remove.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { recordsRead } from '../records/read-records.ts';
import { removeRecordsOfOrganization } from '../records/remove-records.ts';

/** Later than any due time. */
const EVER = '9999';

export const adapter = (environment: Environment): OrganizationsRemove => {
  const table = tableOf(environment);
  const requests = requestsTableOf(environment);
  const agents = recordsRead(table, AGENTS);
  return {
    ...deletionsOf(table, 'ORGANIZATION'),
    deletesProjects: async (organizationId) => {
      const under = await listDue(table, 'PROJECT', Due, EVER, Number.POSITIVE_INFINITY);
      return under.some(({ organization_id }) => organization_id === organizationId);
    },
    isIndexed: async (organizationId) =>
      (await getItem(table, z.unknown(), searchStateKey(organizationId))) !== undefined,
    removeCalls: (organizationId, systemId) => removePartition(table, systemKey(organizationId, systemId).pk),
    removeRecords: (organizationId, limit) => removeRecordsOfOrganization(table, organizationId, limit),
    removeAgents: async (organizationId) => {
      const ids = await agents.ids(organizationId, { list: 'inOrganization' });
      for (const record of await agents.getMany(organizationId, ids)) {
        if (record) await deleteRecord(table, AGENTS, record);
      }
    },
    removeDigests: async (organizationId) => {
      const waiting = await listDue(table, 'DIGEST', Due, EVER, Number.POSITIVE_INFINITY);
      for (const { organization_id, id, at } of waiting) {
        if (organization_id !== organizationId) continue;
        await removePartition(table, digestPartition(organizationId, id));
        await deleteItem(table, dueKey('DIGEST', at, organizationId, id), new Expression());
      }
    },
    removeStoredFiles: async (organizationId) => {
      const noted = await listDue(table, 'FILE', Due, EVER, Number.POSITIVE_INFINITY);
      for (const { organization_id, id, at } of noted) {
        if (organization_id === organizationId) {
          await deleteItem(table, dueKey('FILE', at, organization_id, id), new Expression());
        }
      }
    },
    removeNotifications: (organizationId) => removePartition(table, notificationKey(organizationId, '').pk),
    removeEvents: async (organization_id) => {
      await removePartition(table, eventKey(organization_id, '', '').pk);
      await removeEvents(table, { organization_id, project_id: null });
      await removePartition(table, feedPartition(organization_id));
    },
    removeSearchChanges: (organizationId) => removePartition(table, searchChanges(organizationId)),
    removePeople: async (organizationId) => {
      const people = await queryItems(table, PersonRecord, { partition: peoplePartition(organizationId) });
      for (const { issuer, user_id } of people) {
        await removePartition(requests, idempotencyPartition(organizationId, `${issuer}|${user_id}`));
        await deleteItem(table, personKey(organizationId, user_id), new Expression());
      }
    },
  };
};
