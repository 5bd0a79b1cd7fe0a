import { statSync } from 'node:fs';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { errorCode, LocalError } from '../local/local-error.ts';
import { makeDirectory } from '../local/make-directory.ts';

/** Thrown if a command was called with wrong arguments. */
export class CommandUsageError extends LocalError {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'is not accessible to this user',
  EPERM: 'is not accessible to this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'is below a file',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'does not fit on the disk',
};

/** Returns a sentence about a file that could not be used; undefined for any other error. */
const aboutFile = (error: unknown): string | undefined => {
  const { path } = error as NodeJS.ErrnoException;
  const code = errorCode(error);
  return path === undefined || code === undefined
    ? undefined
    : `${path} ${REASONS[code] ?? `cannot be used (${code})`}`;
};

/**
 * Runs a command. `--help` prints its usage; errors of the caller are reported in one sentence (exit code 2 for wrong
 * arguments, 1 for anything else). Other errors are bugs and are printed with their stack.
 *
 * @param expected further types of errors whose message suffices
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
    process.exitCode = error instanceof CommandUsageError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
    const isExpected = [LocalError, FileError, ...expected].some((known) => error instanceof known);
    const message = process.exitCode === 2 || isExpected ? (error as Error).message : aboutFile(error);
    if (message === undefined) console.error(error);
    else
      console.error(process.exitCode === 2 ? `${message.split('. ')[0]?.replace(/\.$/, '')} (see --help).` : message);
  }
};

/**
 * Returns the path if it is a readable file.
 * @throws LocalError naming the path otherwise
 */
export const requireFile = (path: string): string => {
  try {
    if (!statSync(path).isFile()) throw new LocalError(`${path} is not a file`);
  } catch (error) {
    throw error instanceof LocalError ? error : new LocalError(aboutFile(error) ?? `${path} cannot be read`);
  }
  return path;
};

/**
 * Creates a folder for the output of a command.
 * @throws LocalError naming the folder if it cannot be created
 */
export const requireFolder = (path: string): string => {
  try {
    makeDirectory(path);
  } catch (error) {
    throw new LocalError(`${path} cannot be created (${errorCode(error)})`);
  }
  return path;
};
