import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processorDeadline } from '../../../shared/pdf/processor-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A thread that gets a share of a processor, from 0 to 1. */
const threadWith = (share: () => number) => {
  let used = 0;
  let at = performance.now();
  return {
    cpuUsage: async () => {
      const now = performance.now();
      used += (now - at) * share() * 1000;
      at = now;
      return { user: used * 0.9, system: used * 0.1 };
    },
  };
};

test('a thread is over when it has worked for so long, however slowly the machine lets it', async () => {
  const over = vi.fn();
  processorDeadline(
    threadWith(() => 1 / 14),
    60_000,
    over,
  );
  await vi.advanceTimersByTimeAsync(13 * 60_000);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(over).toHaveBeenCalledOnce();
});

test('one that has a processor of its own is over at once by then', async () => {
  const over = vi.fn();
  processorDeadline(
    threadWith(() => 1),
    500,
    over,
  );
  await vi.advanceTimersByTimeAsync(499);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(over).toHaveBeenCalledOnce();
});

test('one that stands still is over, and one that has answered is not', async () => {
  let share = 0.5;
  const over = vi.fn();
  processorDeadline(
    threadWith(() => share),
    1000,
    over,
  );
  await vi.advanceTimersByTimeAsync(1100);
  share = 0;
  await vi.advanceTimersByTimeAsync(2100);
  expect(over).toHaveBeenCalledOnce();

  const answered = vi.fn();
  processorDeadline(
    threadWith(() => 1),
    1000,
    answered,
  )();
  await vi.advanceTimersByTimeAsync(5000);
  expect(answered).not.toHaveBeenCalled();
});

test('a thread that has not started, or cannot be measured, is held to the clock', async () => {
  for (const thread of [{}, { cpuUsage: () => Promise.reject(new Error('ERR_WORKER_NOT_RUNNING')) }]) {
    const over = vi.fn();
    processorDeadline(thread, 1000, over);
    await vi.advanceTimersByTimeAsync(999);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(over).toHaveBeenCalledOnce();
  }
});
