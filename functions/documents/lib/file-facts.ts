import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import { typeMismatch } from '../../../shared/domain/files/promised.ts';
import { unreadFields } from '../../../shared/domain/files/unread.ts';
import type { FilesRead } from '../../../shared/ports.ts';

/** Detects the type of a file from its bytes, whatever its name says. */
export const factsOfBytes = (bytes: Uint8Array, filename: string) =>
  probeFile(async (offset, length) => bytes.subarray(offset, offset + length), bytes.length, filename);

/** Detects the type of a stored object from a few small ranges of it. */
export const factsOfObject = (files: FilesRead, path: string, size: number, filename: string) =>
  probeFile((offset, length) => files.range(path, offset, offset + length - 1), size, filename);

type Facts = Awaited<ReturnType<typeof probeFile>>;

/**
 * Whether a file needs no processing. An empty file, or one that is not of its declared type, goes to the worker, which
 * reports the error.
 */
const isAccepted = (facts: Facts, size: number, filename: string, declared: string | null): boolean =>
  facts.tier === 'RECORD_ONLY' && size > 0 && typeMismatch(facts, filename, declared) === undefined;

/**
 * Returns the initial state of a document whose file has arrived.
 * @param declared the media type that the sender declared
 */
export const arrivedState = (
  facts: Facts,
  size: number,
  at: string,
  filename: string,
  declared: string | null,
): Pick<DocumentRecord, 'processing_status' | 'queued_at' | 'text_status'> &
  Partial<Pick<DocumentRecord, 'error' | 'error_detail'>> =>
  isAccepted(facts, size, filename, declared)
    ? { processing_status: 'ACCEPTED', queued_at: null, ...unreadFields(facts.kind) }
    : { processing_status: 'QUEUED', queued_at: at, text_status: null };

/**
 * Returns the media type to store: the declared one if the bytes contradict only that, so that the worker can report
 * it; otherwise the detected one.
 */
export const keptType = (facts: Facts, filename: string, declared: string | null): string => {
  const isDeclaredAlone = typeMismatch(facts, filename) === undefined;
  const isBroken = isDeclaredAlone && typeMismatch(facts, filename, declared) !== undefined;
  return declared !== null && isBroken ? declared : facts.mime_type;
};
