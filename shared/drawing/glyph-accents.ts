import { around } from './boxes.ts';
import type { SpelledGlyph } from './glyph-spelling.ts';
import type { Bounds } from './linework.ts';
import {
  capitalStemHeights,
  maximumAccentGapHeights,
  maximumAccentHeights,
  maximumAccentOffsetHeights,
  maximumAccentOverlapHeights,
  maximumAccentWidthHeights,
  maximumStemShare,
  minimumAccentedLetterHeights,
  minimumAccentedLogarithm,
  minimumMarkDepthHeights,
  minimumReadingLogarithm,
  wholeReadingNats,
} from './thresholds/lettering.ts';

/** The accented letters that are read: those of the languages of the service. */
export const accentedLetters: ReadonlySet<string> = new Set(
  'ÀÁÂÃÄÅÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸĆČĎĚĞİŃŇŐŘŚŠŤŮŰŹŻŽàáâãäåèéêëìíîïñòóôõöùúûüýÿćčďěğńňőřśšťůűźżžŭЙйЁё',
);

/** The combining dot above a letter. */
const dot = '\u0307';
/** Readings of a letter's lower part that may be an i without its dot. */
const stems = new Set('Il1|ıJj[](/');

/** Top of the capitals and baseline of a line. */
export interface Band {
  top: number;
  bottom: number;
}

/**
 * Returns which of two or three parts is a letter, the lowest one, and which are the accent above it; nothing if they stand
 * otherwise.
 * @param band top of the capitals and baseline of the line
 */
export const accentedPartsOf = <Part extends Bounds>(
  parts: readonly Part[],
  { top, bottom }: Band,
): { letter: Part; accent: Part[] } | undefined => {
  const height = bottom - top;
  const letter = parts.reduce((lowest, part) => (part.bottom > lowest.bottom ? part : lowest));
  if (letter.bottom - letter.top < minimumAccentedLetterHeights * height) return undefined;
  const accent = parts.filter((part) => part !== letter);
  const { left, right, top: high, bottom: low } = around(accent);
  if (low > letter.top + maximumAccentOverlapHeights * height) return undefined;
  const middle = (left + right) / 2;
  const isAbove =
    letter.top - low <= maximumAccentGapHeights * height &&
    middle >= letter.left - maximumAccentOffsetHeights * height &&
    middle <= letter.right + maximumAccentOffsetHeights * height;
  if (!isAbove || right - left > maximumAccentWidthHeights * height || low - high > maximumAccentHeights * height)
    return undefined;
  return { letter, accent };
};

type Readings = SpelledGlyph['readings'];

/** The letter of a stem with an accent: a capital, or lower case, which may reach below the line. */
const stemOf = (box: Bounds, band: Band): string => {
  const height = band.bottom - band.top;
  if (box.bottom > band.bottom + minimumMarkDepthHeights * height) return 'j';
  return box.bottom - box.top >= capitalStemHeights * height ? 'I' : 'i';
};

/** Returns a letter with an accent, of which an i and a j have the dot anyway; nothing if no language has it. */
const compose = (letter: string, accent: string): string | undefined => {
  if (accent === dot && (letter === 'i' || letter === 'j')) return letter;
  const text = (letter + accent).normalize('NFC');
  return accent !== '' && accentedLetters.has(text) ? text : undefined;
};

/**
 * Returns the readings of a letter with an accent from those of both, the best first.
 * @param box the letter without its accent
 */
export const composeReadings = (letters: Readings, accents: Readings, box: Bounds, band: Band): Readings => {
  const found = new Map<string, number>();
  const stem = stemOf(box, band);
  // The network doesn't know a single stroke that is lower than a capital.
  const isStroke = box.right - box.left < maximumStemShare * (box.bottom - box.top);
  for (const [read, letterScore] of isStroke ? ([[stem, 0]] satisfies Readings) : letters) {
    const letter = stems.has(read) ? stem : read;
    for (const [accent, accentScore] of accents) {
      const text = compose(letter, accent);
      if (text !== undefined) found.set(text, (found.get(text) ?? 0) + Math.exp(letterScore + accentScore));
    }
  }
  return [...found].map(([text, sum]): [string, number] => [text, Math.log(sum)]).sort((a, b) => b[1] - a[1]);
};

/** Returns both readings as one, the best first and each text once. */
const together = (some: Readings, others: Readings): Readings => {
  const best = new Map(some);
  for (const [text, score] of others) best.set(text, Math.max(score, best.get(text) ?? -Infinity));
  return [...best].sort((a, b) => b[1] - a[1]);
};

const withCost = (readings: Readings, costOf: (text: string) => number): Readings =>
  readings.map(([text, score]) => [text, score - costOf(text)]);

/**
 * Returns the readings of a glyph as a whole and as a letter with an accent, the best first, each text once. An accent that
 * is read well above a letter leaves little to other readings.
 */
export const mergeReadings = (whole: Readings, composed: Readings): Readings => {
  const [best] = composed;
  if (!best || best[1] < minimumAccentedLogarithm) return together(whole, composed);
  const same = new Set(composed.map(([text]) => text));
  return together(
    withCost(whole, (text) => (same.has(text) ? 0 : wholeReadingNats)),
    composed,
  );
};

/** What the network of characters reads letters as that it doesn't know: those with a mark that touches them, and ı. */
export const likeMarked: ReadonlySet<string> = new Set(['', ...'ÄÀAEËЁHЛLlIt124+#hdbшпz']);

/** Returns the readings of a glyph with those as a letter with a mark, of which the last class is for all other glyphs. */
export const withMarked = (whole: Readings, marked: Readings): Readings => {
  const others = marked.find(([text]) => text === '')?.[1] ?? minimumReadingLogarithm;
  const letters = marked.filter(([text]) => text !== '');
  if (letters.length === 0) return whole;
  return together(
    withCost(whole, () => -others),
    letters,
  );
};
