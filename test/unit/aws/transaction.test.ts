import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import type { Table } from '../../../shared/aws/clients/table.ts';
import { transact } from '../../../shared/aws/dynamodb/transaction.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';

afterEach(() => vi.restoreAllMocks());

/** A table in which every transaction conflicts with another. */
const colliding = (onSend: () => void): Table => {
  const send = async () => {
    onSend();
    throw new TransactionCanceledException({
      message: 'collision',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
  };
  return { client: { send }, name: 'table' } as unknown as Table;
};

test('no attempt begins so late that readers of the register would miss its timestamp', async () => {
  let now = 0;
  const sent: number[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const table = colliding(() => {
    sent.push(now);
    now += 6_000;
  });
  await expect(transact(table, {})).rejects.toThrow(Unavailable);
  expect(sent).toEqual([0, 6_000, 12_000]);
});

test('a conflict is retried ten times, with increasing waits', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  const waits = vi.spyOn(globalThis, 'setTimeout');
  let sent = 0;
  const table = colliding(() => {
    sent++;
  });
  await expect(transact(table, {})).rejects.toThrow(Unavailable);
  expect(sent).toBe(10);
  const milliseconds = waits.mock.calls.map(([, wait]) => Math.round(10 * Number(wait)));
  expect(milliseconds).toEqual([2, 4, 8, 16, 32, 64, 64, 64, 64]);
});

test.each(['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict'])(
  'a transaction with a member that fails with %s is retried',
  async (code) => {
    let sent = 0;
    const send = async () => {
      if (sent++ > 0) return {};
      const CancellationReasons = [{ Code: 'None' }, { Code: code }];
      throw new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
    };
    expect(await transact({ client: { send }, name: 'table' } as unknown as Table, {})).toBeUndefined();
    expect(sent).toBe(2);
  },
);
