import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Unavailable } from '../../domain/errors.ts';
import type { Table } from '../clients/table.ts';

export type TransactionItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Why a transaction was refused: the member whose condition failed, and its item as it stands. */
export interface Refusal {
  index: number;
  item: Record<string, unknown> | undefined;
}

const ATTEMPTS = 10;
/**
 * Milliseconds after which no further attempt begins: members carry the time they were made, and readers of a register
 * look back only so far (`OVERLAP_SECONDS`).
 */
const PATIENCE = 15_000;

/**
 * Runs the transaction; a collision with another transaction is tried again with growing, jittered waits.
 * Answers undefined on success, or which condition failed. The SDK's client token makes its own retries
 * of one attempt idempotent.
 *
 * @throws Unavailable when the collisions do not end
 */
export const transact = async (table: Table, items: TransactionItem[]): Promise<Refusal | undefined> => {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: items }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const index = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
      if (index >= 0) {
        const item = reasons[index]?.Item;
        return { index, item: item && Object.keys(item).length > 0 ? unmarshall(item) : undefined };
      }
      if (!reasons.some((reason) => reason.Code === 'TransactionConflict')) throw error;
      if (attempt === ATTEMPTS || performance.now() - startedAt > PATIENCE) {
        throw new Unavailable('The record is being changed by too many at once', 1);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, 6)));
    }
  }
};
