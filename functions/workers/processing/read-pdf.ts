import { hasTextLayer } from '../../../shared/domain/files/text-layer.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { readSheets, withRelations } from '../../../shared/domain/sheets/index.ts';
import { documentHeading } from '../../../shared/domain/text/index.ts';
import { openPdf, type PdfDocument, PdfError } from '../../../shared/pdf/index.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import { type Digest, Unreadable } from './digest.ts';
import { pageImagePath, pageThumbnailPath, storePageImages } from './page-images.ts';
import type { Stopwatch } from './stopwatch.ts';
import { digestText } from './text-digest.ts';

/** From this many pages on a second PDFium thread halves the rendering. */
const PAGES_FOR_TWO = 2;

const renderAll = async (
  path: string,
  first: PdfDocument,
  target: { organizationId: string; documentId: string },
  files: FilesWrite,
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<void> => {
  let next = 1;
  const work = async (pdf: PdfDocument) => {
    for (let page = next++; page <= first.pageCount; page = next++) {
      signal.throwIfAborted();
      await storePageImages(pdf, page, target, files, watch);
    }
  };
  if (first.pageCount < PAGES_FOR_TWO) return work(first);
  const second = await watch.time('pdfium', () => openPdf(path));
  try {
    await Promise.all([work(first), work(second)]);
  } finally {
    await second.close();
  }
};

/**
 * Text by page, sheets, page images and chunks of a PDF. Pages without a text layer are named in `detail`.
 * @throws Unreadable when the file is encrypted, damaged, or too much for the reader's bounds
 */
export const readPdf = async (
  path: string,
  target: { organizationId: string; documentId: string; filename: string },
  files: FilesWrite,
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<Digest> => {
  try {
    const pdf = await watch.time('pdfium', () => openPdf(path));
    try {
      const pages: PageText[] = await watch.time('pdfium', () => pdf.pageTexts());
      signal.throwIfAborted();
      await renderAll(path, pdf, target, files, watch, signal);
      const sheets = withRelations(readSheets(pages, { filename: target.filename }), pages);
      const layer = hasTextLayer(pages);
      return {
        ...digestText(pages, sheets),
        // Only a document without title blocks is named by its first heading.
        title: sheets.some((sheet) => sheet.sheet_number ?? sheet.title) ? null : documentHeading(pages),
        sheets,
        page_count: pdf.pageCount,
        full_image_path: pageImagePath(target.organizationId, target.documentId, 1),
        thumbnail_image_path: pageThumbnailPath(target.organizationId, target.documentId, 1),
        detail:
          layer.scanned_pages.length > 0
            ? { text_layer: layer.none ? 'none' : 'partial', scanned_pages: layer.scanned_pages.slice(0, 500) }
            : null,
        needs_ocr: layer.scanned_pages.length > 0,
      };
    } finally {
      await pdf.close();
    }
  } catch (error) {
    if (error instanceof PdfError) throw new Unreadable(error.code, error.message, { cause: error });
    throw error;
  }
};
