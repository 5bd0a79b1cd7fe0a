import { recognisePages } from '../../functions/workers/recognise-text/recognise-pages.ts';
import { hasTextLayer } from '../../shared/domain/files/has-text-layer.ts';
import type { DrawnWord, PageText } from '../../shared/domain/page-text.ts';
import { withLettering } from '../../shared/drawing/text.ts';
import { letteringRenderer } from '../../shared/ocr/lettering-renderer.ts';
import { readLettering } from '../../shared/ocr/read-lettering.ts';
import type { PageDrawing, PdfDocument } from '../../shared/pdf/index.ts';
import type { BlockReader, Ocr } from '../../shared/ports.ts';

/** Maximum milliseconds for recognising the scanned pages of a file. */
const LONGEST_MS = 300_000;

/** Detects the objects of a page after reading its drawn lettering, as processing and text recognition do. */
export const drawnPage = async (pdf: PdfDocument, text: PageText, ocr: Ocr): Promise<PageDrawing> => {
  const deadline = Date.now() + LONGEST_MS;
  const drawing = (page: number, lettering: readonly DrawnWord[]) => pdf.drawing(page, lettering);
  const first = await pdf.drawing(text.page);
  const { model, unread } = first;
  const reader = { render: letteringRenderer(pdf), drawing, ocr, deadline };
  return (await readLettering(text, { lettering: model.lettering, unread }, reader)) ?? first;
};

/**
 * Returns the text of the pages of a PDF with their ruled cells, drawn lettering and unread ink, as processing and text
 * recognition read it.
 */
export const drawnPages = async (pdf: PdfDocument, texts: readonly PageText[], ocr: Ocr): Promise<PageText[]> => {
  const pages: PageText[] = [];
  for (const text of texts) {
    const { cells, unread, model } = await drawnPage(pdf, text, ocr);
    pages.push({ ...withLettering(text, model.lettering), cells, unread });
  }
  return pages;
};

/**
 * Recognises the scanned pages of a PDF as the service does; those that cannot be read keep their text.
 * @param only recognises no other pages
 */
export const withScans = async (
  path: string,
  pages: readonly PageText[],
  ocr: Ocr,
  only?: ReadonlySet<number>,
): Promise<{ pages: PageText[]; scans: Set<number> }> => {
  const scans = hasTextLayer(pages).scanned_pages.filter((page) => only?.has(page) ?? true);
  const found = new Map<number, PageText>();
  const { signal } = new AbortController();
  const reader: BlockReader = { model: null, read: () => Promise.reject(new Error('No vision model is asked')) };
  if (scans.length > 0) {
    await recognisePages(
      { path, isPdf: true },
      scans.map((page) => ({ page, part: 'page' })),
      { ocr, opinion: { reader, signal }, asked: new Set(), strokes: async () => null },
      { deadline: Date.now() + LONGEST_MS, signal },
      async (_, read) => {
        if ('text' in read && read.text) found.set(read.page, read.text);
      },
    );
  }
  const whole = pages.map((page) => {
    const text = found.get(page.page);
    return text ? { ...text, ...(page.rotation !== undefined && { rotation: page.rotation }) } : page;
  });
  return { pages: whole, scans: new Set(scans) };
};
