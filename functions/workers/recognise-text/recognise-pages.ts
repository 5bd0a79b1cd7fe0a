import sharp from 'sharp';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Ocr } from '../../../shared/ports.ts';

const DPI = 150;
const POINTS = 72 / DPI;
/** The most that one page is given, milliseconds. */
const PAGE_MILLISECONDS = 120_000;

interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}
type Recognised = Awaited<ReturnType<Ocr['recognise']>>;

/** What recognition made of one page. */
export interface RecognisedPage {
  page: number;
  /** Undefined where the page could not be read. */
  text?: PageText;
  /** Mean of the words', 0..100. */
  confidence: number;
  /** False when time did not suffice for all of the page. */
  complete: boolean;
}

export const unreadPage = (page: number): RecognisedPage => ({ page, confidence: 0, complete: false });

const toPage = (page: number, { width, height }: Grey, { words, text }: Recognised): PageText => ({
  page,
  width: width * POINTS,
  height: height * POINTS,
  text,
  words: words.map((word) => ({
    text: word.text,
    x: word.x * POINTS,
    y: word.y * POINTS,
    width: word.width * POINTS,
    height: word.height * POINTS,
    size: word.height * POINTS,
    angle: 0,
  })),
});

/** A picture as the page of itself. @throws FileError damaged */
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

/** Opens the file for rendering: a PDF, or a picture that is its only page. @throws FileError */
const openImages = async (path: string, isPdf: boolean) => {
  if (!isPdf) return { image: () => greyPicture(path), close: async () => {} };
  const pdf = await openPdf(path);
  const image = async (page: number): Promise<Grey> => {
    const { data, width, height } = await pdf.render(page, { dpi: DPI, grey: true });
    return { data, width, height };
  };
  return { image, close: () => pdf.close() };
};

/** The text of one page's image; a page that cannot be read is said so. @throws Unavailable: trying again may help */
const recognisePage = async (page: number, image: () => Promise<Grey>, ocr: Ocr): Promise<RecognisedPage> => {
  try {
    const grey = await image();
    const found = await ocr.recognise(grey, { dpi: DPI, deadline_ms: PAGE_MILLISECONDS });
    return { page, text: toPage(page, grey, found), confidence: found.confidence, complete: found.complete };
  } catch (error) {
    if (error instanceof FileError) return unreadPage(page);
    throw error;
  }
};

/**
 * Reads pages from their images one after the other, as far as the deadline (epoch milliseconds) allows and one at
 * least, and hands each over when it is read.
 * @returns how many were read
 * @throws Unavailable: trying again may help
 */
export const recognisePages = async (
  file: { path: string; isPdf: boolean },
  pages: readonly number[],
  ocr: Ocr,
  until: { deadline: number; signal: AbortSignal },
  store: (recognised: RecognisedPage) => Promise<void>,
): Promise<number> => {
  let images: Awaited<ReturnType<typeof openImages>>;
  try {
    images = await openImages(file.path, file.isPdf);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    for (const page of pages) await store(unreadPage(page));
    return pages.length;
  }
  try {
    let read = 0;
    for (const page of pages) {
      if (read > 0 && Date.now() >= until.deadline) break;
      until.signal.throwIfAborted();
      await store(await recognisePage(page, () => images.image(page), ocr));
      read++;
    }
    return read;
  } finally {
    await images.close();
  }
};
