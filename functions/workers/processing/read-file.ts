import { open, stat } from 'node:fs/promises';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { detectFile } from '../../../shared/domain/files/detect.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import { type Digest, Unreadable } from './digest.ts';
import { readImage } from './read-image.ts';
import { readOffice } from './read-office.ts';
import { readPdf } from './read-pdf.ts';

const PEEK_BYTES = 65_536;

/** What kind of file lies at `path`, from its first and last bytes. */
export const detectPath = async (path: string, filename: string) => {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const head = Buffer.alloc(Math.min(PEEK_BYTES, size));
    const tail = Buffer.alloc(Math.min(PEEK_BYTES, size));
    await file.read(head, 0, head.length, 0);
    await file.read(tail, 0, tail.length, size - tail.length);
    return detectFile({ head, tail, size, filename });
  } finally {
    await file.close();
  }
};

/** Reads the file the way its tier asks. @throws Unreadable when that cannot be done */
export const readFileByTier = (
  path: string,
  facts: Awaited<ReturnType<typeof detectPath>>,
  record: DocumentRecord,
  files: FilesWrite,
  signal: AbortSignal,
): Promise<Digest> => {
  const target = {
    organizationId: record.organization_id,
    documentId: record.document_id,
    filename: record.filename,
  };
  if (facts.kind === 'pdf') return readPdf(path, target, files, signal);
  if (facts.tier === 'TEXT_ONLY') return readOffice(path, facts.kind);
  if (facts.tier === 'FULL' || facts.tier === 'PREVIEW_ONLY') return readImage(path, target, files);
  throw new Unreadable('unsupported', `Files of type ${facts.kind} are kept, not processed`);
};
