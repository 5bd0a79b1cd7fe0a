import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import type { FilesRead, FilesWrite } from '../../../shared/ports.ts';
import { sliceDeadline } from '../../../shared/queue/slices.ts';
import type { FileDigest } from './file-digest.ts';
import { readImage } from './read-image.ts';
import { readOffice } from './read-office.ts';
import { type Expected, readPdf, type Unfinished } from './read-pdf.ts';
import type { Stopwatch } from './stopwatch.ts';

type Facts = Awaited<ReturnType<typeof probeFile>>;

const MiB = 1024 ** 2;
/** Largest files that the readers accept. PDFium reads a PDF from disk; other files are loaded into memory. */
const LARGEST_PDF = 1024 * MiB;
const LARGEST_OTHER = 256 * MiB;

/**
 * Returns the size and type of the stored file, detected from a few small reads of its bytes.
 * @throws NotFound if there is no such file
 */
export const probeStored = async (
  { store_path, filename }: DocumentRecord,
  files: FilesRead,
): Promise<{ size: number; facts: Facts }> => {
  const head = await files.head(store_path);
  if (!head) throw new NotFound();
  const read = (offset: number, length: number) => files.range(store_path, offset, offset + length - 1);
  return { size: head.size, facts: await probeFile(read, head.size, filename) };
};

/**
 * Asserts that the file is not too large for its reader.
 * @throws FileError `too_large`
 */
export const refuseTooLarge = ({ kind }: Facts, size: number): void => {
  const largest = kind === 'pdf' ? LARGEST_PDF : LARGEST_OTHER;
  if (size > largest) {
    throw new FileError(
      'too_large',
      `Files of type ${kind} are processed up to ${largest / MiB} MB; the file is stored unprocessed`,
    );
  }
};

/**
 * Reads the file as its tier requires, as far as the time allows.
 * @throws FileError if it cannot be read
 */
export const readFileByTier = (
  path: string,
  facts: Facts,
  record: DocumentRecord,
  files: FilesWrite,
  templates: Expected['templates'],
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<FileDigest | Unfinished> => {
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
  throw new FileError('unsupported', `Files of type ${facts.kind} are stored without processing`);
};
