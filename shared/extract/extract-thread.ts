import { parentPort, workerData } from 'node:worker_threads';
import type { FileKind } from '../domain/files/kinds.ts';
import { ExtractError, type ExtractErrorCode } from './errors.ts';
import { extractText } from './extract-text.ts';
import type { ExtractedText, ExtractLimits } from './types.ts';

/** What the thread is started with. */
export interface ExtractJob {
  kind: FileKind;
  bytes: Uint8Array;
  limits: Partial<ExtractLimits>;
}

/** The thread's only message: errors travel as data, since a class does not survive the copy. */
export type ExtractAnswer =
  | { ok: true; extracted: ExtractedText }
  | { ok: false; code: ExtractErrorCode; message: string; cause: string };

async function answer({ kind, bytes, limits }: ExtractJob): Promise<ExtractAnswer> {
  try {
    return { ok: true, extracted: await extractText(kind, bytes, limits) };
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    return { ok: false, code: error.code, message: error.message, cause: String(error.cause ?? '') };
  }
}

parentPort?.postMessage(await answer(workerData as ExtractJob));
