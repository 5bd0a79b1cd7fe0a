import type { DrawnWord } from '../domain/page-text.ts';
import type { Ocr } from '../ports.ts';
import { asInk, type DetailLine, linesOfDetail } from './block-detail.ts';
import type { GreyImage } from './grey.ts';
import { type LineReader, readLines } from './read-lines.ts';
import { cut, type Recognised, turned } from './turn-image.ts';
import { withoutRules } from './without-rules.ts';

/** Directions in degrees in which lines of an upright page read: across it and, as along dimension lines, upwards. */
const LINE_DIRECTIONS = [0, 270] as const;
/** Maximum number of lines of a page in one direction. */
const MOST_LINES = 3000;
/** Minimum letters of a line by direction: fewer are mostly symbols and parts of linework. */
const FEWEST_LETTERS = { 0: 2, 270: 3 };
/** Share of a line's area above which it consists of the letters of other lines. */
const MOST_SHARED = 0.5;
/** Letters of a line of running text, and share of a page's letters that are in such lines. */
const LONG_LINE = 40;
const RUNNING_SHARE = 0.5;
/** Minimum letters of a line that is hardly linework, and minimum share of such letters that are read. */
const LETTERS_OF_WORD = 5;
const MINIMUM_READ_SHARE = 0.7;
/** Side in points of the squares by which lines are looked up. */
const SQUARE_POINTS = 36;

/** A word of an upright page, in pixels; words that read upwards have the angle 270. */
export type PageWord = Recognised & { angle: number };

/** Returns the lines whose letters do not belong to lines of more letters. */
const ownLines = (lines: readonly DetailLine[]): DetailLine[] => {
  const squares = new Map<string, DetailLine[]>();
  const squaresOf = ({ capitals: { left, top, right, bottom } }: DetailLine): string[] => {
    const names: string[] = [];
    for (let x = Math.floor(left / SQUARE_POINTS); x <= right / SQUARE_POINTS; x++) {
      for (let y = Math.floor(top / SQUARE_POINTS); y <= bottom / SQUARE_POINTS; y++) names.push(`${x},${y}`);
    }
    return names;
  };
  return lines
    .toSorted((a, b) => b.characters - a.characters)
    .filter((line) => {
      const { left, top, right, bottom } = line.capitals;
      const names = squaresOf(line);
      const isShared = names.some((name) =>
        squares.get(name)?.some(({ capitals: other }) => {
          const wide = Math.min(right, other.right) - Math.max(left, other.left);
          const high = Math.min(bottom, other.bottom) - Math.max(top, other.top);
          return wide > 0 && high > 0 && wide * high > MOST_SHARED * (right - left) * (bottom - top);
        }),
      );
      if (isShared) return false;
      for (const name of names) squares.set(name, [...(squares.get(name) ?? []), line]);
      return true;
    });
};

/** Returns the lines of lettering in the image of a page without rules, those across it and those that read upwards. */
const linesOfPage = async (unruled: GreyImage, dpi: number): Promise<DetailLine[]> => {
  const region = { left: 0, top: 0, right: unruled.width, bottom: unruled.height };
  const lines: DetailLine[] = [];
  for (const direction of LINE_DIRECTIONS) {
    const detail = { unruled: await turned(unruled, direction), dpi, scale: 1, region };
    const found = linesOfDetail(detail, direction, { picture: unruled, dpi }, MOST_LINES);
    lines.push(...found.filter(({ characters }) => characters >= FEWEST_LETTERS[direction]));
  }
  return ownLines(lines);
};

/** Whether most letters are in the long lines of running text. */
const isRunningText = (lines: readonly DetailLine[]): boolean => {
  const all = lines.reduce((sum, { characters }) => sum + characters, 0);
  const long = lines.filter(({ characters }) => characters >= LONG_LINE);
  return long.reduce((sum, { characters }) => sum + characters, 0) > RUNNING_SHARE * all;
};

/** Whether most letters of the lines that are certainly lettering were read: on a poor scan letters touch each other. */
const isRead = (lines: readonly DetailLine[], read: readonly (readonly DrawnWord[])[]): boolean => {
  let [seen, known] = [0, 0];
  for (const [i, { characters }] of lines.entries()) {
    if (characters < LETTERS_OF_WORD) continue;
    seen += characters;
    known += read[i]!.reduce((sum, { text }) => sum + text.length, 0);
  }
  return known >= MINIMUM_READ_SHARE * seen;
};

/**
 * Recognises the lettering of a drawing line by line, upright or reading upwards; linework takes no time so. Returns words
 * in pixels of the image; none of a page of running text, or if the lines of the image are not legible one by one.
 * @throws Unavailable if another attempt may succeed
 */
export const readDrawing = async (
  picture: GreyImage,
  { dpi, ...reader }: { dpi: number; deadline: number; language: string | null; ocr: Ocr },
): Promise<PageWord[]> => {
  const points = 72 / dpi;
  const unruled = withoutRules(picture, dpi);
  const lines = await linesOfPage(unruled, dpi);
  if (isRunningText(lines)) return [];
  const render: LineReader['render'] = async ({ x, y, width, height }) => {
    const [left, top] = [Math.round(x / points), Math.round(y / points)];
    const right = Math.min(unruled.width, left + Math.round(width / points));
    return cut(unruled, { left, top, right, bottom: Math.min(unruled.height, top + Math.round(height / points)) });
  };
  const page = { width: unruled.width * points, height: unruled.height * points };
  const read = await readLines(lines, page, { ...reader, dpi, render });
  if (!isRead(lines, read)) return [];
  return read.flatMap((words, i) =>
    words
      .map((word) => asInk(word, lines[i]!))
      .map(({ text, x, y, width, height, angle, drawn }) => ({
        ...{ text, x: x / points, y: y / points, width: width / points, height: height / points },
        ...{ angle, confidence: drawn * 100 },
      })),
  );
};
