import { pageImagePath, pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import { hasTextLayer } from '../../../shared/domain/files/has-text-layer.ts';
import type { CellBox, DrawnWord, PageText, UnreadInk } from '../../../shared/domain/page-text.ts';
import {
  blockPages,
  type FileEvidence,
  readSheets,
  type SheetTemplateRecord,
  wantsPicture,
  withRelations,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import { documentHeading } from '../../../shared/domain/text/index.ts';
import { withLettering } from '../../../shared/drawing/text.ts';
import { log } from '../../../shared/log.ts';
import { openPdf, type PdfDocument } from '../../../shared/pdf/index.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import { storePageDrawing } from '../../../shared/sheets/stored-drawings.ts';
import type { FileDigest } from './file-digest.ts';
import { evidenceIn } from './file-evidence.ts';
import { storePageImages } from './page-images.ts';
import type { SliceTexts } from './slice-texts.ts';
import type { Stopwatch } from './stopwatch.ts';
import { digestText } from './text-digest.ts';

/** From this many pages on, a second PDFium thread is used, which halves the rendering time. */
const PAGES_FOR_TWO = 2;

/** Maximum pages per slice. */
export const SLICE_PAGES = 16;

/** Maximum pages with text whose title block is read from an image. */
const MOST_BLOCKS = 60;
/** Maximum pages whose drawn lettering is recognised. */
const MOST_LETTERED = 100;
/** Maximum scanned pages that are listed and recognised. */
const MOST_SCANNED = 500;

/** The inputs of the PDF reader. */
export interface PdfReading {
  path: string;
  target: { organizationId: string; documentId: string };
  files: FilesWrite;
  watch: Stopwatch;
  signal: AbortSignal;
  /** Epoch milliseconds after which no page is started, except the first. */
  deadline: number;
}

/** What the linework of a page adds to its text. */
interface PageFinds {
  cells: CellBox[];
  unread: UnreadInk;
  lettering: DrawnWord[];
}

/** Pages left to another run, from `next`; with the texts of the pages if they have been read. */
export interface Unfinished {
  page_count: number;
  next: number;
  texts: SliceTexts | undefined;
}

/**
 * Stores the images and drawing models of pages `next` to `to`, as far as the deadline allows, but at least one.
 * @param found receives the ruled cells, the unread ink and the drawn lettering of each page
 * @returns the first page that remains
 */
export const renderPages = async (
  first: PdfDocument,
  { next, to }: { next: number; to: number },
  { path, target, files, watch, signal, deadline }: PdfReading,
  found = new Map<number, PageFinds>(),
): Promise<number> => {
  let page = next;
  const render = async (pdf: PdfDocument) => {
    while (page <= to && (page === next || Date.now() < deadline)) {
      signal.throwIfAborted();
      const at = page++;
      const image_digest = await storePageImages(pdf, at, target, files, watch);
      const drawing = await watch.time('pdfium', () => pdf.drawing(at));
      found.set(at, { cells: drawing.cells, unread: drawing.unread, lettering: drawing.model.lettering });
      const place = { organization_id: target.organizationId, document_id: target.documentId };
      if (drawing.omitted) log('warn', 'objects of a page not detected', { ...place, page: at, code: drawing.omitted });
      await watch.time('store', () => storePageDrawing(place, { ...drawing, image_digest }, files));
    }
  };
  if (to - next + 1 < PAGES_FOR_TWO) {
    await render(first);
    return page;
  }
  const second = await watch.time('pdfium', () => openPdf(path));
  try {
    await Promise.all([render(first), render(second)]);
    return page;
  } finally {
    await second.close();
  }
};

/** Facts about a file other than the content of its pages. */
export interface Expected {
  file: FileEvidence;
  /** The organization's title block templates, learned from corrections. */
  templates: readonly SheetTemplateRecord[];
}

/**
 * Digests all pages of a PDF whose images are stored. `detail` lists pages without a text layer, those with drawn lettering,
 * and those whose title block cannot be read from the text.
 */
export const digestPages = (
  pages: readonly PageText[],
  { file, templates }: Expected,
  target: PdfReading['target'],
): FileDigest => {
  const blocks = blockPages(pages);
  const sheets = withRelations(withTemplates(readSheets(pages, file), blocks, templates), pages);
  const { none, scanned_pages } = hasTextLayer(pages);
  const scans = new Set(scanned_pages);
  const block_pages = pages
    .filter((page, i) => !scans.has(page.page) && sheets[i] && wantsPicture(page, sheets[i], false))
    .map(({ page }) => page);
  const lettering_pages = pages
    .filter(({ page, unread }) => !scans.has(page) && unread?.lines !== undefined)
    .map(({ page }) => page);
  const isScanned = scanned_pages.length > 0;
  const needs_ocr = isScanned || lettering_pages.length > 0 || block_pages.length > 0;
  return {
    ...digestText(pages, sheets),
    // Only a document without title blocks takes its title from the first heading.
    title: sheets.some((sheet) => sheet.sheet_number ?? sheet.title) ? null : documentHeading(pages),
    sheets,
    blocks,
    pages,
    page_count: pages.length,
    full_image_path: pageImagePath(target.organizationId, target.documentId, 1),
    thumbnail_image_path: pageThumbnailPath(target.organizationId, target.documentId, 1),
    detail: needs_ocr
      ? {
          text_layer: none ? 'none' : isScanned ? 'partial' : 'complete',
          ...(isScanned && { scanned_pages: scanned_pages.slice(0, MOST_SCANNED) }),
          ...(lettering_pages.length > 0 && { lettering_pages: lettering_pages.slice(0, MOST_LETTERED) }),
          ...(block_pages.length > 0 && { block_pages: block_pages.slice(0, MOST_BLOCKS) }),
        }
      : null,
    needs_ocr,
  };
};

/**
 * Reads text, sheets, page images and chunks of a PDF, or returns how far it came in its time; a PDF with more pages
 * than a slice is only counted.
 * @throws FileError if the file is encrypted, damaged or exceeds the reader's limits
 */
export const readPdf = async (
  reading: PdfReading,
  { filename, templates }: Pick<Expected, 'templates'> & { filename: string },
): Promise<FileDigest | Unfinished> => {
  const { path, target, watch, signal } = reading;
  const pdf = await watch.time('pdfium', () => openPdf(path));
  try {
    const { pageCount } = pdf;
    if (pageCount > SLICE_PAGES) return { page_count: pageCount, next: 1, texts: undefined };
    const texts = await watch.time('pdfium', () => pdf.pageTexts());
    signal.throwIfAborted();
    const found = new Map<number, PageFinds>();
    const next = await renderPages(pdf, { next: 1, to: pageCount }, reading, found);
    const file = await watch.time('pdfium', () => evidenceIn(pdf, filename));
    const whole = texts.map((page) => {
      const { lettering = [], ...finds } = found.get(page.page) ?? { cells: [] };
      return { ...withLettering(page, lettering), ...finds };
    });
    return next > pageCount
      ? digestPages(whole, { file, templates }, target)
      : { page_count: pageCount, next, texts: { pages: texts, file } };
  } finally {
    await pdf.close();
  }
};
