import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import { THROTTLED_MEMBER } from '../../throttled.ts';
import type { Table } from '../clients/table.ts';
import type { Item } from './items.ts';
import { patience } from './patience.ts';
import { Refusal } from './refusal.ts';

export type TransactionItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The writes of a transaction by name, in order: a refusal names the one whose condition failed. */
export type Members = Readonly<Record<string, TransactionItem | readonly TransactionItem[]>>;

/** Returns the write that stores an item. */
export const putting = (table: Table, item: Item & Key, condition = new Expression()): TransactionItem => ({
  Put: { TableName: table.name, Item: item, ...condition.build() },
});

/** Returns the write that changes an item under the expression's condition. */
export const updating = (table: Table, key: Key, expression: Expression): TransactionItem => {
  const update = expression.build() as { UpdateExpression: string };
  return { Update: { TableName: table.name, Key: { ...key }, ...update } };
};

/** Returns the write that removes an item; without a condition, it succeeds for an absent item too. */
export const deleting = (table: Table, key: Key, condition = new Expression()): TransactionItem => ({
  Delete: { TableName: table.name, Key: { ...key }, ...condition.build() },
});

/** Returns the check of an item that the transaction does not change. */
export const checking = (table: Table, key: Key, condition: Expression): TransactionItem => {
  const check = condition.build() as { ConditionExpression: string };
  return { ConditionCheck: { TableName: table.name, Key: { ...key }, ...check } };
};

/** Reasons for a cancelled transaction that may succeed a moment later. */
const PASSING: ReadonlySet<string> = new Set([...THROTTLED_MEMBER, 'TransactionConflict']);

/**
 * Runs the transaction. If it collides with another write, or one of its members is throttled, it is retried with
 * growing, jittered waits: the SDK retries neither. Returns undefined on success, or the first write whose condition
 * failed. The SDK's client token makes its own retries of one attempt idempotent.
 * @throws Unavailable if collisions or throttling persist
 */
export const transact = async (table: Table, members: Members): Promise<Refusal | undefined> => {
  const writes = Object.entries(members).flatMap(([member, items]) =>
    [items].flat().map((item, index) => ({ member, index, item })),
  );
  for (const wait = patience(); ; ) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: writes.map(({ item }) => item) }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
      if (failed >= 0) {
        const item = reasons[failed]?.Item;
        return new Refusal(item && Object.keys(item).length > 0 ? unmarshall(item) : undefined, writes[failed]);
      }
      if (!reasons.some(({ Code = '' }) => PASSING.has(Code))) throw error;
      await wait();
    }
  }
};
