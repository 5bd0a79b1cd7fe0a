import type { FileKind } from '../domain/files/kinds.ts';
import type { ExtractedText, ExtractLimits } from './extracted-text.ts';
import { type FileJob, inProcess, type ProcessBounds, type ProcessCode } from './in-process.ts';

const READER: ProcessCode = {
  bundled: new URL('./extract-thread.mjs', import.meta.url),
  source: new URL('./extract-thread.ts', import.meta.url),
};

export interface TextJob extends FileJob<ExtractedText> {
  bytes: Uint8Array;
  limits: Partial<ExtractLimits>;
}

/** Limits of one extraction in a child process; 60 s and 512 MiB of heap by default. */
export type SafeExtractOptions = Partial<ExtractLimits & ProcessBounds>;

/**
 * Extracts the text of an untrusted file in a child process with a deadline and a memory limit.
 *
 * @throws FileError if the file cannot be read within the limits
 */
export function extractTextSafely(
  kind: FileKind,
  bytes: Uint8Array,
  { deadline_ms = 60_000, memory_mb = 512, ...limits }: SafeExtractOptions = {},
): Promise<ExtractedText> {
  const job: TextJob = { kind, bytes, limits };
  return inProcess(READER, job, { deadline_ms, memory_mb });
}
