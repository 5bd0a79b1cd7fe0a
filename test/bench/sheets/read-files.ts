import { basename, join } from 'node:path';
import { evidenceIn } from '../../../functions/workers/process-document/file-evidence.ts';
import { drawnPages, withScans } from '../../../infra/commands/pdf-pages.ts';
import { createLocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import {
  type FileEvidence,
  type PictureReading,
  readSheets,
  wantsPicture,
} from '../../../shared/domain/sheets/index.ts';
import { letteringRenderer } from '../../../shared/ocr/lettering-renderer.ts';
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

/** Reads the files as the service does; of the pages that need an image only the `labelled` ones are recognised. */
export const readFiles = async (root: string, labelled: readonly { file: string; page: number }[]) => {
  const times: Times = { text: [], picture: [] };
  const files = new Map<string, ReadFile>();
  const ocr = createLocalOcr({ threads: 1 });
  try {
    for (const name of new Set(labelled.map(({ file }) => file))) {
      const path = join(root, name);
      await using pdf = await openPdf(path, { timeoutMs: LONGEST_MS });
      const began = performance.now();
      const texts = await pdf.pageTexts();
      const file = await evidenceIn(pdf, basename(name));
      const textTime = performance.now() - began;
      const printed = await drawnPages(pdf, texts, ocr);
      const from = performance.now();
      readSheets(printed, file);
      const time = textTime + performance.now() - from;
      times.text.push(...printed.map(() => time / printed.length));
      const wanted = new Set(labelled.filter((each) => each.file === name).map(({ page }) => page));
      const { pages, scans } = await withScans(path, printed, ocr, wanted);
      const sheets = readSheets(pages, file);
      const pictures = new Map<number, PictureReading>();
      for (const [i, page] of pages.entries()) {
        const sheet = sheets[i];
        if (!wanted.has(page.page) || !sheet || !wantsPicture(page, sheet, scans.has(page.page))) continue;
        const start = performance.now();
        const picture = await readPicture(page, {
          render: letteringRenderer(pdf),
          ocr,
          deadline: Date.now() + LONGEST_MS,
          pageMilliseconds: LONGEST_MS,
        });
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
