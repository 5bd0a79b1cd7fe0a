import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { FileError, type FileErrorCode } from '../domain/files/file-error.ts';
import type { FileKind } from '../domain/files/kinds.ts';
import { damaged, timedOut, tooLarge } from './file-errors.ts';

/**
 * The job of a child process, which does a single one. `kind` names the file in error messages; `answers` exists only
 * as the type of the result.
 */
export interface FileJob<Result> {
  kind: FileKind;
  answers?: Result;
}

/** The result of a job: errors are transferred as data, because class instances do not survive serialisation. */
type FileAnswer<Result> =
  | { ok: true; result: Result }
  | { ok: false; code: FileErrorCode; message: string; cause: string };

export interface ProcessBounds {
  /** Milliseconds after which the process is killed. */
  deadline_ms: number;
  /** Heap limit of the process in MiB. Buffers are not included; the job's own limits apply to them. */
  memory_mb: number;
}

/** The code of a process: in a bundle a file next to the caller's, in the source tree a module. */
export interface ProcessCode {
  bundled: URL;
  source: URL;
}

/** Signals and exit codes with which V8 and the kernel end a process that is out of memory. */
const OUT_OF_MEMORY: readonly (string | number | null)[] = ['SIGABRT', 'SIGKILL', 134, 137];

/**
 * Environment variables that Node and its libraries need to find their files; Lambda's Node does not start without
 * its libraries. With a compile cache a process starts in half the time.
 */
const RUNTIME_VARIABLES = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'PATH', 'TMPDIR', 'TZ', 'LANG'];

const runtimeEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    RUNTIME_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

/**
 * Does one job in a child process, so that a parser that hangs, crashes or exhausts memory affects nothing else. A
 * thread is not sufficient: V8 aborts the whole process when a thread's heap fills up between two of its checks, and
 * nothing within a process stops native code. The process gets the variables that Node needs, and no secrets.
 *
 * @throws FileError if the job fails or exceeds its limits
 */
export const inProcess = <Result>(
  code: ProcessCode,
  job: FileJob<Result>,
  { deadline_ms, memory_mb }: ProcessBounds,
): Promise<Result> => {
  const child = fork(existsSync(code.bundled) ? code.bundled : code.source, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memory_mb}`],
    env: runtimeEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(timedOut(job.kind, deadline_ms / 1000)), deadline_ms);
  child.once('message', (answer: FileAnswer<Result>) => {
    if (answer.ok) resolve(answer.result);
    else reject(new FileError(answer.code, answer.message, { cause: answer.cause }));
  });
  child.once('error', (error) => reject(damaged(job.kind, error)));
  // Under load `exit` may precede the last message; `close` comes when nothing more can arrive.
  child.once('close', (status, signal) => {
    const end = signal ?? status;
    const outOfMemory = OUT_OF_MEMORY.includes(end);
    reject(
      outOfMemory ? tooLarge(job.kind, 'it needs too much memory') : damaged(job.kind, `the reader ended: ${end}`),
    );
  });
  child.send(job, (error) => error && reject(damaged(job.kind, error)));
  return promise.finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
};

/** Runs in the child process: does the job that the parent sends, returns the result, and lets the process end. */
export const answerOnce = <Result, Job extends FileJob<Result>>(work: (job: Job) => Promise<Result>): void => {
  process.once('message', async (job: Job) => {
    const answer = await work(job).then(
      (result): FileAnswer<Result> => ({ ok: true, result }),
      (error: unknown): FileAnswer<Result> => {
        const known = error instanceof FileError ? error : damaged(job.kind, error);
        return { ok: false, code: known.code, message: known.message, cause: String(known.cause ?? '') };
      },
    );
    process.send?.(answer, () => process.disconnect());
  });
};
