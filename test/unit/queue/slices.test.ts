import { expect, test } from 'vitest';
import { missingSlices } from '../../../shared/queue/slices.ts';

const plan = (count: number, size: number, ...finished: number[]) => ({
  ...{ run: 'r', count, size, finished: new Set(finished), rounds: 0, facts: {} },
});

test('the slices of a plan cover every unit once, the last one what is left', () => {
  expect(missingSlices(plan(10, 4)).map(({ from, to }) => [from, to])).toEqual([
    [1, 4],
    [5, 8],
    [9, 10],
  ]);
  expect(missingSlices(plan(8, 4)).map(({ from, to }) => [from, to])).toEqual([
    [1, 4],
    [5, 8],
  ]);
});

test('slices that are done are not missing', () => {
  expect(missingSlices(plan(10, 4, 1, 9))).toEqual([{ run: 'r', from: 5, to: 8, next: 5 }]);
  expect(missingSlices(plan(3, 4, 1))).toEqual([]);
});
