import type { Worker } from 'node:worker_threads';

/** Available in Node from 24.6; without it the deadline is never extended. */
type Measured = Partial<Pick<Worker, 'cpuUsage'>>;

/** Minimum share of its time limit for which a thread must have had a processor before the deadline applies. */
const LEAST_SHARE = 1 / 6;
/** Maximum time of a thread, as a multiple of its time limit. */
const MOST_EXTENDED = 5;
/** Interval, as a share of the time limit, at which a thread is checked after its time limit. */
const LOOKS = 12;

/** Returns processor time in milliseconds; undefined if it cannot be measured. */
const usedBy = async (thread: Measured): Promise<number | undefined> => {
  try {
    const used = await thread.cpuUsage?.();
    return used && (used.user + used.system) / 1000;
  } catch {
    // The thread has not started, or has ended.
    return undefined;
  }
};

/**
 * Calls `over` when a thread exceeds its time limit, in real time from now on. A thread that a busy machine ran for
 * less than a sixth of that time continues until it reaches that share, but at most for five times the limit, and
 * only while it makes progress.
 *
 * @returns a function that stops watching
 */
export const pageDeadline = (thread: Measured, limitMs: number, over: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const startedAt = performance.now();
  const usedBefore = usedBy(thread);
  let usedAtLastLook = 0;

  const isOver = async (): Promise<boolean> => {
    const [before, total] = await Promise.all([usedBefore, usedBy(thread)]);
    if (before === undefined || total === undefined) return true;
    const used = total - before;
    const standsStill = used - usedAtLastLook < 1;
    usedAtLastLook = used;
    const elapsed = performance.now() - startedAt;
    return standsStill || used >= limitMs * LEAST_SHARE || elapsed >= limitMs * MOST_EXTENDED;
  };
  const look = async () => {
    const isTime = await isOver();
    if (isEnded) return;
    if (isTime) over();
    else timer = setTimeout(look, limitMs / LOOKS);
  };
  timer = setTimeout(look, limitMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
};
