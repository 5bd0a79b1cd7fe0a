import type { Worker } from 'node:worker_threads';

/** What Node has from 24.6 on; without it the deadline is never extended. */
type Measured = Partial<Pick<Worker, 'cpuUsage'>>;

/** The part of its time that a thread must have had a processor for, before its deadline counts against it. */
const LEAST_SHARE = 1 / 6;
/** No thread gets more than so many times its time. */
const MOST_EXTENDED = 5;
/** How often, in parts of its time, a thread is looked at once its time is over. */
const LOOKS = 12;

/** Processor time, milliseconds; undefined where it cannot be measured. */
const usedBy = async (thread: Measured): Promise<number | undefined> => {
  try {
    const used = await thread.cpuUsage?.();
    return used && (used.user + used.system) / 1000;
  } catch {
    // It has not started, or has ended.
    return undefined;
  }
};

/**
 * Calls `over` when a thread has had its time, on the clock, for what it does from here on. A thread that a busy machine
 * let run for less than a sixth of that time goes on until it had so much, but at most for five times its time, and not
 * while it stands still.
 *
 * @returns ends the watch
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
