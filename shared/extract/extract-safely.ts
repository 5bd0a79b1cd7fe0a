import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FileKind } from '../domain/files/kinds.ts';
import { damaged, ExtractError, timedOut, tooLarge } from './errors.ts';
import type { ExtractAnswer, ExtractJob } from './extract-thread.ts';
import type { ExtractedText, ExtractLimits } from './types.ts';

/** Bounds of one extraction in a thread of its own. */
export interface SafeExtractOptions extends Partial<ExtractLimits> {
  /** milliseconds after which the thread is killed; 60,000 */
  deadline_ms?: number;
  /** of the thread's heap in MiB; 512. Unpacked parts stand beside it, bounded by `max_uncompressed_bytes` */
  memory_mb?: number;
}

const BUNDLED = new URL('./extract-thread.mjs', import.meta.url);
const SOURCE = new URL('./extract-thread.ts', import.meta.url);

/** In a bundle the thread's code stands beside it as a file of its own; in the source tree it is the module. */
const threadCode = (): URL => (existsSync(BUNDLED) ? BUNDLED : SOURCE);

/**
 * Text of a file that nobody vouches for, read in a thread with a deadline and a memory cap: a parser that hangs or
 * grows takes its thread down and nothing else.
 *
 * @param bytes copied into the thread
 * @throws ExtractError
 */
export function extractTextSafely(
  kind: FileKind,
  bytes: Uint8Array,
  { deadline_ms = 60_000, memory_mb = 512, ...limits }: SafeExtractOptions = {},
): Promise<ExtractedText> {
  const job: ExtractJob = { kind, bytes, limits };
  const thread = new Worker(threadCode(), {
    workerData: job,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 64 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedText>();
  const timer = setTimeout(() => reject(timedOut(kind, Math.round(deadline_ms / 1000))), deadline_ms);
  thread.once('message', (answer: ExtractAnswer) => {
    if (answer.ok) resolve(answer.extracted);
    else reject(new ExtractError(answer.code, answer.message, { cause: answer.cause }));
  });
  thread.once('error', (error: NodeJS.ErrnoException) => {
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(outOfMemory ? tooLarge(kind, 'it needs too much memory') : damaged(kind, error));
  });
  thread.once('exit', (code) => reject(damaged(kind, `the reader ended with ${code}`)));
  return promise.finally(() => {
    clearTimeout(timer);
    return thread.terminate();
  });
}
