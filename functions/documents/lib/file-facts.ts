import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import type { FilesRead } from '../../../shared/ports.ts';

/** What kind of file the bytes are, whatever the name says. */
export const factsOfBytes = (bytes: Uint8Array, filename: string) =>
  probeFile(async (offset, length) => bytes.subarray(offset, offset + length), bytes.length, filename);

/** The same for a stored object, from a few small ranges of it. */
export const factsOfObject = (files: FilesRead, path: string, size: number, filename: string) =>
  probeFile((offset, length) => files.range(path, offset, offset + length - 1), size, filename);

/** The state of a document whose file is there. An empty file goes to the worker, which says what is wrong with it. */
export const arrivedState = (
  facts: Awaited<ReturnType<typeof probeFile>>,
  size: number,
  at: string,
): Pick<DocumentRecord, 'processing_status' | 'queued_at'> =>
  facts.tier === 'RECORD_ONLY' && size > 0
    ? { processing_status: 'ACCEPTED', queued_at: null }
    : { processing_status: 'QUEUED', queued_at: at };
