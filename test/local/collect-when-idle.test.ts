import { expect, test, vi } from 'vitest';
import { collectWhenIdle } from '../../infra/local/collect-when-idle.ts';
import { eventually } from './support.ts';

test('memory is released once, a while after the last work has ended', async () => {
  vi.useFakeTimers();
  const collect = vi.fn();
  const wrap = collectWhenIdle(1000, collect);
  const first = Promise.withResolvers<string>();
  const one = wrap(() => first.promise)();
  await wrap(async (word: string) => word)('second');
  vi.advanceTimersByTime(5000);
  expect(collect, 'One is still working.').not.toHaveBeenCalled();
  first.resolve('first');
  expect(await one).toBe('first');
  vi.advanceTimersByTime(900);
  await expect(wrap(async () => Promise.reject(new Error('failed')))()).rejects.toThrow('failed');
  vi.advanceTimersByTime(900);
  expect(collect, 'More work arrived in between.').not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('a full collection frees unreachable objects', async () => {
  const made: WeakRef<object>[] = [];
  await collectWhenIdle(20)(async () => {
    made.push(new WeakRef({ page: 1 }));
  })();
  await eventually(() => made[0]?.deref() === undefined || undefined);
});
