import sharp from 'sharp';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { hasTextLayer } from '../../../shared/domain/files/has-text-layer.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import type { PictureReading } from '../../../shared/domain/sheets/index.ts';
import type { BlockAnswers } from '../../../shared/domain/sheets/second-opinion.ts';
import { withLettering } from '../../../shared/drawing/text.ts';
import { letteringRenderer } from '../../../shared/ocr/lettering-renderer.ts';
import { readLettering, type StrokesRead } from '../../../shared/ocr/read-lettering.ts';
import { type PageReading, readPage } from '../../../shared/ocr/read-page.ts';
import { readPicture } from '../../../shared/ocr/read-sheet-pictures.ts';
import { openPdf, type PageDrawing } from '../../../shared/pdf/index.ts';
import type { Ocr } from '../../../shared/ports.ts';
import { askBlockReader, type SecondOpinion } from './ask-block-reader.ts';
import type { RecognitionUnit } from './recognition.ts';

/** Pixels per inch of a picture that is a page by itself, and of large sheets. */
const DPI = 150;
/** Pages up to about A3 have small lettering. */
const SMALL_PAGE_POINTS = 1200;
const SMALL_PAGE_DPI = 300;
/**
 * Maximum pixels of a page's image: three A0 sheets at 150 per inch. Scans stored with one point per pixel make pages of
 * several metres, whose lettering is as large.
 */
const MOST_PIXELS = 100_000_000;
/** Maximum milliseconds per page. */
const PAGE_MILLISECONDS = 120_000;

interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}
/** The result of recognising one page. */
export interface RecognisedPage {
  page: number;
  /** Undefined if the page could not be read. */
  text?: PageText;
  /** Mean confidence of the words, 0 to 100. */
  confidence: number;
  /** False if the time did not suffice for the whole page. */
  complete: boolean;
  /** The language (ISO 639-2) of the text, with or without data for it; absent if the text does not tell. */
  language?: string;
}

/** The result of reading one page's title block from its image; null if it could not be read. */
export interface RecognisedBlock {
  page: number;
  block: PictureReading | null;
  /** The vision model's reading, if it was asked. */
  opinion?: BlockAnswers | null;
}
/** The result of reading the drawn lettering of one page. */
export interface RecognisedLettering {
  page: number;
  /** The objects of the page as detected by its lettering; null if that adds nothing to those stored. */
  drawing: PageDrawing | null;
}
export type RecognisedUnit = RecognisedPage | RecognisedLettering | RecognisedBlock;

export const isLettering = (unit: RecognisedUnit): unit is RecognisedLettering => 'drawing' in unit;

export const unread = ({ page, part }: RecognitionUnit): RecognisedUnit => {
  if (part === 'block') return { page, block: null };
  return part === 'lettering' ? { page, drawing: null } : { page, confidence: 0, complete: false };
};

/** Returns the pixels per inch at which a page is recognised. */
const dpiOf = ({ width, height }: { width: number; height: number }): number => {
  const wanted = Math.max(width, height) <= SMALL_PAGE_POINTS ? SMALL_PAGE_DPI : DPI;
  return Math.min(wanted, 72 * Math.sqrt(MOST_PIXELS / (width * height)));
};

/** Converts what was read to points of the page. */
const toPage = (page: number, { width, height }: Grey, dpi: number, { words, text }: PageReading): PageText => {
  const points = 72 / dpi;
  return {
    page,
    width: width * points,
    height: height * points,
    text,
    words: words.map((word) => ({
      text: word.text,
      x: word.x * points,
      y: word.y * points,
      width: word.width * points,
      height: word.height * points,
      // Across the reading direction.
      size: (word.angle % 180 === 0 ? word.height : word.width) * points,
      angle: word.angle,
      drawn: word.certainty,
    })),
  };
};

/**
 * Decodes an image that is a whole page.
 * @throws FileError `damaged`
 */
const greyPicture = async (path: string): Promise<Grey> => {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: 300_000_000, failOn: 'error' })
      .flatten({ background: 'white' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw new FileError('damaged', 'The image is damaged and cannot be read.', { cause: error });
  }
};

/** What images are read with; the vision model reads the title blocks of the `asked` pages only. */
interface Readers {
  ocr: Ocr;
  opinion: SecondOpinion;
  asked: ReadonlySet<number>;
  /** Returns what processing read from the strokes of a page; null if that is not stored. */
  strokes: (page: number) => Promise<StrokesRead | null>;
}

interface Images {
  read: (unit: RecognitionUnit, readers: Readers) => Promise<RecognisedUnit>;
  close: () => Promise<void>;
}

