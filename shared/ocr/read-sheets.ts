import type { Sheet } from '../domain/documents/document.ts';
import { FileError } from '../domain/files/file-error.ts';
import { hasTextLayer } from '../domain/files/text-layer.ts';
import type { PageText } from '../domain/page-text.ts';
import {
  type FileEvidence,
  type PictureReading,
  readingDirection,
  readSheets,
  wantsPicture,
  withPictures,
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

const dpiOf = ({ width, height }: Pick<PageText, 'width' | 'height'>): number =>
  Math.min(LARGEST_DPI, Math.sqrt(MOST_PIXELS / ((width / 72) * (height / 72))));

export interface PictureReader {
  /** The page in grey, the whole of it. */
  render: (page: number, dpi: number) => Promise<GreyImage>;
  ocr: Ocr;
  /** When the last picture must be read, epoch milliseconds. */
  deadline: number;
}

/**
 * What the picture of a page's title block says; null where it cannot be read.
 * @throws Unavailable: trying again may help
 */
export const readPicture = async (
  page: PageText,
  { render, ocr, deadline }: PictureReader,
): Promise<PictureReading | null> => {
  const dpi = dpiOf(page);
  try {
    const picture = await render(page.page, dpi);
    const direction = readingDirection(page);
    return await readBlock(picture, { dpi, deadline: Math.min(deadline, Date.now() + PAGE_MS), direction }, ocr);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
};

export interface PictureOptions extends PictureReader {
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
  { most, file, ...reader }: PictureOptions,
): Promise<Sheet[]> => {
  const sheets = readSheets(pages, file);
  const scans = new Set(hasTextLayer(pages).scanned_pages);
  const wanted = pages
    .filter((page, i) => sheets[i] && wantsPicture(page, sheets[i], scans.has(page.page)))
    .slice(0, most);
  const pictures = new Map<number, PictureReading>();
  for (const page of wanted) {
    if (Date.now() >= reader.deadline) break;
    const picture = await readPicture(page, reader);
    if (picture) pictures.set(page.page, picture);
  }
  return withRelations(withPictures(sheets, pages, pictures), pages);
};
