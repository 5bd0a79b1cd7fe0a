import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import { brokenPromise } from '../../../shared/domain/files/promised.ts';
import type { FilesRead } from '../../../shared/ports.ts';

/** What kind of file the bytes are, whatever the name says. */
export const factsOfBytes = (bytes: Uint8Array, filename: string) =>
  probeFile(async (offset, length) => bytes.subarray(offset, offset + length), bytes.length, filename);

/** The same for a stored object, from a few small ranges of it. */
export const factsOfObject = (files: FilesRead, path: string, size: number, filename: string) =>
  probeFile((offset, length) => files.range(path, offset, offset + length - 1), size, filename);

type Facts = Awaited<ReturnType<typeof probeFile>>;

/** An empty file goes to the worker, which says what is wrong with it; so does one that is not what it says it is. */
const isAccepted = (facts: Facts, size: number, filename: string, declared: string | null): boolean =>
  facts.tier === 'RECORD_ONLY' && size > 0 && brokenPromise(facts, filename, declared) === undefined;

/** The state of a document whose file is there. @param declared the media type that its sender named */
export const arrivedState = (
  facts: Facts,
  size: number,
  at: string,
  filename: string,
  declared: string | null,
): Pick<DocumentRecord, 'processing_status' | 'queued_at' | 'text_status'> =>
  isAccepted(facts, size, filename, declared)
    ? { processing_status: 'ACCEPTED', queued_at: null, text_status: 'none' }
    : { processing_status: 'QUEUED', queued_at: at, text_status: null };

/** The media type to keep: the one declared where the bytes break its promise alone, which the worker then says. */
export const keptType = (facts: Facts, filename: string, declared: string | null): string => {
  const isDeclaredAlone = brokenPromise(facts, filename) === undefined;
  const isBroken = isDeclaredAlone && brokenPromise(facts, filename, declared) !== undefined;
  return declared !== null && isBroken ? declared : facts.mime_type;
};
