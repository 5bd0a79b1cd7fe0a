import { join } from 'node:path';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { processingRun } from '../../shared/domain/documents/processing-run.ts';
import { Conflict } from '../../shared/domain/errors.ts';
import type { PageText } from '../../shared/domain/page-text.ts';
import { errorFields, log } from '../../shared/log.ts';
import type { SlicePlan } from '../../shared/ports.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { missingSlices, type Slice, sliceDeadline } from '../../shared/queue/slices.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import {
  joinPageDrawings,
  readStrokes,
  replacePageDrawing,
  withStoredObjects,
} from '../../shared/sheets/stored-drawings.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';
import { templatesOf } from './lib/templates-of.ts';
import { whileWanted } from './lib/while-wanted.ts';
import { finishedChange } from './process-document/finished-change.ts';
import { storeDigest, storeTitleBlocks } from './process-document/store-digest.ts';
import { MOST_OPINIONS } from './recognise-text/ask-block-reader.ts';
import { isLettering, type RecognisedUnit, recognisePages, unread } from './recognise-text/recognise-pages.ts';
import { recognisedDigest } from './recognise-text/recognised-digest.ts';
import { deleteRecognised, readRecognised, storeRecognised } from './recognise-text/recognised-pages.ts';
import { giveUp, RECOGNITION, type RecognitionUnit, unitsToRead } from './recognise-text/recognition.ts';

