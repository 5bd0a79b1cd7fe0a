import { readFileSync } from 'node:fs';

/** Clock ticks per second in which Linux counts the time of processes. */
const TICKS = 100;

/** Seconds of processor time used by a process and its threads (Linux). */
const processorSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};

/**
 * Seconds until a process is idle: for two seconds in a row it uses less than a twentieth of a processor.
 * @throws Error if it is not within `seconds`
 */
export const secondsUntilRest = async (pid: number, seconds: number): Promise<number> => {
  const started = performance.now();
  let before = processorSeconds(pid);
  for (let resting = 0; resting < 2; ) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const used = processorSeconds(pid);
    resting = used - before < 0.05 ? resting + 1 : 0;
    before = used;
    if (performance.now() - started > seconds * 1000) throw new Error(`It still works after ${seconds} s`);
  }
  return (performance.now() - started) / 1000 - 2;
};
