import { expect, test, vi } from 'vitest';
import { collectWhenIdle } from '../../infra/local/collect-when-idle.ts';
import { eventually } from './support.ts';

test('memory is given back once, a while after the last of the work has ended', async () => {
  vi.useFakeTimers();
  const collect = vi.fn();
  const wrap = collectWhenIdle(1000, collect);
  const first = Promise.withResolvers<string>();
  const one = wrap(() => first.promise)();
  await wrap(async (word: string) => word)('second');
  vi.advanceTimersByTime(5000);
  expect(collect, 'one is still at work').not.toHaveBeenCalled();
  first.resolve('first');
  expect(await one).toBe('first');
  vi.advanceTimersByTime(900);
  await expect(wrap(async () => Promise.reject(new Error('failed')))()).rejects.toThrow('failed');
  vi.advanceTimersByTime(900);
  expect(collect, 'work came in between').not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('a full collection frees what nothing refers to', async () => {
  const made: WeakRef<object>[] = [];
  await collectWhenIdle(20)(async () => {
    made.push(new WeakRef({ page: 1 }));
  })();
  await eventually(() => made[0]?.deref() === undefined || undefined);
});
