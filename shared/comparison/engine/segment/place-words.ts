import type { Word } from '../../../domain/page-text.ts';
import type { PlacedWord } from '../differ/text-difference.ts';
import { applyToBox, type Box, centre, contains, inflate, scaleOf } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import type { MovedRegion } from './moved-region.ts';
import { isSlide, wordsPlace } from './slides.ts';

/** Returns the tolerance for the position of a word, in points. */
const positionTolerance = (word: Word): number => Math.max(1.5, 0.45 * word.size);

const rowOf = (word: Word): number => Math.round(centre(word).y / 2);

/**
 * Returns the rows of the older sheet that slid: at least half of their words have an equal where the slide maps
 * them.
 */
const slidRows = (older: readonly Word[], newer: Spellings, region: MovedRegion): Set<number> => {
  const { x, width } = wordsPlace(region);
  const [, , , , dx, dy] = region.matrix;
  const counts = new Map<number, { all: number; slid: number }>();
  for (const word of older) {
    const middle = centre(word).x;
    if (middle < x || middle > x + width) continue;
    const row = counts.get(rowOf(word)) ?? { all: 0, slid: 0 };
    row.all++;
    if (newer.at(word, { x: dx, y: dy }, positionTolerance(word))) row.slid++;
    counts.set(rowOf(word), row);
  }
  return new Set([...counts].filter(([, { all, slid }]) => slid >= 0.5 * all).map(([row]) => row));
};

/** Returns a box of the older sheet where it is on the newer one if it moved with its region. */
export const placeBox = (box: Box, regions: readonly MovedRegion[]): Box =>
  regions
    .map((region) => ({ there: applyToBox(region.matrix, box), place: wordsPlace(region) }))
    .find(({ there, place }) => contains(place, centre(there)))?.there ?? box;

/**
 * Returns the older sheet's words at their expected positions. A word moves with its region unless it has an equal at
 * its own position and none at the moved one.
 */
export const placeWords = (
  older: readonly Word[],
  newer: readonly Word[],
  regions: readonly MovedRegion[],
): PlacedWord[] => {
  if (regions.length === 0) return older.slice();
  const newerSpellings = new Spellings(newer);
  const none = { x: 0, y: 0 };
  const places = regions.map((region) => ({
    matrix: region.matrix,
    place: wordsPlace(region),
    box: region.box,
    slid: isSlide(region) ? slidRows(older, newerSpellings, region) : null,
  }));
  return older.map((word) => {
    const stays = newerSpellings.at(word, none, positionTolerance(word)) !== null;
    let expected: PlacedWord | null = null;
    for (const { matrix, place, box, slid } of places) {
      const there: PlacedWord = {
        ...word,
        ...applyToBox(matrix, word),
        size: word.size * scaleOf(matrix),
        home: word,
      };
      // Other text in a row that slid, next to the words that identify it, moved with its region.
      const isAside = slid?.has(rowOf(word)) && contains(inflate(box, there.size), centre(there));
      if (!isAside && !contains(place, centre(there))) continue;
      // The next row takes the position of one that slid, whatever it contains.
      if (slid?.has(rowOf(word))) return { ...there, home: there };
      if (newerSpellings.at(there, none, positionTolerance(there))) return there;
      if (!stays && (slid?.has(rowOf(word)) ?? true)) expected ??= there;
    }
    return expected ?? word;
  });
};
