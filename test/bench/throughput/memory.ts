import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB of 10^6 bytes (Linux). */
export const residentMegabytes = (pid: number): number => {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(line) * 1024) / 1e6;
};

/** Returns the largest resident memory while `work` runs, sampled four times a second. */
export const peakWhile = async <T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peak: number }> => {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 250);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
};
