import type { Worker } from 'node:worker_threads';

/** What Node has from 24.6 on; an older one is held to the time on the clock. */
type Measured = Partial<Pick<Worker, 'cpuUsage'>>;

/** Below this, milliseconds, a thread has not worked since the last look. */
const PROGRESS = 1;

const usedBy = async (thread: Measured): Promise<number | undefined> => {
  try {
    const used = await thread.cpuUsage?.();
    return used && (used.user + used.system) / 1000;
  } catch {
    // It has not started, or has ended: it uses nothing.
    return 0;
  }
};

/**
 * Calls `over` once a thread has worked for `limitMs` from here on. That is processor time: what a busy machine keeps
 * it waiting does not count. One that does not work at all is over after `limitMs` on the clock.
 *
 * @returns ends the watch
 */
export const processorDeadline = (thread: Measured, limitMs: number, over: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const startedAt = usedBy(thread);
  let progress = { used: 0, at: performance.now() };

  const look = async () => {
    const [start, total] = await Promise.all([startedAt, usedBy(thread)]);
    if (isEnded) return;
    if (start === undefined || total === undefined) return over();
    const used = total - start;
    const now = performance.now();
    if (used >= progress.used + PROGRESS) progress = { used, at: now };
    if (used >= limitMs || now - progress.at >= limitMs) return over();
    watch(Math.min(limitMs - used, limitMs - (now - progress.at)));
  };
  const watch = (inMs: number) => {
    timer = setTimeout(look, inMs);
  };
  watch(limitMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
};
