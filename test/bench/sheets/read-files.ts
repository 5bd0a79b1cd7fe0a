import { basename, join } from 'node:path';
import { evidenceIn } from '../../../functions/workers/process-document/file-evidence.ts';
import { recognisePages } from '../../../functions/workers/recognise-text/recognise-pages.ts';
import { createTesseractOcr } from '../../../infra/local/textract/tesseract.ts';
import { hasTextLayer } from '../../../shared/domain/files/has-text-layer.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import {
  type FileEvidence,
  type PictureReading,
  readSheets,
  wantsPicture,
} from '../../../shared/domain/sheets/index.ts';
import { withLettering } from '../../../shared/drawing/text.ts';
import { readPicture } from '../../../shared/ocr/read-sheet-pictures.ts';
import { openPdf, type PdfDocument } from '../../../shared/pdf/index.ts';
import type { BlockReader, Ocr } from '../../../shared/ports.ts';

/** Returns the pages of a file, and the recognised images of their title blocks where the text leaves fields empty. */
export interface ReadFile {
  pages: PageText[];
  file: FileEvidence;
  pictures: Map<number, PictureReading>;
}

/** Milliseconds per page. */
interface Times {
  text: number[];
  picture: number[];
}

const LONGEST_MS = 300_000;

/** Recognises scanned pages as the service does; pages that cannot be read keep their text. */
const recognised = async (path: string, pages: readonly PageText[], scans: readonly number[], ocr: Ocr) => {
  const found = new Map<number, PageText>();
  const { signal } = new AbortController();
  const reader: BlockReader = { model: null, read: () => Promise.reject(new Error('No vision model is asked')) };
  await recognisePages(
    { path, isPdf: true },
    scans.map((page) => ({ page, part: 'page' })),
    { ocr, opinion: { reader, signal }, asked: new Set() },
    { deadline: Date.now() + LONGEST_MS, signal },
    async (read) => {
      if ('text' in read && read.text) found.set(read.page, read.text);
    },
  );
  return pages.map((page) => {
    const text = found.get(page.page);
    return text ? { ...text, ...(page.rotation !== undefined && { rotation: page.rotation }) } : page;
  });
};

/** Returns the pages of a PDF with their ruled cells and drawn lettering. */
const wholePages = async (pdf: PdfDocument, texts: readonly PageText[]): Promise<PageText[]> => {
  const pages: PageText[] = [];
  for (const text of texts) {
    const { cells, model } = await pdf.drawing(text.page);
    pages.push({ ...withLettering(text, model.lettering), cells });
  }
  return pages;
};

/** Reads the files as the service does; of the pages that need an image only the `labelled` ones are recognised. */
export const readFiles = async (root: string, labelled: readonly { file: string; page: number }[]) => {
  const times: Times = { text: [], picture: [] };
  const files = new Map<string, ReadFile>();
  const ocr = createTesseractOcr({ threads: 1 });
  try {
    for (const name of new Set(labelled.map(({ file }) => file))) {
      const path = join(root, name);
      await using pdf = await openPdf(path);
      const began = performance.now();
      const texts = await pdf.pageTexts();
      const file = await evidenceIn(pdf, basename(name));
      const textTime = performance.now() - began;
      const printed = await wholePages(pdf, texts);
      const from = performance.now();
      readSheets(printed, file);
      const time = textTime + performance.now() - from;
      times.text.push(...printed.map(() => time / printed.length));
      const wanted = new Set(labelled.filter((each) => each.file === name).map(({ page }) => page));
      const scans = hasTextLayer(printed).scanned_pages.filter((page) => wanted.has(page));
      const pages = scans.length > 0 ? await recognised(path, printed, scans, ocr) : printed;
      const sheets = readSheets(pages, file);
      const pictures = new Map<number, PictureReading>();
      for (const [i, page] of pages.entries()) {
        const sheet = sheets[i];
        if (!wanted.has(page.page) || !sheet || !wantsPicture(page, sheet, scans.includes(page.page))) continue;
        const start = performance.now();
        const render = (number: number, dpi: number) => pdf.render(number, { dpi, grey: true });
        const picture = await readPicture(page, { render, ocr, deadline: Date.now() + LONGEST_MS });
        times.picture.push(performance.now() - start);
        if (picture) pictures.set(page.page, picture);
      }
      files.set(name, { pages, file, pictures });
    }
  } finally {
    await ocr.close();
  }
  return { files, times };
};
