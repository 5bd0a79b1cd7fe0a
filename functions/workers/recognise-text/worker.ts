import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { HandleMessage } from '../../../shared/queue/worker.ts';
import { defineWorker, queueWorker } from '../../../shared/queue/worker.ts';
import { finishedChange } from '../process-document/finished-change.ts';
import { storeDigest } from '../process-document/store-digest.ts';
import { recogniseFile } from './recognise-file.ts';

export const worker = defineWorker({
  id: 'recognise-text',
  description: 'Reads the text of scanned pages from their images and completes the document with it',
  queue: 'ocr',
  batchSize: 1,
  concurrency: 2,
  timeoutSeconds: 840,
  visibilityTimeoutSeconds: 900,
  maxReceiveCount: 3,
  memoryMegabytes: 3008,
  uses: ['documents.read', 'documents.write', 'chunks.write', 'files.read', 'files.write', 'embedder', 'ocr'],
});

const Message = z.object({ organization_id: z.string(), project_id: z.string(), document_id: z.string() });

const ATTEMPTS = 5;

/** Scanned pages that recognition has not been through. */
const Scanned = z.object({ text_layer: z.enum(['none', 'partial']), scanned_pages: z.array(z.int()) });

const scannedPages = (record: DocumentRecord | undefined): number[] | undefined => {
  if (record?.processing_status !== 'PROCESSED' || record.is_deleted) return undefined;
  const scanned = Scanned.safeParse(record.error_detail);
  return scanned.success ? scanned.data.scanned_pages : undefined;
};

/**
 * The document stays PROCESSED meanwhile; what recognition finds is added in one write on the version it was
 * made from, so a reprocess or a caller's change that came first is read again and built upon.
 */
export const handle: HandleMessage<typeof worker, z.infer<typeof Message>> = async (message, ports, run) => {
  const { organization_id, project_id, document_id } = message;
  let record = await ports['documents.read'].get(organization_id, document_id);
  const pages = scannedPages(record);
  if (!record || !pages) return;
  const folder = await mkdtemp(join(tmpdir(), 'recognise-'));
  try {
    const path = join(folder, 'file');
    await ports['files.read'].download(record.store_path, path);
    const digest = await recogniseFile(path, record, pages, ports.ocr, run);
    await storeDigest(record, digest, ports);
    for (let attempt = 1; ; attempt++) {
      const change = finishedChange(record, digest, new Date());
      try {
        const guard = { ifVersion: record.record_version, writeId: `ocr:${run.requestId}`, now: new Date() };
        await ports['documents.write'].change(organization_id, project_id, document_id, change, guard);
        return;
      } catch (error) {
        if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
        record = await ports['documents.read'].get(organization_id, document_id);
        if (!record || !scannedPages(record)) return;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const handler = queueWorker(worker, Message, handle);
