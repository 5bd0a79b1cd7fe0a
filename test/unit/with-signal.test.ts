import { expect, test } from 'vitest';
import { withSignal } from '../../shared/with-signal.ts';
import { collectGarbage } from '../support/collect-garbage.ts';

const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

test('the signal aborts with any of the given ones, and with its reason', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const reason = withSignal([first.signal, second.signal], aborted);
  second.abort('lost');
  expect(await reason).toBe('lost');
  expect(await withSignal([first.signal, second.signal], async ({ aborted }) => aborted)).toBe(true);
});

test('signals abort after the time limit even without listeners and garbage was collected', async () => {
  const outer = new AbortController();
  const look = async (signal: AbortSignal) => {
    await collectGarbage(200);
    return (signal.reason as Error | undefined)?.name;
  };
  const reasons = await Promise.all(Array.from({ length: 5 }, () => withSignal([outer.signal], look, 100)));
  expect(reasons).toEqual(Array(5).fill('TimeoutError'));
});

test('nothing is left after the work, whatever its outcome', async () => {
  const outer = new AbortController();
  let kept: AbortSignal | undefined;
  const failing = withSignal([outer.signal], async (signal) => {
    kept = signal;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  outer.abort();
  expect(kept?.aborted).toBe(false);
});
