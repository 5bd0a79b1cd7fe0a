import { join } from 'node:path';
import * as z from 'zod';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { inTemporaryFolder } from '../../../shared/queue/temporary-folder.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';
import { finishedChange } from '../process-document/finished-change.ts';
import { storeDigest } from '../process-document/store-digest.ts';
import { recogniseFile } from './recognise-file.ts';

export const worker = defineWorker({
  id: 'recognise-text',
  description: 'Reads the text of scanned pages from their images and completes the document with it',
  queue: 'ocr',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: ['documents.read', 'documents.write', 'chunks.write', 'files.read', 'files.write', 'embedder', 'ocr'],
});

type Handle = HandleMessage<typeof worker>;
type Ports = Parameters<Handle>[1];

const ATTEMPTS = 5;

/** Scanned pages that recognition has not been through. */
const Scanned = z.object({ text_layer: z.enum(['none', 'partial']), scanned_pages: z.array(z.int()) });

const scannedPages = (record: DocumentRecord | undefined): number[] | undefined => {
  if (record?.processing_status !== 'PROCESSED' || record.is_deleted) return undefined;
  const scanned = Scanned.safeParse(record.error_detail);
  return scanned.success ? scanned.data.scanned_pages : undefined;
};

/** What reading the pages' images gives, as a change of the record as it stands by then. */
const recognise = (
  record: DocumentRecord,
  pages: readonly number[],
  ports: Ports,
  deadline: number,
): Promise<(current: DocumentRecord) => DocumentChange> =>
  inTemporaryFolder('recognise', async (folder) => {
    const path = join(folder, 'file');
    await ports['files.read'].download(record.store_path, path);
    try {
      const digest = await recogniseFile(path, record, pages, ports.ocr, deadline);
      await storeDigest(record, digest, ports);
      return (current) => finishedChange(current, digest, new Date());
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      // Its images stay; the text of a file that cannot be read does not come with another try.
      const error_detail = { text_layer: 'unreadable', scanned_pages: pages, code: error.code, reason: error.message };
      return () => ({ error_detail });
    }
  });

/**
 * The document stays PROCESSED meanwhile; what recognition finds is added in one write on the version it was
 * made from, so a reprocess or a caller's change that came first is read again and built upon.
 */
export const handle: Handle = async (message, ports, run) => {
  const { organization_id, project_id, document_id } = message;
  let record = await ports['documents.read'].get(organization_id, document_id);
  const pages = scannedPages(record);
  if (!record || !pages) return;
  const change = await recognise(record, pages, ports, run.deadline);
  for (let attempt = 1; ; attempt++) {
    try {
      const guard = { ifVersion: record.record_version, writeId: `ocr:${run.requestId}`, now: new Date() };
      await ports['documents.write'].change(organization_id, project_id, document_id, change(record), guard);
      return;
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
      record = await ports['documents.read'].get(organization_id, document_id);
      if (!record || !scannedPages(record)) return;
    }
  }
};

export const handler = queueWorker(worker, handle);
