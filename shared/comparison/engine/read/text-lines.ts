import type { Word } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { type Box, union } from '../geometry.ts';
import {
  maximumSlantingSpaceTextHeights,
  maximumSpaceTextHeights,
  minimumNumberSpaceTextHeights,
} from './thresholds.ts';

const boxOf = ({ x, y, width, height }: Word): Box => ({ x, y, width, height });

/** Returns degrees clockwise, rounded, because slanting words of one line may differ slightly. */
const directionOf = ({ angle, slant }: Word): number => (slant === undefined ? angle : Math.round(slant * 10) / 10);

/** Returns a slanting word's extent in the frame of its own direction. */
const alongSlant = (word: Word): { start: number; end: number; middle: number } => {
  const turn = (directionOf(word) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  const length = c >= s ? (word.width - word.size * s) / c : (word.height - word.size * c) / s;
  const half = Math.max(0.3 * word.size, length) / 2;
  const at = x * cos + y * sin;
  return { start: at - half, end: at + half, middle: y * cos - x * sin };
};

/** Returns the extent along and the centre across the reading direction, so that one rule serves all directions. */
const along = (word: Word): { start: number; end: number; middle: number } => {
  if (word.slant !== undefined) return alongSlant(word);
  const [right, below] = [word.x + word.width, word.y + word.height];
  switch (word.angle) {
    case 90:
      return { start: word.y, end: below, middle: -(word.x + right) / 2 };
    case 180:
      return { start: -right, end: -word.x, middle: -(word.y + below) / 2 };
    case 270:
      return { start: -below, end: -word.y, middle: (word.x + right) / 2 };
    default:
      return { start: word.x, end: right, middle: (word.y + below) / 2 };
  }
};

/** A text complete in itself: a fraction, or a number with its unit (mark-ups write both as one word). */
const measure = /^[<>~≈±+-]?\d+([.,]\d+(\s?(mm|cm|m|in|ft))?|\s?(mm|cm|m|in|ft))\??$/;
const small = /^\d{1,2}$/;

/** Whether adjacent lengths or small numbers are separate texts. */
const areSeparate = (one: string, other: string, space: number): boolean => {
  const says = (text: string) => measure.test(text) || small.test(text);
  return (
    (measure.test(one) && measure.test(other)) || (space > minimumNumberSpaceTextHeights && says(one) && says(other))
  );
};

/** Joins words in a row into one text; letter-spaced lettering, which is read as single letters, is closed up. */
const spell = (words: readonly Word[]): string => {
  const single = words.filter((word) => word.text.length === 1).length;
  if (words.length < 5 || single < 0.8 * words.length) return words.map((word) => word.text).join(' ');
  const spaces = words.slice(1).map((word, i) => along(word).start - along(words[i]!).end);
  const usual = spaces.slice().sort((a, b) => a - b)[Math.floor(spaces.length / 2)]!;
  return words.map((word, i) => (i > 0 && spaces[i - 1]! > 1.5 * usual + 0.5 ? ` ${word.text}` : word.text)).join('');
};

export const makeLine = (words: Word[]): TextLine => ({
  words,
  text: spell(words),
  box: words.map(boxOf).reduce(union),
  size: Math.max(...words.map((word) => word.size)),
  angle: words[0]!.angle,
  ...(words[0]!.slant === undefined ? {} : { slant: directionOf(words[0]!) }),
});

/** Returns the distance in points between two lines across their direction; null if their directions differ. */
export const acrossLines = (a: TextLine, b: TextLine): number | null => {
  if (a.angle !== b.angle || a.slant !== b.slant) return null;
  return Math.abs(along(a.words[0]!).middle - along(b.words[0]!).middle);
};

/** Returns lines of one direction in the order in which they are read. */
export const sortLines = (lines: readonly TextLine[]): TextLine[] => {
  const placed = lines.map((line) => ({ line, ...along(line.words[0]!) }));
  placed.sort((a, b) => {
    const across = a.middle - b.middle;
    return Math.abs(across) > 0.5 * a.line.size ? across : a.start - b.start;
  });
  return placed.map(({ line }) => line);
};

/** Joins words into lines by position alone, because the order of the text layer is meaningless on drawings. */
export const findLines = (words: readonly Word[]): TextLine[] => {
  const placed = words.map((word) => ({ word, direction: directionOf(word), ...along(word) }));
  placed.sort((a, b) => a.direction - b.direction || a.middle - b.middle || a.start - b.start);
  const rows: (typeof placed)[] = [];
  // Rows that the following words may still join.
  let open: (typeof placed)[] = [];
  for (const entry of placed) {
    open = open.filter((row) => {
      const last = row[row.length - 1]!;
      return last.direction === entry.direction && entry.middle - last.middle <= 0.3 * last.word.size;
    });
    const row = open.find((candidate) => {
      const last = candidate[candidate.length - 1]!;
      const ratio = last.word.size / entry.word.size;
      return (
        ratio > 0.8 && ratio < 1.25 && entry.middle - last.middle <= 0.3 * Math.min(last.word.size, entry.word.size)
      );
    });
    if (row) row.push(entry);
    else {
      const started = [entry];
      rows.push(started);
      open.push(started);
    }
  }
  const lines: TextLine[] = [];
  for (const row of rows) {
    row.sort((a, b) => a.start - b.start);
    let part = [row[0]!];
    for (const entry of row.slice(1)) {
      const last = part[part.length - 1]!;
      const widest = entry.word.slant === undefined ? maximumSpaceTextHeights : maximumSlantingSpaceTextHeights;
      const size = Math.min(entry.word.size, last.word.size);
      const space = (entry.start - last.end) / size;
      if (space > widest || areSeparate(last.word.text, entry.word.text, space)) {
        lines.push(makeLine(part.map(({ word }) => word)));
        part = [];
      }
      part.push(entry);
    }
    lines.push(makeLine(part.map(({ word }) => word)));
  }
  return lines.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
};
