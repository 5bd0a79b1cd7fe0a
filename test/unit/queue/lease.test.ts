import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import { environment } from '../../../shared/environment.ts';
import { holdingLease, leaseEnd, unlessTaken } from '../../../shared/queue/holding-lease.ts';

const length = environment().LEASE_SECONDS * 1000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a lease is renewed three times in its duration while the work runs, and not afterwards', async () => {
  const renew = vi.fn(async (_until: number) => true);
  const answer = await holdingLease(renew, async (lost) => {
    await vi.advanceTimersByTimeAsync(length);
    expect(lost.aborted).toBe(false);
    return 'made';
  });
  expect(answer).toBe('made');
  expect(renew).toHaveBeenCalledTimes(3);
  expect(renew.mock.lastCall).toEqual([leaseEnd()]);
  await vi.advanceTimersByTimeAsync(2 * length);
  expect(renew).toHaveBeenCalledTimes(3);
});

test('a renewal in progress when the work ends is awaited', async () => {
  const renewal = Promise.withResolvers<boolean>();
  let isEnded = false;
  const held = holdingLease(
    () => renewal.promise,
    () => vi.advanceTimersByTimeAsync(length / 3),
  ).finally(() => {
    isEnded = true;
  });
  await vi.advanceTimersByTimeAsync(length);
  expect(isEnded).toBe(false);
  renewal.resolve(true);
  await held;
});

test('no renewal follows failed work', async () => {
  const renew = vi.fn(async () => true);
  await expect(holdingLease(renew, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(2 * length);
  expect(renew).not.toHaveBeenCalled();
});

test('a failing renewal is ignored, one prevented by another worker aborts the work', async () => {
  const renew = vi.fn(async (): Promise<boolean> => false).mockRejectedValueOnce(new Error('throttled'));
  await holdingLease(renew, async (lost) => {
    await vi.advanceTimersByTimeAsync(length / 3);
    expect(lost.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(length / 3);
    expect(lost.aborted).toBe(true);
  });
});

test('only a write that was overtaken, or whose record was deleted, returns nothing', async () => {
  expect(await unlessTaken(Promise.resolve(1))).toBe(1);
  expect(await unlessTaken(Promise.reject(new Conflict('taken')))).toBeUndefined();
  expect(await unlessTaken(Promise.reject(new NotFound()))).toBeUndefined();
  await expect(unlessTaken(Promise.reject(new Error('throttled')))).rejects.toThrow('throttled');
});
