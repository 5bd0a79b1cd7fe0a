import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageDeadline } from '../../../shared/pdf/page-deadline.ts';

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

test('a thread with a sixth of a processor ends at its time limit in real time', async () => {
  const over = vi.fn();
  pageDeadline(
    threadWith(() => 1 / 5),
    60_000,
    over,
  );
  await vi.advanceTimersByTimeAsync(59_000);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(over).toHaveBeenCalledOnce();
});

test('a thread that gets less on a busy machine continues until it has had a sixth of its time', async () => {
  const over = vi.fn();
  pageDeadline(
    threadWith(() => 1 / 14),
    60_000,
    over,
  );
  await vi.advanceTimersByTimeAsync(135_000);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(over).toHaveBeenCalledOnce();
});

test('no thread continues for more than five times its time limit', async () => {
  const over = vi.fn();
  pageDeadline(
    threadWith(() => 1 / 100),
    60_000,
    over,
  );
  await vi.advanceTimersByTimeAsync(299_000);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6000);
  expect(over).toHaveBeenCalledOnce();
});

test('a thread with a processor of its own ends exactly at its time limit', async () => {
  const over = vi.fn();
  pageDeadline(
    threadWith(() => 1),
    500,
    over,
  );
  await vi.advanceTimersByTimeAsync(499);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(over).toHaveBeenCalledOnce();
});

test('a thread without progress ends, and one that has answered does not', async () => {
  let share = 0.1;
  const over = vi.fn();
  pageDeadline(
    threadWith(() => share),
    1000,
    over,
  );
  await vi.advanceTimersByTimeAsync(1100);
  expect(over).not.toHaveBeenCalled();
  share = 0;
  await vi.advanceTimersByTimeAsync(200);
  expect(over).toHaveBeenCalledOnce();

  const answered = vi.fn();
  pageDeadline(
    threadWith(() => 1),
    1000,
    answered,
  )();
  await vi.advanceTimersByTimeAsync(5000);
  expect(answered).not.toHaveBeenCalled();
});

test('a thread that has not started, or cannot be measured, is limited in real time', async () => {
  for (const thread of [{}, { cpuUsage: () => Promise.reject(new Error('ERR_WORKER_NOT_RUNNING')) }]) {
    const over = vi.fn();
    pageDeadline(thread, 1000, over);
    await vi.advanceTimersByTimeAsync(999);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(over).toHaveBeenCalledOnce();
  }
});
