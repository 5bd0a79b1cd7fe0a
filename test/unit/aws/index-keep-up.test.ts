import { expect, test, vi } from 'vitest';
import { WrittenTable } from '../../../shared/aws/search/lance-write.ts';

/** A table of that many rows that its index of words does not hold yet. */
const tableOf = (numUnindexedRows: number) => {
  const optimize = vi.fn(async () => ({}));
  const table = { indexStats: async () => ({ numUnindexedRows }), countRows: async () => 10, optimize };
  return { written: new WrittenTable(table as never), optimize };
};

test.each([
  [2_000, 0],
  [2_001, 1],
])('with %i rows beside its index a table is put in order %i times', async (rows, times) => {
  const { written, optimize } = tableOf(rows);
  await written.keepUp();
  expect(optimize).toHaveBeenCalledTimes(times);
});

test('an index that says nothing of itself is left alone', async () => {
  const { written, optimize } = tableOf(0);
  Object.assign((written as unknown as { table: object }).table, { indexStats: async () => undefined });
  await written.keepUp();
  expect(optimize).not.toHaveBeenCalled();
});
