import * as z from 'zod';
import { isNews, PersonRecord, personOf } from '../../domain/access/person.ts';
import type { Environment } from '../../environment.ts';
import { errorFields, log } from '../../log.ts';
import type { PeopleWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { personKey, tombstoneKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItems, updateUnseen } from '../dynamodb/items.ts';

const Item = z.record(z.string(), z.unknown());

export const adapter = (environment: Environment): PeopleWrite => {
  const table = tableOf(environment);

  const keep = async ({ organization_id, user_id, ...said }: PersonRecord): Promise<void> => {
    const update = new Expression().setAll({ organization_id, user_id, ...said });
    const known = update.name('token_issued_at');
    update.when(`attribute_not_exists(${known}) OR ${known} <= ${update.value(said.token_issued_at)}`);
    await updateUnseen(table, personKey(organization_id, user_id), update);
  };

  return {
    meet: async (caller, issuedAt) => {
      const said = personOf(caller, issuedAt);
      const keys = [tombstoneKey(said.organization_id), personKey(said.organization_id, said.user_id)];
      const [tombstone, known] = await getItems(table, Item, keys);
      if (tombstone) return 'deleted';
      if (isNews(said, known && PersonRecord.parse(known))) {
        // The next request carries the same claims: this one need not fail.
        await keep(said).catch((error: unknown) => log('warn', 'a person could not be stored', errorFields(error)));
      }
      return 'standing';
    },
  };
};
