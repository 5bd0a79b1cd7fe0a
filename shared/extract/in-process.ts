import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { FileError, type FileErrorCode } from '../domain/files/file-error.ts';
import type { FileKind } from '../domain/files/kinds.ts';
import { damaged, timedOut, tooLarge } from './errors.ts';

/**
 * What a process is asked: one job in its life. `kind` names the file in its errors; `answers` is never there and says
 * what the job answers.
 */
export interface FileJob<Result> {
  kind: FileKind;
  answers?: Result;
}

/** Its answer: errors travel as data, since a class does not survive the copy. */
type FileAnswer<Result> =
  | { ok: true; result: Result }
  | { ok: false; code: FileErrorCode; message: string; cause: string };

export interface ProcessBounds {
  /** milliseconds after which the process is killed */
  deadline_ms: number;
  /** of the process's heap in MiB. Buffers stand beside it, bounded by the job's own limits */
  memory_mb: number;
}

/** Code of a process. In a bundle it stands beside the caller as a file of its own; in the source tree it is a module. */
export interface ProcessCode {
  bundled: URL;
  source: URL;
}

/** How V8 ends a process without memory, and how the kernel does. */
const OUT_OF_MEMORY: readonly (string | number | null)[] = ['SIGABRT', 'SIGKILL', 134, 137];

/**
 * Variables by which Node and its libraries find what they need; Lambda's own Node does not start without its libraries.
 * Where code is kept compiled, a process starts in half the time.
 */
const RUNTIME_VARIABLES = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'PATH', 'TMPDIR', 'TZ', 'LANG'];

const runtimeEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    RUNTIME_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

/**
 * Does one job in a process of its own, so that a parser that hangs, crashes or grows takes nothing else down. A thread
 * would not do: V8 aborts the whole process when a thread's heap runs full between two of its checks, and nothing
 * within a process stops native code. The process gets what Node needs to run, and no secrets.
 *
 * @throws FileError
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
  // Under load `exit` can be heard before the last message; `close` comes when nothing more can arrive.
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

/** The other side: does the job that the parent sends, answers, and lets the process end. */
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
