import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageText } from '../domain/page-text.ts';
import type { Cell } from '../drawing/cells.ts';
import type { Linework } from '../drawing/linework.ts';
import { boxesOf, findCells, modelOf, readObjects } from '../drawing/model.ts';
import { packLinework } from '../drawing/pack.ts';
import { withLettering } from '../drawing/text.ts';
import { unreadInkOf } from '../drawing/unread-ink.ts';
import { systemThread } from '../thread-environment.ts';
import { readAnnotations, readMarkups, removeStrayFrames } from './annotations.ts';
import { readFacts } from './document-facts.ts';
import { readLayers } from './layered-objects.ts';
import { PdfError } from './pdf-error.ts';
import { limitMemory, memoryRefused, startPdfium } from './pdfium.ts';
import type { Answer, Ask, Calls, ThreadData } from './protocol.ts';
import { readLinework } from './read-linework.ts';
import { renderInk, renderPage } from './render-page.ts';
import { readText } from './text-layer.ts';
import { unpackText } from './unpack-text.ts';

// The body of the worker thread: one PDFium with one open document at a time.

const port = parentPort!;
const pdf = await startPdfium((workerData as ThreadData).pdfium);
const passwordErrors = [4, 5];
const imageObject = 3;
/** Pages after a missing one that are looked for before it counts as the end of the document. */
const PAGES_AFTER = 8;

let document = 0;
let bytesAt = 0;
let pageCount = 0;
/** The loaded page, and what was read of it: several calls need it. */
interface Loaded {
  number: number;
  page: number;
  linework?: Linework;
  text?: ReturnType<typeof readText>;
}
let loaded: Loaded = { number: 0, page: 0 };

const open = ({ bytes, path, password, memoryLimitBytes }: Calls['open']['ask']): Calls['open']['answer'] => {
  const file = bytes ?? readFileSync(path!);
  if (file.length === 0) throw new PdfError('empty', 'The file is empty (0 bytes).');
  limitMemory(memoryLimitBytes);
  bytesAt = pdf.malloc(file.length + 1);
  if (!bytesAt) throw new PdfError('memory');
  new Uint8Array(pdf.memory.buffer).set(file, bytesAt);
  const secret = Buffer.from(`${password ?? ''}\0`, 'utf8');
  const secretAt = pdf.malloc(secret.length);
  new Uint8Array(pdf.memory.buffer).set(secret, secretAt);
  document = pdf.FPDF_LoadMemDocument(bytesAt, file.length, secretAt);
  pdf.free(secretAt);
  if (!document) {
    const code = pdf.FPDF_GetLastError();
    pdf.free(bytesAt);
    bytesAt = 0;
    if (passwordErrors.includes(code)) throw new PdfError('encrypted');
    throw new PdfError(memoryRefused ? 'memory' : 'damaged');
  }
  // PDFium repairs a truncated file and shows the remaining pages; part of a set must not be taken for the whole.
  const mended = !pdf.FPDF_DocumentHasValidCrossReferenceTable(document);
  const tail = Buffer.from(file.buffer, file.byteOffset + Math.max(0, file.length - 2048), Math.min(2048, file.length));
  if (mended && !tail.includes('%%EOF')) {
    close();
    throw new PdfError('damaged', 'The PDF is cut off: its end is missing.');
  }
  const stated = pdf.FPDF_GetPageCount(document);
  // Of a repaired file, pages that are missing may have been lost.
  pageCount = mended ? stated : existingPages(stated);
  if (pageCount < 1) {
    close();
    throw new PdfError(mended ? 'damaged' : 'empty', mended ? undefined : 'The PDF has no pages.');
  }
  return { pageCount };
};

const hasPage = (number: number): boolean => {
  const at = pdf.malloc(8);
  const known = pdf.FPDF_GetPageSizeByIndexF(document, number - 1, at);
  pdf.free(at);
  return known !== 0;
};

/**
 * Returns how many pages the page tree has, of which some programs state more than they write. A missing page that others
 * follow is damaged, not stated in excess.
 */
const existingPages = (stated: number): number => {
  if (stated < 1 || hasPage(stated)) return stated;
  let [last, missing] = [0, stated];
  while (missing - last > 1) {
    const middle = Math.floor((last + missing) / 2);
    if (hasPage(middle)) last = middle;
    else missing = middle;
  }
  const following = Array.from({ length: Math.min(PAGES_AFTER, stated - missing) }, (_, i) => missing + 1 + i);
  return following.some(hasPage) ? stated : last;
};

const load = (number: number): number => {
  if (loaded.number === number) return loaded.page;
  release();
  const page = pdf.FPDF_LoadPage(document, number - 1);
  if (!page)
    throw new PdfError(
      memoryRefused ? 'memory' : 'damaged',
      memoryRefused ? undefined : `Page ${number} of the PDF is damaged.`,
    );
  removeStrayFrames(pdf, page);
  loaded = { number, page };
  return page;
};

const release = () => {
  if (loaded.page) pdf.FPDF_ClosePage(loaded.page);
  loaded = { number: 0, page: 0 };
};

