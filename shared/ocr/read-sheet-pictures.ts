import { FileError } from '../domain/files/file-error.ts';
import { hasTextLayer } from '../domain/files/has-text-layer.ts';
import { mergedWords } from '../domain/merged-words.ts';
import type { PageText, Word } from '../domain/page-text.ts';
import {
  type FileEvidence,
  mayBeElsewhere,
  type PictureReading,
  readingDirection,
  readSheets,
  wantsPicture,
  withPictures,
  withRelations,
} from '../domain/sheets/index.ts';
import { linesOf } from '../domain/sheets/lines.ts';
import type { Sheet } from '../domain/sheets/sheet.ts';
import type { Ocr } from '../ports.ts';
import { evenPaper } from './even-paper.ts';
import type { GreyImage } from './grey.ts';
import { languageOf } from './page-language.ts';
import { readBlock } from './read-block.ts';
import type { PageBox } from './read-lines.ts';
import { readPage } from './read-page.ts';

/** Maximum density of the image in which the block is searched; that of larger sheets is lower. */
const LARGEST_DPI = 200;
const MOST_PIXELS = 24_000_000;
/** The default time limit in milliseconds for one page's block. */
const PAGE_MS = 30_000;

const dpiOf = ({ width, height }: Pick<PageText, 'width' | 'height'>): number =>
  Math.min(LARGEST_DPI, Math.sqrt(MOST_PIXELS / ((width / 72) * (height / 72))));

export interface PictureReader {
  /** Renders the whole page, or a rectangle of it in points, in grey. */
  render: (page: number, dpi: number, clip?: PageBox) => Promise<GreyImage>;
  ocr: Ocr;
  /** Deadline for the last image, in epoch milliseconds. */
  deadline: number;
  /** Time limit in milliseconds for one page's block, including all directions. */
  pageMilliseconds?: number;
}

/** Reads the title block of a page from the whole image; returns null if nothing on it is legible. */
const readWhole = async (
  picture: GreyImage,
  options: Parameters<typeof readPage>[1],
  ocr: Ocr,
): Promise<PictureReading | null> => {
  try {
    const { words, confidence } = await readPage(picture, options, ocr);
    const points = 72 / options.dpi;
    const scaled = words.map((word): Word => {
      const { text, angle, certainty } = word;
      const [width, height] = [word.width * points, word.height * points];
      const size = angle % 180 === 0 ? height : width;
      return { text, angle, drawn: certainty, size, x: word.x * points, y: word.y * points, width, height };
    });
    return { words: scaled, confidence: confidence / 100 };
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
};

/**
 * Recognises the title block in a page's image; returns null if it cannot be read.
 * @throws Unavailable if a retry may help
 */
export const readPicture = async (
  page: PageText,
  { render, ocr, deadline, pageMilliseconds = PAGE_MS }: PictureReader,
): Promise<PictureReading | null> => {
  const dpi = dpiOf(page);
  try {
    const picture = evenPaper(await render(page.page, dpi));
    const [direction, likely] = [readingDirection(page), linesOf(page).angle];
    const detail = async (clip: PageBox, density: number) => evenPaper(await render(page.page, density, clip));
    const until = Math.min(deadline, Date.now() + pageMilliseconds);
    const language = languageOf(page.words.map(({ text }) => text));
    const read = await readBlock(picture, { dpi, deadline: until, direction, likely, language, render: detail }, ocr);
    if (linesOf(page).recognised || !mayBeElsewhere(page, read) || Date.now() >= until) return read;
    const whole = await readWhole(picture, { dpi, deadline_ms: until - Date.now(), language }, ocr);
    return whole ? { ...read, ...whole, words: mergedWords(read.words, whole.words) } : read;
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
};

export interface PictureOptions extends PictureReader {
  /** Maximum number of pages whose images are recognised. */
  most: number;
  /** Pages without a text layer; by default those without words. */
  scans?: ReadonlySet<number>;
  /** See readSheets. */
  file?: FileEvidence;
}

/**
 * Reads the title block of each page from the text layer, and missing fields from the block's image. If recognition
 * fails, a page keeps the fields of its text layer.
 */
export const readSheetsWithPictures = async (
  pages: readonly PageText[],
  { most, scans = new Set(hasTextLayer(pages).scanned_pages), file, ...reader }: PictureOptions,
): Promise<Sheet[]> => {
  const sheets = readSheets(pages, file);
  const wanted = pages
    .filter((page, i) => sheets[i] && wantsPicture(page, sheets[i], scans.has(page.page)))
    .slice(0, most);
  const pictures = new Map<number, PictureReading>();
  for (const page of wanted) {
    if (Date.now() >= reader.deadline) break;
    const picture = await readPicture(page, reader);
    if (picture) pictures.set(page.page, picture);
  }
  return withRelations(withPictures(sheets, pages, pictures, file), pages);
};
