import { basename, join } from 'node:path';
import { evidenceIn } from '../../../functions/workers/process-document/file-evidence.ts';
import { createTesseractOcr } from '../../../infra/local/textract/tesseract.ts';
import { hasTextLayer } from '../../../shared/domain/files/has-text-layer.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import {
  type FileEvidence,
  type PictureReading,
  readSheets,
  wantsPicture,
} from '../../../shared/domain/sheets/index.ts';
import { readPicture } from '../../../shared/ocr/read-sheet-pictures.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

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

/** Reads the files; of pages that need an image only the `labelled` ones are recognised. */
export const readFiles = async (root: string, labelled: readonly { file: string; page: number }[]) => {
  const times: Times = { text: [], picture: [] };
  const files = new Map<string, ReadFile>();
  const ocr = createTesseractOcr({ threads: 1 });
  try {
    for (const name of new Set(labelled.map(({ file }) => file))) {
      await using pdf = await openPdf(join(root, name));
      const began = performance.now();
      const texts = await pdf.pageTexts();
      const file = await evidenceIn(pdf, basename(name));
      const textTime = performance.now() - began;
      // Processing finds the cells with the other objects of the drawing.
      const pages: PageText[] = [];
      for (const text of texts) pages.push({ ...text, cells: await pdf.cells(text.page) });
      const from = performance.now();
      const sheets = readSheets(pages, file);
      const time = textTime + performance.now() - from;
      const scans = new Set(hasTextLayer(pages).scanned_pages);
      times.text.push(...pages.map(() => time / pages.length));
      const pictures = new Map<number, PictureReading>();
      for (const [i, page] of pages.entries()) {
        const isLabelled = labelled.some((each) => each.file === name && each.page === page.page);
        if (!isLabelled || !sheets[i] || !wantsPicture(page, sheets[i], scans.has(page.page))) continue;
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
