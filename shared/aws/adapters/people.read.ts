import { isAdministrator, PersonRecord } from '../../domain/access/person.ts';
import type { Environment } from '../../environment.ts';
import type { PeopleRead } from '../../ports.ts';
import { peoplePartition, personKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem, queryItems } from '../dynamodb/items.ts';

export const adapter = (environment: Environment): PeopleRead => {
  const table = tableOf(environment);
  return {
    get: (organizationId, userId) => getItem(table, PersonRecord, personKey(organizationId, userId)),
    administrators: async (organizationId) =>
      (await queryItems(table, PersonRecord, { partition: peoplePartition(organizationId) })).filter(isAdministrator),
  };
};
