import type { Sheet } from '../domain/documents/document.ts';
import { FileError } from '../domain/files/file-error.ts';
import type { PageText } from '../domain/page-text.ts';
import {
  completed,
  type FileEvidence,
  readSheets,
  readTitleBlock,
  wantsPicture,
  withRelations,
} from '../domain/sheets/index.ts';
import type { Ocr } from '../ports.ts';
import type { GreyImage } from './grey.ts';
import { readBlock } from './read-block.ts';

/** Beyond this density letters gain nothing; a larger sheet is pictured with fewer, for its letters are larger, too. */
const LARGEST_DPI = 200;
const MOST_PIXELS = 24_000_000;
/** Milliseconds for one page's block, whichever way it lies. */
const PAGE_MS = 30_000;

const dpiOf = ({ width, height }: PageText): number =>
  Math.min(LARGEST_DPI, Math.sqrt(MOST_PIXELS / ((width / 72) * (height / 72))));

export interface PictureOptions {
  /** The page in grey, the whole of it. */
  render: (page: number, dpi: number) => Promise<GreyImage>;
  ocr: Ocr;
  /** When the last picture must be read, epoch milliseconds. */
  deadline: number;
  /** Pages whose picture is read at most. */
  most: number;
  /** @see readSheets */
  file?: FileEvidence;
}

/**
 * What the title block of each page says: read from the text layer, and what that leaves open from the block's
 * picture. A page whose recognition fails keeps what its text layer says.
 */
export const readSheetsWithPictures = async (
  pages: readonly PageText[],
  { render, ocr, deadline, most, file }: PictureOptions,
): Promise<Sheet[]> => {
  const sheets = readSheets(pages, file);
  let left = most;
  for (const [i, page] of pages.entries()) {
    const sheet = sheets[i];
    if (!sheet || !wantsPicture(page, sheet)) continue;
    if (left-- <= 0 || Date.now() >= deadline) break;
    const dpi = dpiOf(page);
    const picture = await render(page.page, dpi);
    const run = { dpi, deadline: Math.min(deadline, Date.now() + PAGE_MS) };
    const read = await readBlock(picture, run, ocr).catch((error) => {
      if (error instanceof FileError) return null;
      throw error;
    });
    if (!read) continue;
    const text = read.words.map((word) => word.text).join('\n');
    sheets[i] = completed(sheet, readTitleBlock({ ...page, words: read.words, text }), read.confidence);
  }
  return withRelations(sheets, pages);
};
