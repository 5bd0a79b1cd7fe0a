import { join } from 'node:path';
import type { DocumentChange, DocumentRecord } from '../../shared/domain/documents/document.ts';
import { processingRun } from '../../shared/domain/documents/processing-run.ts';
import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import type { ProcessingStatus } from '../../shared/domain/documents/values.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { typeMismatch } from '../../shared/domain/files/promised.ts';
import { unreadFields } from '../../shared/domain/files/unread.ts';
import { log } from '../../shared/log.ts';
import type { SlicePlan } from '../../shared/ports.ts';
import { MAXIMUM_ATTEMPTS } from '../../shared/queue/holding-lease.ts';
import { type Ending, type HandOver, leasedWork } from '../../shared/queue/leased-work.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { missingSlices, slicesOwner, slicesWaitEnd } from '../../shared/queue/slices.ts';
import { defineWorker, type HandleMessage, type MessageRun } from '../../shared/queue/worker.ts';
import { joinPageDrawings } from '../../shared/sheets/stored-drawings.ts';
import { templatesOf } from './lib/templates-of.ts';
import { finishedChange } from './process-document/finished-change.ts';
import { leasedDocument } from './process-document/leased-document.ts';
import { PAGES, sendSlices } from './process-document/page-slices.ts';
import { probeStored, readFileByTier, refuseTooLarge } from './process-document/read-file.ts';
import { SLICE_PAGES } from './process-document/read-pdf.ts';
import { storeSliceTexts } from './process-document/slice-texts.ts';
import { Stopwatch } from './process-document/stopwatch.ts';
import { storeDigest } from './process-document/store-digest.ts';