/**
 * Recognises the text of one page's image.
 * @param likely the language in which it is likely to be written
 * @throws FileError if it cannot be read
 * @throws Unavailable if another attempt may succeed
 */
const recognisePage = async (
  page: number,
  grey: Grey,
  { dpi, likely = null }: { dpi: number; likely?: string | null },
  ocr: Ocr,
): Promise<RecognisedPage> => {
  const found = await readPage(grey, { dpi, deadline_ms: PAGE_MILLISECONDS, language: likely }, ocr);
  const { confidence, complete, language } = found;
  return { page, text: toPage(page, grey, dpi, found), confidence, complete, ...(language && { language }) };
};

/**
 * Opens the file for rendering: a PDF, or a picture, which is its only page.
 * @throws FileError if it cannot be opened
 */
const openImages = async (path: string, isPdf: boolean): Promise<Images> => {
  if (!isPdf) {
    return {
      read: async ({ page }, { ocr }) => recognisePage(page, await greyPicture(path), { dpi: DPI }, ocr),
      close: async () => {},
    };
  }
  const pdf = await openPdf(path);
  const render = letteringRenderer(pdf);
  const readBlock = async (page: number, { ocr, opinion, asked }: Readers): Promise<RecognisedBlock> => {
    const deadline = Date.now() + PAGE_MILLISECONDS;
    const text = await pdf.pageText(page);
    const block = await readPicture(text, { render, ocr, deadline });
    return { page, block, opinion: asked.has(page) ? await askBlockReader(text, block, render, opinion) : null };
  };
  /** The pages of a file are mostly in one language. */
  let likely: string | null = null;
  const readLetteringOf = async (
    page: number,
    { ocr, strokes }: Readers,
  ): Promise<RecognisedLettering & { isScan: boolean }> => {
    const text = await pdf.pageText(page);
    const deadline = Date.now() + PAGE_MILLISECONDS;
    const reader = { render, ocr, deadline, drawing: (...ask: Parameters<typeof pdf.drawing>) => pdf.drawing(...ask) };
    const known = await strokes(page);
    const drawing = known && (await readLettering(text, known, reader));
    const lettering = drawing?.model.lettering ?? known?.lettering ?? [];
    const { scanned_pages } = hasTextLayer([withLettering(text, lettering)]);
    return { page, drawing, isScan: scanned_pages.length > 0 };
  };
  const readPageOf = async (page: number, readers: Readers): Promise<RecognisedPage | RecognisedLettering> => {
    const { isScan, ...lettering } = await readLetteringOf(page, readers);
    if (!isScan) return lettering;
    const dpi = dpiOf(await pdf.pageSize(page));
    const read = await recognisePage(page, await pdf.render(page, { dpi, grey: true }), { dpi, likely }, readers.ocr);
    likely = read.language ?? likely;
    return read;
  };
  return {
    read: async ({ page, part }, readers) => {
      if (part === 'block') return await readBlock(page, readers);
      if (part === 'page') return await readPageOf(page, readers);
      const { drawing } = await readLetteringOf(page, readers);
      return { page, drawing };
    },
    close: () => pdf.close(),
  };
};

/**
 * Reads one unit, or marks it as unreadable.
 * @throws Unavailable if another attempt may succeed
 */
const recognise = async (images: Images, unit: RecognitionUnit, readers: Readers): Promise<RecognisedUnit> => {
  try {
    return await images.read(unit, readers);
  } catch (error) {
    if (error instanceof FileError) return unread(unit);
    throw error;
  }
};

/**
 * Reads pages or title blocks from their images one after the other, as far as the deadline (epoch milliseconds)
 * allows, but at least one, and passes each to `store`.
 * @returns the number of units read
 * @throws Unavailable if another attempt may succeed
 */
export const recognisePages = async (
  file: { path: string; isPdf: boolean },
  units: readonly RecognitionUnit[],
  readers: Readers,
  until: { deadline: number; signal: AbortSignal },
  store: (unit: RecognitionUnit, recognised: RecognisedUnit) => Promise<void>,
): Promise<number> => {
  let images: Images;
  try {
    images = await openImages(file.path, file.isPdf);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    for (const unit of units) await store(unit, unread(unit));
    return units.length;
  }
  try {
    let read = 0;
    for (const unit of units) {
      if (read > 0 && Date.now() >= until.deadline) break;
      until.signal.throwIfAborted();
      await store(unit, await recognise(images, unit, readers));
      read++;
    }
    return read;
  } finally {
    await images.close();
  }
};
