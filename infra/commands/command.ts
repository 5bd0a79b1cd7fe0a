import { statSync } from 'node:fs';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { errorCode, LocalError } from '../local/local-error.ts';
import { makeDirectory } from '../local/make-directory.ts';

/** A command was not called as it must be. */
export class UsageError extends LocalError {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies below a file',
  EROFS: 'lies on a read-only file system',
  ENOSPC: 'does not fit on the disk',
};

/** A sentence about a file that could not be used; undefined for any other error. */
const aboutFile = (error: unknown): string | undefined => {
  const { path } = error as NodeJS.ErrnoException;
  const code = errorCode(error);
  return path === undefined || code === undefined
    ? undefined
    : `${path} ${REASONS[code] ?? `cannot be used (${code})`}`;
};

/**
 * Runs a command: `--help` prints its usage, and what the caller did wrong is said in one sentence (exit code 2 for wrong
 * arguments, 1 for anything else). Other errors are faults and keep their stack.
 *
 * @param expected further errors that say all there is to say
 */
export const runCommand = async (
  usage: string,
  main: (args: string[]) => Promise<void>,
  expected: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await main(args);
  } catch (error) {
    process.exitCode = error instanceof UsageError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
    const isExpected = [LocalError, FileError, ...expected].some((known) => error instanceof known);
    const message = process.exitCode === 2 || isExpected ? (error as Error).message : aboutFile(error);
    if (message === undefined) console.error(error);
    else
      console.error(
        process.exitCode === 2 ? `${message.split('. ')[0]?.replace(/\.$/, '')} (--help says more).` : message,
      );
  }
};

/** @throws LocalError naming a path that is no file that can be read */
export const requireFile = (path: string): string => {
  try {
    if (!statSync(path).isFile()) throw new LocalError(`${path} is not a file`);
  } catch (error) {
    throw error instanceof LocalError ? error : new LocalError(aboutFile(error) ?? `${path} cannot be read`);
  }
  return path;
};

/** Makes a folder for what a command writes. @throws LocalError naming one that cannot be made */
export const requireFolder = (path: string): string => {
  try {
    makeDirectory(path);
  } catch (error) {
    throw new LocalError(`${path} cannot be created (${errorCode(error)})`);
  }
  return path;
};