export const worker = defineWorker({
  id: 'recognise-text',
  description:
    'Reads the text of scanned pages, and title blocks, from their images and completes the document with it',
  queue: 'ocr',
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
    'ocr',
    'block-reader',
    'queue.ocr',
  ],
  task: {
    agent: 'document-processing',
    name: 'Read scanned pages',
    shownBy: 'get-document',
    steps: [
      'Recognises the text of scanned pages, of lettering drawn as strokes or outlines, and of title blocks drawn as images, four pages per slice, while the document is PROCESSED with the text_status recognising.',
      'Stores the text of each page.',
      'After the last slice, adds the text to content, sheets and chunks; the text_status becomes complete, or partial if pages could not be read.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;
type Message = Parameters<Handle>[0];
type Ports = Parameters<Handle>[1];

/** Maximum pages or title blocks per slice. */
const SLICE_PAGES = 4;
/** Milliseconds of a run reserved for storing the results. */
const KEPT_BACK_MILLISECONDS = 60_000;
/** Attempts to store the result while callers change the document. */
const ATTEMPTS = 5;

/** Returns the pages whose title blocks the vision model may read. */
const pagesToAsk = (units: readonly RecognitionUnit[]): ReadonlySet<number> =>
  new Set(units.flatMap(({ page, part }) => (part === 'block' ? [page] : [])).slice(0, MOST_OPINIONS));

const targetOf = ({ organization_id, document_id }: Message) => ({
  organizationId: organization_id,
  documentId: document_id,
});

/** Stores what was recognised of a unit; the objects that were detected by its lettering replace those of the page. */
const storeUnit = async (
  message: Message,
  unit: RecognitionUnit,
  recognised: RecognisedUnit,
  ports: Ports,
): Promise<void> => {
  const files = { read: ports['files.read'], write: ports['files.write'] };
  if (isLettering(recognised)) {
    if (recognised.drawing) await replacePageDrawing(message, recognised.drawing, files);
    return await storeRecognised(targetOf(message), unit, { page: unit.page, drawing: null }, files.write);
  }
  await storeRecognised(targetOf(message), unit, recognised, files.write);
};

/**
 * Reads the slice's pages, as far as its time allows.
 * @returns the first unit that remains; undefined if the work is no longer wanted
 */
const recogniseSlice = (
  message: Message,
  record: DocumentRecord,
  units: readonly RecognitionUnit[],
  { next, to }: Slice,
  isWanted: () => Promise<boolean>,
  ports: Ports,
  outer: AbortSignal,
): Promise<number | undefined> =>
  inTemporaryFolder((folder) =>
    whileWanted(isWanted, outer, async (signal) => {
      const path = join(folder, 'file');
      await ports['files.read'].download(record.store_path, path);
      const read = await recognisePages(
        { path, isPdf: record.mime_type === 'application/pdf' },
        units.slice(next - 1, to),
        {
          ...{ ocr: ports.ocr, opinion: { reader: ports['block-reader'], signal }, asked: pagesToAsk(units) },
          strokes: (page) => readStrokes(record, page, ports['files.read']),
        },
        { deadline: sliceDeadline(), signal },
        (unit, recognised) => storeUnit(message, unit, recognised, ports),
      );
      return next + read;
    }),
  );

const cleanUp = async (
  message: Message,
  units: readonly RecognitionUnit[],
  run: string,
  ports: Ports,
): Promise<void> => {
  await deleteRecognised(targetOf(message), units, ports['files.write']);
  await ports['slices.write'].remove(message.organization_id, message.document_id, RECOGNITION, run);
};

/**
 * Adds the recognised text in one write conditional on the version it was made from; after a reprocess or a caller's
 * change the record is read again and the change is based on it.
 */
const joinSlices = async (
  message: Message,
  record: DocumentRecord,
  units: readonly RecognitionUnit[],
  ports: Ports,
  deadline: number,
): Promise<void> => {
  const { organization_id, project_id, document_id } = message;
  const recognised = await readRecognised(targetOf(message), units, ports['files.read']);
  const templates = await templatesOf(record, ports['sheet-templates.read']);
  const opinion = { reader: ports['block-reader'], signal: AbortSignal.timeout(Math.max(0, deadline - Date.now())) };
  const means = { ocr: ports.ocr, deadline, opinion, opinions: MOST_OPINIONS - pagesToAsk(units).size };
  if (recognised.some(isLettering)) {
    const files = { read: ports['files.read'], write: ports['files.write'] };
    await joinPageDrawings(record, record.page_count ?? 0, files);
  }
  const digest = await inTemporaryFolder(async (folder) => {
    const path = join(folder, 'file');
    await ports['files.read'].download(record.store_path, path);
    const withObjects = (pages: readonly PageText[]) => withStoredObjects(record, pages, ports['files.read']);
    return await recognisedDigest(path, record, recognised, { ...means, withObjects }, templates);
  });
  // Blocks add no text, so the text and vectors stored by processing remain valid.
  const hasText = units.some(({ part }) => part !== 'block');
  await (hasText ? storeDigest : storeTitleBlocks)(record, digest, ports);
  const run = processingRun(record);
  let current: DocumentRecord | undefined = record;
  for (let attempt = 1; ; attempt++) {
    const now = new Date();
    const guard = { ifVersion: current.record_version, writeId: `recognition:${run}`, now };
    try {
      const change = finishedChange(current, digest, now);
      await ports['documents.write'].change(organization_id, project_id, document_id, change, guard);
      break;
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
      current = await ports['documents.read'].get(organization_id, document_id);
      if (!current || !unitsToRead(current) || processingRun(current) !== run) return;
    }
  }
  await cleanUp(message, units, run, ports);
};

/**
 * Returns the message's slice and its plan. A message without a slice starts the recognition: with one slice it
 * continues itself, otherwise it sends one message per slice.
 */
const sliceOf = async (
  message: Message,
  run: string,
  units: readonly RecognitionUnit[],
  ports: Ports,
): Promise<{ slice: Slice; plan: SlicePlan } | undefined> => {
  const { organization_id, document_id } = message;
  if (message.slice) {
    const plan = await ports['slices.write'].get(organization_id, document_id, RECOGNITION);
    return plan?.run === run && message.slice.run === run ? { slice: message.slice, plan } : undefined;
  }
  const wanted = { run, count: units.length, size: SLICE_PAGES, facts: {} };
  const plan = await ports['slices.write'].begin(organization_id, document_id, RECOGNITION, wanted);
  const [first, ...others] = missingSlices(plan);
  const slice = first ?? { run, from: 1, to: Math.min(SLICE_PAGES, units.length), next: 1 };
  if (others.length === 0) return { slice, plan };
  for (const each of [slice, ...others]) await ports['queue.ocr'].send({ ...message, slice: each });
  return undefined;
};

/**
 * Recognises the pages while the document stays PROCESSED with the `text_status` `recognising`. Long documents are read
 * in slices, each in its own run; the last slice to finish joins all. Safe to run twice, because everything is stored
 * under fixed paths.
 */
export const handle: Handle = async (message, ports, run) => {
  const { organization_id, document_id } = message;
  const read = () => ports['documents.read'].get(organization_id, document_id);
  const record = await read();
  const units = unitsToRead(record);
  if (!record || !units) return;
  const processing = processingRun(record);
  const found = await sliceOf(message, processing, units, ports);
  if (!found) return;
  const { slice } = found;
  let plan: SlicePlan | undefined = found.plan;
  if (!plan.finished.has(slice.from)) {
    const isWanted = async () => {
      const current = await read();
      return current !== undefined && unitsToRead(current) !== undefined && processingRun(current) === processing;
    };
    let next: number | undefined;
    try {
      next = await recogniseSlice(message, record, units, slice, isWanted, ports, run.signal);
    } catch (error) {
      if (!run.delivery.last) throw error;
      log('error', 'pages not recognised', { document_id, ...slice, ...errorFields(error) });
      for (const unit of units.slice(slice.next - 1, slice.to)) {
        await storeRecognised(targetOf(message), unit, unread(unit), ports['files.write']);
      }
      next = slice.to + 1;
    }
    if (next === undefined) return;
    if (next <= slice.to) return await ports['queue.ocr'].send({ ...message, slice: { ...slice, next } });
    plan = await ports['slices.write'].finish(organization_id, document_id, RECOGNITION, slice);
  }
  if (!plan || missingSlices(plan).length > 0) return;
  try {
    await joinSlices(message, record, units, ports, run.deadline - KEPT_BACK_MILLISECONDS);
  } catch (error) {
    if (run.delivery.last) await giveUp(message, 'internal', ports);
    throw error;
  }
};

export const handler = queueWorker(worker, handle);
