import { expect, onTestFinished, test, vi } from 'vitest';
import { useEnvironment } from '../../../shared/environment.ts';
import { missingSlices, sliceDeadline, slicesOwner, slicesWaitEnd } from '../../../shared/queue/slices.ts';

const plan = (count: number, size: number, ...finished: number[]) => ({
  ...{ run: 'r', count, size, finished: new Set(finished), rounds: 0, facts: {} },
});

test('the slices of a plan cover every unit once, the last one having the remainder', () => {
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

test('completed slices are not missing', () => {
  expect(missingSlices(plan(10, 4, 1, 9))).toEqual([{ run: 'r', from: 5, to: 8, next: 5 }]);
  expect(missingSlices(plan(3, 4, 1))).toEqual([]);
});

test('slices wait for thirty leases, and a run takes up new units for the configured time', () => {
  vi.stubEnv('LEASE_SECONDS', '60');
  vi.stubEnv('SLICE_SECONDS', '30');
  useEnvironment(undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    useEnvironment(undefined);
  });
  expect(slicesWaitEnd(5)).toBe(1_800_005);
  expect(sliceDeadline(5)).toBe(30_005);
  expect(slicesOwner('r')).toBe('slices:r');
});
