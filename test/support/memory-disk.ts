import { readFileSync, statfsSync } from 'node:fs';

const MEMORY_DISK = '/dev/shm';
/** What the suite's services hold at once, with room to spare. */
const ENOUGH_BYTES = 2 * 2 ** 30;

/**
 * A folder in memory that takes the data of test services, where this machine has one from which libraries may be
 * loaded: the embedded parts sync every write, and what tests write is thrown away.
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
