import { open, stat } from 'node:fs/promises';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import { type Digest, Unreadable } from './digest.ts';
import { readImage } from './read-image.ts';
import { readOffice } from './read-office.ts';
import { readPdf } from './read-pdf.ts';

/** What kind of file lies at `path`, from its own bytes. */
export const detectPath = async (path: string, filename: string) => {
  const { size } = await stat(path);
  const file = await open(path);
  const read = async (offset: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  try {
    return await probeFile(read, size, filename);
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
  if (facts.tier === 'FULL' || facts.tier === 'PREVIEW_ONLY')
    return readImage(path, target, files, facts.tier === 'FULL');
  throw new Unreadable('unsupported', `Files of type ${facts.kind} are kept, not processed`);
};
