import { FileError } from '../domain/files/file-error.ts';
import type { Ocr } from '../ports.ts';
import type { GreyImage } from './grey.ts';
import { type ImageLine, linesInImage } from './image-lines.ts';
import { isUpright } from './legibility.ts';
import { dataFor, leadingScript, SCRIPT_LANGUAGES } from './page-language.ts';
import { cut, type Recognised } from './turn-image.ts';

/** Lines and letters of a sample: enough to tell scripts apart. */
const MOST_LINES = 8;
const FEWEST_LETTERS = 12;
/** Width of a line in the sample, in heights of its capitals, and the margin around it. */
const MOST_HEIGHTS = 20;
const MARGIN_HEIGHTS = 0.6;
/** Minimum confidence of words that count. */
const CERTAIN = 80;

/** Places lines of an image one below the other. */
const sampleOf = (image: GreyImage, lines: readonly ImageLine[]): GreyImage => {
  const parts = lines.map(({ left, top, right, bottom, capitals }) => {
    const margin = Math.round(MARGIN_HEIGHTS * capitals);
    return cut(image, {
      left: Math.max(0, left - margin),
      top: Math.max(0, top - margin),
      right: Math.min(image.width, right + margin, left + MOST_HEIGHTS * capitals),
      bottom: Math.min(image.height, bottom + margin),
    });
  });
  const width = Math.max(...parts.map((part) => part.width));
  const height = parts.reduce((sum, part) => sum + part.height, 0);
  const data = new Uint8Array(width * height).fill(255);
  let top = 0;
  for (const part of parts) {
    for (let y = 0; y < part.height; y++) {
      data.set(part.data.subarray(y * part.width, (y + 1) * part.width), (top + y) * width);
    }
    top += part.height;
  }
  return { data, width, height };
};

/**
 * Returns the language (ISO 639-2) that stands for the script of an upright image in which recognition in a Latin language
 * found little: it reads a few lines with the data of each script, and of English. Null if the words are legible, or none of
 * the scripts with data leads.
 * @param words as recognised in the Latin language
 * @param reader `dpi`: pixels per inch; `deadline`: epoch milliseconds
 * @throws Unavailable if another attempt may succeed
 */
export const scriptLanguage = async (
  image: GreyImage,
  words: readonly Recognised[],
  { ocr, dpi, deadline }: { ocr: Ocr; dpi: number; deadline: number },
): Promise<string | null> => {
  const available = ocr.languages?.available ?? [];
  const scripts = SCRIPT_LANGUAGES.filter((language) => dataFor(language, available) !== null);
  if (scripts.length === 0 || isUpright(words)) return null;
  const lines = linesInImage(image, dpi).slice(0, MOST_LINES);
  if (lines.reduce((sum, { letters }) => sum + letters, 0) < FEWEST_LETTERS) return null;
  const sample = sampleOf(image, lines);
  const readings = new Map<string, string[]>();
  try {
    for (const language of [...scripts, 'eng']) {
      const options = { dpi, deadline_ms: Math.max(1, deadline - Date.now()), alone: true };
      const { words: found } = await ocr.recognise(sample, { ...options, language: dataFor(language, available) });
      const certain = found.filter(({ confidence }) => confidence >= CERTAIN).map(({ text }) => text);
      readings.set(language, certain);
    }
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
  return leadingScript(readings);
};
