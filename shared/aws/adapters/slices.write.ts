import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { SlicesWrite } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { slicesKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';

/** A plan whose document was deleted or failed is of no use to anybody after this. */
const KEPT_SECONDS = 30 * 24 * 3600;

const Plan = z.object({
  run: z.string(),
  count: z.int(),
  size: z.int(),
  finished: z.set(z.int()).default(new Set<number>()),
  rounds: z.int(),
  facts: z.record(z.string(), z.unknown()),
});

/** Undefined where the condition of a write does not hold. */
const unlessRefused = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

export const adapter = (environment: Environment): SlicesWrite => {
  const table = tableOf(environment);
  const at = (...place: Parameters<typeof slicesKey>) => ({ TableName: table.name, Key: { ...slicesKey(...place) } });

  const update = async (target: ReturnType<typeof at>, run: string, change: Expression) => {
    const command = new UpdateCommand({ ...target, ...change.equals('run', run).build(), ReturnValues: 'ALL_NEW' });
    const answer = await unlessRefused(table.client.send(command));
    return answer && Plan.parse(answer.Attributes);
  };

  return {
    begin: async (organizationId, documentId, work, plan) => {
      const target = at(organizationId, documentId, work);
      const other = new Expression();
      const fresh = other.when(
        `attribute_not_exists(${other.name('pk')}) OR ${other.name('run')} <> ${other.value(plan.run)}`,
      );
      const Item = { ...target.Key, ...plan, rounds: 0, [EXPIRES]: Math.floor(Date.now() / 1000) + KEPT_SECONDS };
      const put = new PutCommand({ TableName: table.name, Item, ...fresh.build() });
      if (await unlessRefused(table.client.send(put))) return Plan.parse(Item);
      const again = await update(target, plan.run, new Expression().add('rounds', 1));
      if (!again) throw new Error('Another run began at the same time');
      return again;
    },

    get: async (organizationId, documentId, work) => {
      const command = new GetCommand({ ...at(organizationId, documentId, work), ConsistentRead: true });
      const { Item } = await table.client.send(command);
      return Item && Plan.parse(Item);
    },

    finish: (organizationId, documentId, work, { run, from }) =>
      update(
        at(organizationId, documentId, work),
        run,
        new Expression().add('finished', new Set([from])).set('rounds', 0),
      ),

    remove: async (organizationId, documentId, work, run) => {
      const own = new Expression().equals('run', run).build();
      await unlessRefused(table.client.send(new DeleteCommand({ ...at(organizationId, documentId, work), ...own })));
    },
  };
};