export const worker = defineWorker({
  id: 'process-document',
  description: 'Reads a stored file: text, sheets, page images, chunks with embeddings',
  queue: 'process',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: [
    'documents.read',
    'documents.write',
    'chunks.write',
    'slices.write',
    'sheet-templates.read',
    'files.read',
    'files.write',
    'embedder',
    'queue.slices',
    'queue.ocr',
  ],
  task: {
    agent: 'document-processing',
    name: 'Read a stored file',
    shownBy: 'get-document',
    steps: [
      'Takes a lease on the QUEUED document and sets it to PROCESSING.',
      'Detects the type of the file from its bytes. Types that are stored without processing end as ACCEPTED; an empty or damaged file, or one that does not match its name, as FAILED.',
      'Claims the SHA-256 of the file in the project. If another document has it, this one ends as DUPLICATE.',
      'Reads texts and title blocks, and renders page images; the rest of a long or slow document continues in slices.',
      'Stores text, chunks with their embeddings, sheets, images and drawing models, and sets the document to PROCESSED in one conditional write.',
      'Requests text recognition if pages are scanned, or the title block of a drawing is an image.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;
type Message = Parameters<Handle>[0];
type Ports = Parameters<Handle>[1];

/** What a run has found out about the file; included in its final write. */
interface Found {
  facts: DocumentChange;
  needsOcr: boolean;
}

/**
 * Leaves the remaining pages to other runs, as slices.
 * @throws FileError if that has been tried too often
 */
const handOver = async (
  message: Message,
  record: DocumentRecord,
  { count, size, facts }: Pick<SlicePlan, 'count' | 'size' | 'facts'>,
  { next }: { next: number },
  ports: Ports,
): Promise<HandOver> => {
  const { organization_id, document_id } = message;
  const run = processingRun(record);
  const begun = await ports['slices.write'].begin(organization_id, document_id, PAGES, { run, count, size, facts });
  if (begun.rounds > MAXIMUM_ATTEMPTS) {
    throw new FileError('crashed', `Processing was interrupted ${MAXIMUM_ATTEMPTS} times`);
  }
  const [first, ...others] = missingSlices(begun);
  // The last slice to finish joins all; if none is missing, running any slice again triggers the join.
  const start = first ?? { run, from: 1, to: Math.min(begun.size, begun.count), next: 1 };
  const slices = [{ ...start, next: Math.max(start.next, start.from === 1 ? next : 1) }, ...others];
  return {
    owner: slicesOwner(run),
    until: slicesWaitEnd,
    ask: () => sendSlices(message, slices, ports['queue.slices']),
  };
};

const processFile = async (
  message: Message,
  record: DocumentRecord,
  path: string,
  found: Found,
  ports: Ports,
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<Ending<DocumentRecord, DocumentChange, ProcessingStatus> | HandOver | undefined> => {
  const begun = await ports['slices.write'].get(record.organization_id, record.document_id, PAGES);
  if (begun?.run === processingRun(record)) return handOver(message, record, begun, { next: 1 }, ports);
  const { mime_type: declared } = record;
  const { size, facts } = await probeStored(record, ports['files.read']);
  const { mime_type, extension: file_extension, tier: file_handling_tier } = facts;
  found.facts = { file_size: size, mime_type, file_extension, file_handling_tier };
  if (size === 0) throw new FileError('empty', 'The file is empty (0 bytes)');
  const broken = typeMismatch(facts, record.filename, declared);
  if (broken !== undefined) throw new FileError('mismatch', broken);
  if (facts.tier === 'RECORD_ONLY') {
    return { transition: TRANSITIONS.accept, change: () => unreadFields(facts.kind) };
  }
  refuseTooLarge(facts, size);
  const { sha256 } = await watch.time('download', () => ports['files.read'].download(record.store_path, path));
  found.facts.sha256 = sha256;
  if (record.sha256 !== null && record.sha256 !== sha256) {
    throw new FileError('checksum', 'The file does not have the announced SHA-256');
  }
  const { organization_id, document_id } = record;
  const original = await ports['documents.write'].claimContent(record, sha256);
  if (original === undefined) return undefined;
  if (original !== document_id) {
    const reason = 'A document of this project has the same SHA-256';
    const error_detail = { duplicate_of: original, reason, sha256 };
    return { transition: TRANSITIONS.duplicate, change: () => ({ error: null, error_detail }) };
  }
  const templates = await templatesOf(record, ports['sheet-templates.read']);
  const read = await readFileByTier(path, facts, record, ports['files.write'], templates, watch, signal);
  signal.throwIfAborted();
  if ('next' in read) {
    const target = { organizationId: organization_id, documentId: document_id };
    if (read.texts) await storeSliceTexts(target, 1, read.texts, ports['files.write']);
    const plan = { count: read.page_count, size: SLICE_PAGES, facts: { ...found.facts } };
    return handOver(message, record, plan, read, ports);
  }
  const digest = read;
  const files = { read: ports['files.read'], write: ports['files.write'] };
  if (facts.kind === 'pdf') {
    const pages = digest.page_count ?? 0;
    digest.image_digests = await watch.time('store', () => joinPageDrawings(record, pages, files));
  }
  await watch.time('store', () => storeDigest(record, digest, ports));
  found.needsOcr = digest.needs_ocr;
  return { transition: TRANSITIONS.finish, change: (current) => finishedChange(current, digest, new Date()) };
};

/** Whether an earlier delivery may have finished the document and died before it requested text recognition. */
const lacksRecognition = async (
  { organization_id, document_id }: Message,
  ports: Ports,
  { delivery }: MessageRun,
): Promise<boolean> => {
  if (delivery.attempt === 1) return false;
  const record = await ports['documents.read'].get(organization_id, document_id);
  return record?.processing_status === 'PROCESSED' && record.text_status === 'recognising' && !record.is_deleted;
};

export const handle: Handle = async (message, ports, run) => {
  const found: Found = { facts: {}, needsOcr: false };
  const watch = new Stopwatch();
  const store = leasedDocument(message, ports, () => found.facts);
  const ended = await leasedWork(
    { subject: 'Processing', store, transitions: TRANSITIONS, run },
    (record, folder, signal) =>
      watch.time('run', () => processFile(message, record, join(folder, 'file'), found, ports, watch, signal)),
  );
  if (ended ? found.needsOcr : await lacksRecognition(message, ports, run)) await ports['queue.ocr'].send(message);
  const { file_size, mime_type } = found.facts;
  const { organization_id: organization, document_id } = message;
  if (!ended) return;
  const { processing_status: status, error } = ended;
  log('info', 'document processed', {
    ...{ organization, document_id, file_size, mime_type, status, ...(error !== null && { error }) },
    ...watch.fields(),
  });
};

export const handler = queueWorker(worker, handle);
