import { PersonRecord } from '../../domain/access/person.ts';
import type { Environment } from '../../environment.ts';
import type { PeopleRead } from '../../ports.ts';
import { personKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';

export const adapter = (environment: Environment): PeopleRead => {
  const table = tableOf(environment);
  return { get: (organizationId, userId) => getItem(table, PersonRecord, personKey(organizationId, userId)) };
};
