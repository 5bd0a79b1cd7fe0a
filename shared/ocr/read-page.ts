import { FileError } from '../domain/files/file-error.ts';
import type { Word } from '../domain/page-text.ts';
import type { PixelBox } from '../pdf/page-matrix.ts';
import type { Ocr } from '../ports.ts';
import type { GreyImage } from './grey.ts';
import { arrange } from './layout.ts';
import { isGibberish, isUpright } from './legibility.ts';
import type { OcrResult } from './ocr-types.ts';
import { dataFor, isAsLegible, languageOf } from './page-language.ts';
import { scriptLanguage } from './page-script.ts';
import { cut, DIRECTIONS, type Direction, onPage, turned } from './turn-image.ts';

/** The text of a page's image. */
export interface PageReading {
  /** In reading order; in pixels of the image as given; with how certain they are, 0 to 1. */
  words: (Omit<Word, 'size'> & { certainty: number })[];
  text: string;
  /** Mean confidence of the words, 0 to 100. */
  confidence: number;
  /** False if the time did not suffice for the whole page. */
  complete: boolean;
  /** The language (ISO 639-2) of the words, with or without data; null if they do not tell. */
  language: string | null;
}

/** Side in pixels of the part of a page that is read in each direction, and step of the search for it. */
const SAMPLE_SIDE = 1400;
const SAMPLE_STEP = 200;
/** Grey below which a pixel is ink, and pixels between those counted. */
const INK = 128;
const INK_STEP = 4;

/** Returns the part of an image with most ink, of at most `SAMPLE_SIDE` in each direction. */
const inkiest = ({ data, width, height }: GreyImage): PixelBox => {
  const [wide, high] = [Math.min(width, SAMPLE_SIDE), Math.min(height, SAMPLE_SIDE)];
  const columns = Math.ceil(width / SAMPLE_STEP);
  const rows = Math.ceil(height / SAMPLE_STEP);
  const ink = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += INK_STEP) {
    for (let x = 0; x < width; x += INK_STEP) {
      if (data[y * width + x]! < INK) ink[Math.floor(y / SAMPLE_STEP) * columns + Math.floor(x / SAMPLE_STEP)]! += 1;
    }
  }
  const across = Math.ceil(wide / SAMPLE_STEP);
  const down = Math.ceil(high / SAMPLE_STEP);
  let best = { sum: -1, left: 0, top: 0 };
  for (let row = 0; row + down <= rows; row++) {
    for (let column = 0; column + across <= columns; column++) {
      let sum = 0;
      for (let i = 0; i < down; i++) for (let j = 0; j < across; j++) sum += ink[(row + i) * columns + column + j]!;
      if (sum > best.sum) best = { sum, left: column * SAMPLE_STEP, top: row * SAMPLE_STEP };
    }
  }
  const [left, top] = [Math.min(best.left, width - wide), Math.min(best.top, height - high)];
  return { left, top, right: left + wide, bottom: top + high };
};

/** Returns the direction in which a sample of the page is read with certainty; undefined if it is none but 0. */
const directionOf = async (
  picture: GreyImage,
  readAgain: (image: GreyImage) => Promise<OcrResult | null>,
): Promise<Direction | undefined> => {
  const sample = cut(picture, inkiest(picture));
  for (const direction of DIRECTIONS.slice(1)) {
    const found = await readAgain(await turned(sample, direction));
    if (found && isUpright(found.words)) return direction;
  }
  return undefined;
};

/**
 * Recognises the text of a page's image in its reading direction, columns one after the other. The other directions are
 * tried on a part of the page, and only if it is not legible as it is. If the words are of another language than the
 * one they were read in, they are read again in theirs.
 * @param options.language in which the page is likely to be written (ISO 639-2)
 * @throws FileError `damaged` if nothing on it is legible; Unavailable if another attempt may succeed
 */
export const readPage = async (
  picture: GreyImage,
  { dpi, deadline_ms, language: likely = null }: { dpi: number; deadline_ms: number; language?: string | null },
  ocr: Ocr,
): Promise<PageReading> => {
  const until = Date.now() + deadline_ms;
  const available = ocr.languages?.available ?? [];
  let readIn = dataFor(likely, available) ?? available[0] ?? null;
  const read = (image: GreyImage) =>
    ocr.recognise(image, { dpi, deadline_ms: Math.max(1, until - Date.now()), language: readIn });
  // What was read stays if there is no time to read it again.
  const readAgain = (image: GreyImage) =>
    read(image).catch((error: unknown) => {
      if (error instanceof FileError && error.code === 'timeout') return null;
      throw error;
    });
  let found = await read(picture);
  let direction: Direction = 0;
  if (!isUpright(found.words)) {
    const other = await directionOf(picture, readAgain);
    const again = other === undefined ? null : await readAgain(await turned(picture, other));
    if (other !== undefined && again) [direction, found] = [other, again];
  }
  const upright = await turned(picture, direction);
  const reader = { ocr, dpi, deadline: until };
  const language =
    languageOf(found.words.map((word) => word.text)) ?? (await scriptLanguage(upright, found.words, reader));
  const own = dataFor(language, available);
  if (own !== null && own !== readIn && Date.now() < until) {
    readIn = own;
    const again = await readAgain(upright);
    if (again?.complete && isAsLegible(again.words, found.words)) found = again;
  }
  if (isGibberish(found.words)) throw new FileError('damaged', 'The text of the page is not legible.');
  const { words, text, confidence, complete } = arrange(found.words, found.complete);
  const placed = words.map((word) => ({
    ...{ text: word.text, certainty: word.confidence / 100 },
    ...onPage(word, direction, picture),
  }));
  return {
    words: placed,
    text,
    confidence,
    complete,
    language,
  };
};
