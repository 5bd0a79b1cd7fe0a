import { type Box, frameOf, isSameLettering, OFF_BASELINE, TOUCHING } from './space-between.ts';

/** A character and its box on the displayed page. */
export interface Glyph {
  text: string;
  box: Box;
  /** Size in points, reading direction in degrees clockwise; `quarter` is null for slanting text. */
  run: { size: number; angle: number; quarter: number | null };
}

/** In font sizes of the fraction: how far the numerator is raised at least, and the denominator is below it. */
const RAISED = 0.2;
const FEWEST_BELOW = 0.4;
const MOST_BELOW = 2;
/** How far the denominator may begin before the numerator, and after the end of it if a slanting line is between them. */
const MOST_BEFORE = 1;
const MOST_AFTER = 0.2;
/** Minimum ratio of the size of the number to that of its fraction. */
const SMALLER = 1.1;
/** Widest space between the number and the numerator, in font sizes of the number. */
const WIDEST_SPACE = 0.5;
/** What stands before a fraction: `7`, `10'-7`, `10'-`. */
const NUMBER_END = /[\d'’′"”″-]$/u;

const frameOfGlyph = ({ box, run }: Glyph) => frameOf(box, run.angle);

const isDigit = ({ text }: Glyph): boolean => /^\d$/.test(text);

/** Whether two glyphs have one size and direction, and do not slant. */
const isAlike = (one: Glyph, other: Glyph): boolean =>
  one.run.quarter !== null && other.run.quarter !== null && isSameLettering(one.run, other.run);

/** Whether a numerator stands raised beside a number; in the size of that number, with the denominator below its baseline. */
const isRaised = (number: Glyph | undefined, numerator: Glyph, denominator: Glyph): boolean => {
  if (!number || !NUMBER_END.test(number.text) || number.run.angle !== numerator.run.angle) return false;
  const [main, above, below] = [frameOfGlyph(number), frameOfGlyph(numerator), frameOfGlyph(denominator)];
  const { size } = numerator.run;
  const isSmaller = number.run.size > SMALLER * size;
  const isBeside = Math.abs(above.from - main.to) < (isSmaller ? WIDEST_SPACE : TOUCHING) * number.run.size;
  const isAbove = main.bottom - above.bottom > RAISED * size;
  return isBeside && isAbove && (isSmaller || below.bottom - main.bottom > RAISED * size);
};

/**
 * Returns how many of the last glyphs are the numerator of a stacked fraction of which the next one begins the denominator,
 * as in 10'-7½" written with a 1 above a 2; 0 if there is no such fraction. A numerator stands raised beside a number, unlike
 * numbers in the lines of a table.
 * @param glyphs the glyphs before the next one: of its word, and the last one of the word before
 */
export const numeratorLength = (glyphs: readonly Glyph[], next: Glyph): number => {
  const last = glyphs.at(-1);
  if (!last || !isDigit(next) || !isDigit(last) || !isAlike(last, next)) return 0;
  const [above, below] = [frameOfGlyph(last), frameOfGlyph(next)];
  const { size } = next.run;
  const drop = below.bottom - above.bottom;
  if (drop < FEWEST_BELOW * size || drop > MOST_BELOW * size || below.from > above.to + MOST_AFTER * size) return 0;
  let first = glyphs.length - 1;
  const isNumerator = (glyph: Glyph): boolean =>
    isDigit(glyph) && isAlike(glyph, next) && Math.abs(frameOfGlyph(glyph).bottom - above.bottom) < OFF_BASELINE * size;
  while (first > 0 && isNumerator(glyphs[first - 1]!)) first--;
  const begin = glyphs[first]!;
  const isBelow = below.from > frameOfGlyph(begin).from - MOST_BEFORE * size;
  return isBelow && isRaised(glyphs[first - 1], begin, next) ? glyphs.length - first : 0;
};
