import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'construction-work-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-`);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Returns whether a folder's process was killed: it does not exist, or its id has been reused by this process, which is
 * younger than the folder.
 */
const isLeftOver = async (folder: string, pid: number): Promise<boolean> => {
  if (pid !== process.pid) return !isAlive(pid);
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - process.uptime() * 1000;
};

/**
 * Removes the temporary folders of killed workers, which would otherwise take disk space from a function's next
 * process.
 */
export const removeLeftovers = async (): Promise<void> => {
  const names = await readdir(tmpdir());
  await Promise.all(
    names.map(async (name) => {
      const pid = NAME.exec(name)?.[1];
      const folder = join(tmpdir(), name);
      if (pid && (await isLeftOver(folder, Number(pid)))) await rm(folder, { recursive: true, force: true });
    }),
  );
};

let cleaned: Promise<void> | undefined;

/** Runs `work` with an empty folder, which is removed when the work ends, whatever its outcome. */
export const inTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  cleaned ??= removeLeftovers().catch(() => {});
  await cleaned;
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
