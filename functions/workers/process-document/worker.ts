import { join } from 'node:path';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { TRANSITIONS } from '../../../shared/domain/documents/transitions.ts';
import type { ProcessingStatus } from '../../../shared/domain/documents/values.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { log } from '../../../shared/log.ts';
import { type Ending, type LeasedStore, leasedWork } from '../../../shared/queue/leased-work.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';
import { finishedChange } from './finished-change.ts';
import { probeStored, readFileByTier, refuseTooLarge } from './read-file.ts';
import { Stopwatch } from './stopwatch.ts';
import { storeDigest } from './store-digest.ts';

export const worker = defineWorker({
  id: 'process-document',
  description: 'Reads a stored file: text, sheets, page images, chunks with embeddings',
  queue: 'process',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: ['documents.read', 'documents.write', 'chunks.write', 'files.read', 'files.write', 'embedder', 'queue.ocr'],
});

type Handle = HandleMessage<typeof worker>;
type Message = Parameters<Handle>[0];
type Ports = Parameters<Handle>[1];

/** What one run finds out about the file; part of whatever it writes in the end. */
interface Found {
  facts: DocumentChange;
  needsOcr: boolean;
}

const leasedDocument = (
  { organization_id, project_id, document_id }: Message,
  ports: Ports,
  found: Found,
): LeasedStore<DocumentRecord, DocumentChange, ProcessingStatus> => ({
  read: () => ports['documents.read'].get(organization_id, document_id),
  change: (change, guard) =>
    ports['documents.write'].change(organization_id, project_id, document_id, { ...found.facts, ...change }, guard),
  extendLease: (lease) => ports['documents.write'].extendLease(organization_id, document_id, lease),
});

const processFile = async (
  record: DocumentRecord,
  path: string,
  found: Found,
  ports: Ports,
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<Ending<DocumentRecord, DocumentChange, ProcessingStatus>> => {
  const { size, facts } = await probeStored(record, ports['files.read']);
  const { mime_type, extension: file_extension, tier: file_handling_tier } = facts;
  found.facts = { file_size: size, mime_type, file_extension, file_handling_tier };
  if (size === 0) throw new FileError('empty', 'The file is empty (0 bytes)');
  if (facts.tier === 'RECORD_ONLY') {
    return { transition: TRANSITIONS.accept, change: () => ({ error: null, error_detail: null }) };
  }
  refuseTooLarge(facts, size);
  const { sha256 } = await watch.time('download', () => ports['files.read'].download(record.store_path, path));
  found.facts.sha256 = sha256;
  if (record.sha256 !== null && record.sha256 !== sha256) {
    throw new FileError('checksum', 'The file is not the one whose SHA-256 was announced');
  }
  const { organization_id, project_id, document_id } = record;
  const original = await ports['documents.write'].claimContent(organization_id, project_id, sha256, document_id);
  if (original !== document_id) {
    const reason = 'A document of this project has the same SHA-256';
    const error_detail = { duplicate_of: original, reason, sha256 };
    return { transition: TRANSITIONS.duplicate, change: () => ({ error: null, error_detail }) };
  }
  const digest = await readFileByTier(path, facts, record, ports['files.write'], watch, signal);
  signal.throwIfAborted();
  await watch.time('store', () => storeDigest(record, digest, ports));
  found.needsOcr = digest.needs_ocr;
  return { transition: TRANSITIONS.finish, change: (current) => finishedChange(current, digest, new Date()) };
};

export const handle: Handle = async (message, ports, run) => {
  const found: Found = { facts: {}, needsOcr: false };
  const watch = new Stopwatch();
  const store = leasedDocument(message, ports, found);
  const ended = await leasedWork(
    { subject: 'Processing', store, transitions: TRANSITIONS, run },
    (record, folder, signal) =>
      watch.time('run', () => processFile(record, join(folder, 'file'), found, ports, watch, signal)),
  );
  if (ended?.processing_status === 'PROCESSED' && found.needsOcr) await ports['queue.ocr'].send(message);
  const { file_size, mime_type } = found.facts;
  const { organization_id: organization, document_id } = message;
  if (ended) log('info', 'document processed', { organization, document_id, file_size, mime_type, ...watch.fields() });
};

export const handler = queueWorker(worker, handle);
