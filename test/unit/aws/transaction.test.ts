import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import type { Table } from '../../../shared/aws/clients/table.ts';
import { transact } from '../../../shared/aws/dynamodb/transaction.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';

afterEach(() => vi.restoreAllMocks());

test('no attempt begins so late that readers of the register would not look back to its stamp', async () => {
  let now = 0;
  const sent: number[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const send = async () => {
    sent.push(now);
    now += 6_000;
    throw new TransactionCanceledException({
      message: 'collision',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
  };
  await expect(transact({ client: { send }, name: 'table' } as unknown as Table, [])).rejects.toThrow(Unavailable);
  expect(sent).toEqual([0, 6_000, 12_000]);
});
