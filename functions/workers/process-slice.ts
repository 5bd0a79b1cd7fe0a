import { join } from 'node:path';
import type { DocumentChange, DocumentRecord } from '../../shared/domain/documents/document.ts';
import { processingRun } from '../../shared/domain/documents/processing-run.ts';
import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import type { SlicePlan } from '../../shared/ports.ts';
import { endLeased, failureOf } from '../../shared/queue/leased-work.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { missingSlices, type Slice, sliceDeadline, slicesOwner, slicesWaitEnd } from '../../shared/queue/slices.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { joinPageDrawings, withStoredObjects } from '../../shared/sheets/stored-drawings.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';
import { templatesOf } from './lib/templates-of.ts';
import { whileWanted } from './lib/while-wanted.ts';
import { evidenceIn } from './process-document/file-evidence.ts';
import { finishedChange } from './process-document/finished-change.ts';
import { leasedDocument } from './process-document/leased-document.ts';
import { PAGES, sendSlices } from './process-document/page-slices.ts';
import { digestPages, type PdfReading, renderPages } from './process-document/read-pdf.ts';
import { deleteSliceTexts, readSliceTexts, storeSliceTexts } from './process-document/slice-texts.ts';
import { Stopwatch } from './process-document/stopwatch.ts';
import { storeDigest } from './process-document/store-digest.ts';

export const worker = defineWorker({
  id: 'process-slice',
  description: 'Reads some pages of a long or slow document, and joins all of them after the last',
  queue: 'slices',
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
    name: 'Read some pages of a long document',
    shownBy: 'get-document',
    steps: [
      'Reads texts and title blocks of the pages of the slice, and renders their images; pages that do not fit into the time are left to another slice.',
      'Records that the slice is finished.',
      'After the last slice, joins the texts of all pages and sets the document to PROCESSED.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;
type Message = Parameters<Handle>[0];
type Ports = Parameters<Handle>[1];

/**
 * Reads texts and stores images of a slice's pages, as far as its time allows.
 * @returns the first page that remains
 */
const readSlice = async (
  slice: Slice,
  plan: SlicePlan,
  reading: PdfReading,
  ports: Ports,
  { store_path, filename }: Pick<DocumentRecord, 'store_path' | 'filename'>,
) => {
  const { sha256 } = await ports['files.read'].download(store_path, reading.path);
  if (sha256 !== plan.facts.sha256) throw new FileError('checksum', 'The file was replaced while it was read');
  const pdf = await openPdf(reading.path);
  try {
    if (slice.next === slice.from) {
      const pages = await pdf.pageTexts(slice.from, slice.to);
      const texts = slice.from === 1 ? { pages, file: await evidenceIn(pdf, filename) } : { pages };
      await storeSliceTexts(reading.target, slice.from, texts, ports['files.write']);
    }
    return await renderPages(pdf, slice, reading);
  } finally {
    await pdf.close();
  }
};

/** Does what remains after a document has been finished; safe to run several times. */
const cleanUp = async (message: Message, plan: SlicePlan, needsOcr: boolean, ports: Ports): Promise<void> => {
  const { organization_id, project_id, document_id } = message;
  if (needsOcr) await ports['queue.ocr'].send({ organization_id, project_id, document_id });
  const target = { organizationId: organization_id, documentId: document_id };
  await deleteSliceTexts(target, plan, ports['files.write']);
  await ports['slices.write'].remove(organization_id, document_id, PAGES, plan.run);
  await ports['documents.write'].dropLease(organization_id, document_id, slicesOwner(plan.run));
};

/**
 * Joins all slices into the document. If two runs do it concurrently they write the same, and the first of them
 * finishes the document.
 */
const joinSlices = async (message: Message, plan: SlicePlan, record: DocumentRecord, ports: Ports): Promise<void> => {
  const target = { organizationId: message.organization_id, documentId: message.document_id };
  const { pages: texts, file = { filename: record.filename } } = await readSliceTexts(
    target,
    plan,
    ports['files.read'],
  );
  const pages = await withStoredObjects(record, texts, ports['files.read']);
  const templates = await templatesOf(record, ports['sheet-templates.read']);
  const digest = digestPages(pages, { file, templates }, target);
  digest.image_digests = await joinPageDrawings(record, pages.length, {
    read: ports['files.read'],
    write: ports['files.write'],
  });
  await storeDigest(record, digest, ports);
  const store = leasedDocument(message, ports, () => plan.facts as DocumentChange);
  const ended = await endLeased(store, record, slicesOwner(plan.run), {
    transition: TRANSITIONS.finish,
    change: (current) => finishedChange(current, digest, new Date()),
  });
  if (ended) await cleanUp(message, plan, digest.needs_ocr, ports);
};

/**
 * Processes one slice of a document: its pages' texts and images, within the time of a slice; the remaining pages are
 * sent in another message. The last slice to finish joins all. Safe to run twice, even concurrently: everything is
 * stored under fixed paths, and one conditional write finishes the document. Stops when the document is deleted or has
 * failed.
 */
export const handle: Handle = async (message, ports, run) => {
  const { slice } = message;
  const { organization_id: organizationId, document_id: documentId } = message;
  const read = () => ports['documents.read'].get(organizationId, documentId);
  const isWanted = (record: DocumentRecord | undefined): boolean =>
    record?.processing_status === 'PROCESSING' && !record.is_deleted && processingRun(record) === slice.run;
  const [record, begun] = await Promise.all([read(), ports['slices.write'].get(organizationId, documentId, PAGES)]);
  if (!record || begun?.run !== slice.run) return;
  const leave = async (current: DocumentRecord | undefined): Promise<void> => {
    const ended = current?.processing_status === 'PROCESSED' && processingRun(current) === slice.run;
    if (ended) await cleanUp(message, begun, current.text_status === 'recognising', ports);
  };
  if (!isWanted(record)) return await leave(record);
  const owner = slicesOwner(slice.run);
  await ports['documents.write'].extendLease(organizationId, documentId, { owner, until: slicesWaitEnd() });
  const watch = new Stopwatch();
  try {
    let plan: SlicePlan | undefined = begun;
    if (!begun.finished.has(slice.from)) {
      const next = await inTemporaryFolder((folder) =>
        whileWanted(
          async () => isWanted(await read()),
          run.signal,
          (signal) => {
            const target = { organizationId, documentId };
            const files = ports['files.write'];
            const reading = { path: join(folder, 'file'), target, files, watch, signal, deadline: sliceDeadline() };
            return readSlice(slice, begun, reading, ports, record);
          },
        ),
      );
      if (next === undefined) return;
      if (next <= slice.to) return await sendSlices(message, [{ ...slice, next }], ports['queue.slices']);
      plan = await ports['slices.write'].finish(organizationId, documentId, PAGES, slice);
    }
    if (plan && missingSlices(plan).length === 0) await joinSlices(message, plan, record, ports);
  } catch (error) {
    // Another delivery of the slice may have finished the document and removed what this one was about to read.
    const current = await read();
    if (!isWanted(current)) return await leave(current);
    const failure = failureOf(error, 'Processing', run.delivery.last, run.delivery.attempt);
    if (failure) {
      const store = leasedDocument(message, ports, () => begun.facts as DocumentChange);
      await endLeased(store, record, owner, { transition: TRANSITIONS.fail, change: () => failure });
      await store.dropLease(owner);
      if (error instanceof FileError) return;
    }
    throw error;
  }
};

export const handler = queueWorker(worker, handle);