const close = (): Calls['close']['answer'] => {
  release();
  if (document) pdf.FPDF_CloseDocument(document);
  if (bytesAt) pdf.free(bytesAt);
  document = 0;
  bytesAt = 0;
  return { heapBytes: pdf.memory.buffer.byteLength };
};

const size = ({ page }: Calls['size']['ask']): Calls['size']['answer'] => {
  const at = pdf.malloc(8);
  const known = pdf.FPDF_GetPageSizeByIndexF(document, page - 1, at);
  const [width, height] = new Float32Array(pdf.memory.buffer, at, 2);
  pdf.free(at);
  if (!known) throw new PdfError('damaged', `Page ${page} of the PDF is damaged.`);
  return { width: width!, height: height! };
};

const readWords = (page: number): ReturnType<typeof readText> => {
  const at = load(page);
  loaded.text ??= readText(pdf, at, page);
  return loaded.text;
};

const text = ({ page }: Calls['text']['ask']): Calls['text']['answer'] => {
  const read = readWords(page);
  // The array of the answer is handed over.
  return { ...read, numbers: read.numbers.slice(), annotations: readAnnotations(pdf, load(page)) };
};

const imageOnly = ({ page }: Calls['imageOnly']['ask']): boolean => {
  const at = load(page);
  const count = pdf.FPDFPage_CountObjects(at);
  for (let i = 0; i < count; i++) {
    if (pdf.FPDFPageObj_GetType(pdf.FPDFPage_GetObject(at, i)) !== imageObject) return false;
  }
  return count > 0;
};

/** Returns the words of a page as it is drawn, without annotations. */
const words = (page: number): PageText => unpackText({ ...readWords(page), annotations: [] });

const linework = (page: number): Linework => {
  const at = load(page);
  loaded.linework ??= readLinework(pdf, at);
  return loaded.linework;
};

const drawing = ({ page, lettering }: Calls['drawing']['ask']): Calls['drawing']['answer'] => {
  const paths = linework(page);
  const ruled: Cell[] = [];
  const printed = words(page);
  const model = modelOf(paths, printed, { ruled, ...(lettering && { lettering }) });
  const unread = unreadInkOf(paths, withLettering(printed, model.lettering), { hasLines: lettering === undefined });
  return { model, cells: boxesOf(ruled, paths), unread, linework: packLinework(paths) };
};

type Call = Exclude<keyof Calls, 'start'>;

/** How each call is answered. */
const answers: { readonly [C in Call]: (ask: Calls[C]['ask']) => Calls[C]['answer'] } = {
  open,
  size,
  text,
  imageOnly,
  drawing,
  close,
  render: ({ page, options }) => renderPage(pdf, load(page), options),
  ink: ({ page, options }) => renderInk(pdf, load(page), options),
  facts: () => readFacts(pdf, document, pageCount),
  layers: ({ page }) => readLayers(pdf, load(page)),
  markups: ({ page }) => readMarkups(pdf, load(page)),
  // Its arrays are transferred to the caller, so it is read again.
  linework: ({ page }) => readLinework(pdf, load(page)),
  objects: ({ page, tables, lettering }) =>
    readObjects(linework(page), tables ? withLettering(words(page), lettering) : null),
  model: ({ page }) => modelOf(linework(page), words(page), { isComplete: false }),
  cells: ({ page }) => findCells(linework(page), words(page)),
};

/** The arrays of an answer that are handed over instead of copied. */
const transferred: { readonly [C in Call]?: (answer: Calls[C]['answer']) => readonly ArrayBufferView[] } = {
  text: ({ numbers }) => [numbers],
  render: ({ data }) => [data],
  ink: ({ grey, colour }) => [grey, ...Object.values(colour ?? {})],
  layers: ({ numbers }) => [numbers],
  objects: ({ ink }) => (ink ? [ink.pieces.ends, ink.pieces.pen] : []),
  linework: ({ paths, verbs, points, pictures }) => [paths, verbs, points, pictures],
  drawing: ({ linework }) => [linework],
};

const failure = (id: number, error: unknown): Answer => {
  const known = error instanceof PdfError;
  const usage = error instanceof RangeError && !memoryRefused && error.message.startsWith('no picture');
  const code = memoryRefused ? 'memory' : known ? error.code : usage ? 'usage' : 'crashed';
  const detail = known || usage ? error.message : new PdfError(code === 'memory' ? 'memory' : 'crashed').message;
  return { id, error: { code, message: detail }, fatal: (!known && !usage) || memoryRefused };
};

const answerTo = <C extends Call>(id: number, call: C, ask: Calls[C]['ask']): void => {
  let answer: Calls[C]['answer'];
  try {
    answer = answers[call](ask);
    // A page rendered after a failed allocation is incomplete, so an error is better than a partial image.
    if (memoryRefused && call !== 'close') throw new PdfError('memory');
  } catch (error) {
    port.postMessage(failure(id, error));
    return;
  }
  const arrays = transferred[call]?.(answer) ?? [];
  port.postMessage({ id, answer } satisfies Answer, [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]);
};

port.on('message', ({ id, call, ask }: Ask) => answerTo(id, call as Call, ask as Calls[Call]['ask']));

port.postMessage({ id: 0, answer: { thread: systemThread() } } satisfies Answer);
