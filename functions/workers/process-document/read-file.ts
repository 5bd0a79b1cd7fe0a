import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import type { FilesRead, FilesWrite } from '../../../shared/ports.ts';
import { sliceDeadline } from '../../../shared/queue/slices.ts';
import type { Digest } from './digest.ts';
import { readImage } from './read-image.ts';
import { readOffice } from './read-office.ts';
import { type Expected, readPdf, type Unfinished } from './read-pdf.ts';
import type { Stopwatch } from './stopwatch.ts';

type Facts = Awaited<ReturnType<typeof probeFile>>;

const MiB = 1024 ** 2;
/** What the readers hold in memory at most. A PDF is read by PDFium, the others are in memory whole. */
const LARGEST_PDF = 1024 * MiB;
const LARGEST_OTHER = 256 * MiB;

/** Size and kind of the stored file, from its own bytes: a few small reads, however large it is. @throws NotFound */
export const probeStored = async (
  { store_path, filename }: DocumentRecord,
  files: FilesRead,
): Promise<{ size: number; facts: Facts }> => {
  const head = await files.head(store_path);
  if (!head) throw new NotFound();
  const read = (offset: number, length: number) => files.range(store_path, offset, offset + length - 1);
  return { size: head.size, facts: await probeFile(read, head.size, filename) };
};

/** @throws FileError when the readers of this kind do not take a file of that size */
export const refuseTooLarge = ({ kind }: Facts, size: number): void => {
  const largest = kind === 'pdf' ? LARGEST_PDF : LARGEST_OTHER;
  if (size > largest) {
    throw new FileError('too_large', `Files of type ${kind} are read up to ${largest / MiB} MB; this one is kept`);
  }
};

/** Reads the file the way its tier asks, as far as its time allows. @throws FileError when that cannot be done */
export const readFileByTier = (
  path: string,
  facts: Facts,
  record: DocumentRecord,
  files: FilesWrite,
  templates: Expected['templates'],
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<Digest | Unfinished> => {
  const target = { organizationId: record.organization_id, documentId: record.document_id };
  if (facts.kind === 'pdf') {
    return readPdf(
      { path, target, files, watch, signal, deadline: sliceDeadline() },
      { filename: record.filename, templates },
    );
  }
  if (facts.tier === 'TEXT_ONLY') return readOffice(path, facts.kind);
  if (facts.tier === 'FULL' || facts.tier === 'PREVIEW_ONLY')
    return readImage(path, target, files, facts.tier === 'FULL');
  throw new FileError('unsupported', `Files of type ${facts.kind} are kept, not processed`);
};
