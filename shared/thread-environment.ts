import { readlinkSync } from 'node:fs';
import module from 'node:module';
import { setPriority } from 'node:os';
import { basename, dirname } from 'node:path';

/**
 * Returns the environment of a worker thread that reads uploaded files: no variables of this process, except for the
 * folder of Node's compile cache if this process uses one, which halves the start time of a thread.
 */
export const threadEnvironment = (): Record<string, string> => {
  // Its last part names the version of Node, which the thread adds as well.
  const folder = module.getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
};

/** Returns the system's number of the calling thread, by which its priority can be set; undefined outside Linux. */
export const systemThread = (): number | undefined => {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
};

/**
 * Lowers the priority of a thread, so that others go first.
 * @param thread its number by {@link systemThread}
 * @param nice up to 19, the lowest priority
 * @returns whether the priority was lowered: not if the thread has ended, or the system has no thread priorities
 */
export const lowerPriority = (thread: number | undefined, nice: number): boolean => {
  if (thread === undefined) return false;
  try {
    setPriority(thread, nice);
    return true;
  } catch {
    return false;
  }
};
