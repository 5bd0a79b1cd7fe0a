import * as z from 'zod';
import { isNews, PersonRecord, personOf } from '../../domain/access/person.ts';
import { OrganizationRecord } from '../../domain/projects/organization.ts';
import type { Environment } from '../../environment.ts';
import { errorFields, log } from '../../log.ts';
import type { PeopleWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { personKey, tombstoneKey } from '../../table/keys.ts';
import { ORGANIZATIONS } from '../../table/kinds/organizations.ts';
import { tableOf } from '../clients/table.ts';
import { getItems, updateUnseen } from '../dynamodb/items.ts';

/** Only the name: a record that is malformed elsewhere must not fail every request of the organization. */
const Named = OrganizationRecord.pick({ name: true });

const Item = z.record(z.string(), z.unknown());

export const adapter = (environment: Environment): PeopleWrite => {
  const table = tableOf(environment);

  const keep = async ({ organization_id, user_id, ...claims }: PersonRecord): Promise<void> => {
    const update = new Expression().setAll({ organization_id, user_id, ...claims });
    const known = update.name('token_issued_at');
    update.when(`attribute_not_exists(${known}) OR ${known} <= ${update.value(claims.token_issued_at)}`);
    await updateUnseen(table, personKey(organization_id, user_id), update);
  };

  return {
    record: async (caller, issuedAt, { withName }) => {
      const claims = personOf(caller, issuedAt);
      const { organization_id: id, user_id } = claims;
      const keys = [tombstoneKey(id), personKey(id, user_id), ...(withName ? [ORGANIZATIONS.key(id, id)] : [])];
      const [tombstone, known, organization] = await getItems(table, Item, keys);
      if (tombstone) return { isDeleted: true, name: undefined };
      if (isNews(claims, known && PersonRecord.parse(known))) {
        // The next request carries the same claims: this one need not fail.
        await keep(claims).catch((error: unknown) => log('warn', 'a person could not be stored', errorFields(error)));
      }
      return { isDeleted: false, name: organization && Named.parse(organization).name };
    },
  };
};
