import { readFileSync, statfsSync } from 'node:fs';

const MEMORY_DISK = '/dev/shm';
/** Bytes that the suite's services hold at the same time, with a margin. */
const ENOUGH_BYTES = 2 * 2 ** 30;

/**
 * Returns a folder in memory for the data of test services, on machines that have one from which libraries can be
 * loaded: the embedded parts sync every write, and test data is thrown away.
 */
export const memoryDisk = (): string | undefined => {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === MEMORY_DISK);
    const [, , type, options = 'noexec'] = mount ?? [];
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return undefined;
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY_DISK : undefined;
  } catch {
    return undefined;
  }
};
