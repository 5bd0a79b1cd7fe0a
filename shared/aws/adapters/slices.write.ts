import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { SlicesWrite } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { type Key, slicesKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { deleteItem, getItem, putItem, updateItem } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';

/** After this time, the plan of a document that was deleted or failed is of no use. */
const KEPT_SECONDS = 30 * 24 * 3600;

const Plan = z.object({
  run: z.string(),
  count: z.int(),
  size: z.int(),
  finished: z.set(z.int()).default(new Set<number>()),
  rounds: z.int(),
  facts: z.record(z.string(), z.unknown()),
});

export const adapter = (environment: Environment): SlicesWrite => {
  const table = tableOf(environment);

  const update = async (key: Key, run: string, change: Expression) => {
    const updated = await updateItem(table, Plan, key, change.equals('run', run));
    return updated instanceof Refusal ? undefined : updated;
  };

  return {
    begin: async (organizationId, documentId, work, plan) => {
      const key = slicesKey(organizationId, documentId, work);
      const other = new Expression();
      other.when(`attribute_not_exists(${other.name('pk')}) OR ${other.name('run')} <> ${other.value(plan.run)}`);
      const expires = Math.floor(Date.now() / 1000) + KEPT_SECONDS;
      const refused = await putItem(table, { ...key, ...plan, rounds: 0, [EXPIRES]: expires }, other);
      if (!refused) return Plan.parse({ ...plan, rounds: 0 });
      const again = await update(key, plan.run, new Expression().add('rounds', 1));
      if (!again) throw new Error('Another run started at the same time');
      return again;
    },

    get: (organizationId, documentId, work) => getItem(table, Plan, slicesKey(organizationId, documentId, work)),

    finish: (organizationId, documentId, work, { run, from }) =>
      update(
        slicesKey(organizationId, documentId, work),
        run,
        new Expression().add('finished', new Set([from])).set('rounds', 0),
      ),

    remove: async (organizationId, documentId, work, run) => {
      await deleteItem(table, slicesKey(organizationId, documentId, work), new Expression().equals('run', run));
    },
  };
};
