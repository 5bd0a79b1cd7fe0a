import { FileError } from '../domain/files/file-error.ts';
import type { DrawnWord, LetteringLine, PageText, UnreadInk } from '../domain/page-text.ts';
import type { PageDrawing } from '../pdf/protocol.ts';
import { isScriptWithout, languageOf } from './page-language.ts';
import { type LineReader, type PageBox, readLines } from './read-lines.ts';

/** By how much the strokes of a line must be read with more certainty than its image to count. */
const STROKES_LEAD = 0.05;
/** On a page with fewer words of at least three characters that are certain there is no lettering. */
const FEWEST_CERTAIN = 4;
const CERTAIN = 0.8;

/** Mean certainty of words, by character. */
const certaintyOf = (words: readonly DrawnWord[]): number => {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, drawn }) => sum + drawn * text.length, 0) / Math.max(1, characters);
};

const textOf = (words: readonly DrawnWord[]): string => words.map(({ text }) => text).join('');

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

const isCertain = ({ text, drawn }: DrawnWord): boolean =>
  drawn >= CERTAIN && /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** Returns the index of the line that each word lies on; -1 if none. */
const linesUnder = (words: readonly DrawnWord[], lines: readonly LetteringLine[]): number[] =>
  words.map(({ x, y, width, height }) => {
    const [u, v] = [x + width / 2, y + height / 2];
    return lines.findIndex(({ box }) => u >= box.left && u <= box.right && v >= box.top && v <= box.bottom);
  });

/**
 * Returns the lettering of a page: of each line what was read with more certainty, from its strokes or from its image; null
 * if recognition found only what it makes of linework.
 * @param recognised the words of each line as recognised in its image
 */
export const mergeLettering = (
  strokes: readonly DrawnWord[],
  lines: readonly LetteringLine[],
  recognised: readonly (readonly DrawnWord[])[],
): DrawnWord[] | null => {
  if (recognised.flat().filter(isCertain).length < FEWEST_CERTAIN) return null;
  const under = linesUnder(strokes, lines);
  const isBetter = recognised.map((words, line) => {
    const read = strokes.filter((_, i) => under[i] === line);
    const [stated, drawn] = [textOf(words), textOf(read)];
    // Either way of reading loses points and spaces, and neither adds any.
    if (lettersOf(stated) === lettersOf(drawn)) return stated.length - drawn.length + (words.length - read.length) > 0;
    return words.length > 0 && certaintyOf(words) + STROKES_LEAD >= certaintyOf(read);
  });
  return [
    ...strokes.filter((_, i) => under[i] === -1 || !isBetter[under[i]!]),
    ...recognised.flatMap((words, line) => (isBetter[line] ? words : [])),
  ];
};

/** What the lettering of a page is read with. */
export interface LetteringReader extends Pick<LineReader, 'ocr' | 'deadline'> {
  /** Renders a rectangle of a page, in points, in grey. */
  render: (page: number, dpi: number, clip?: PageBox) => ReturnType<LineReader['render']>;
  /** Detects the objects of a page by its lettering. */
  drawing: (page: number, lettering: readonly DrawnWord[]) => Promise<PageDrawing>;
}

/** What the strokes of a page say: the words read from them, and what may be lettering too. */
export interface StrokesRead {
  lettering: readonly DrawnWord[];
  unread: UnreadInk;
}

/**
 * Reads the lettering that a page draws as strokes or outlines from the image of its lines, and detects the objects of the
 * page by it. In a script that recognition has no data for the strokes alone are read.
 * @returns null if this adds nothing to what the strokes say
 * @throws Unavailable if another attempt may succeed
 */
export const readLettering = async (
  page: PageText,
  { lettering: known, unread }: StrokesRead,
  { render, drawing, ocr, deadline }: LetteringReader,
): Promise<PageDrawing | null> => {
  const { lines = [] } = unread;
  if (lines.length === 0) return null;
  const language = languageOf([...page.words, ...known].map(({ text }) => text));
  if (isScriptWithout(language, ocr.languages?.available)) return null;
  const reader = { ocr, deadline, language, render: (clip: PageBox, dpi: number) => render(page.page, dpi, clip) };
  try {
    const lettering = mergeLettering(known, lines, await readLines(lines, page, reader));
    if (lettering === null) return null;
    const detected = await drawing(page.page, lettering);
    return detected.omitted === undefined ? detected : null;
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
};
