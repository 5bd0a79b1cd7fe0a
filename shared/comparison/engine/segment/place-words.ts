import type { Word } from '../../../domain/page-text.ts';
import type { PlacedWord } from '../differ/text-difference.ts';
import { applyToBox, centre, contains, inflate, scaleOf } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import type { MovedRegion } from './moved-region.ts';
import { isToldBy, type SlidTable } from './slid-rows.ts';
import { isSlide, wordsPlace } from './slides.ts';

/** Words of one spelling this far apart are the same place, in font sizes and points at least. */
const slack = (word: Word): number => Math.max(1.5, 0.45 * word.size);

const rowOf = (word: Word): number => Math.round(centre(word).y / 2);

/** Rows of the older sheet that slid: at least half of their words have an equal where the slide leads. */
const slidRows = (older: readonly Word[], newer: Spellings, region: MovedRegion): Set<number> => {
  const { x, width } = wordsPlace(region);
  const [, , , , dx, dy] = region.matrix;
  const counts = new Map<number, { all: number; slid: number }>();
  for (const word of older) {
    const middle = centre(word).x;
    if (middle < x || middle > x + width) continue;
    const row = counts.get(rowOf(word)) ?? { all: 0, slid: 0 };
    row.all++;
    if (newer.at(word, { x: dx, y: dy }, slack(word))) row.slid++;
    counts.set(rowOf(word), row);
  }
  return new Set([...counts].filter(([, { all, slid }]) => slid >= 0.5 * all).map(([row]) => row));
};

/**
 * The older sheet's words where they are expected: along with the region that they stood in, unless they have an equal
 * at their own place and none where the region went. The rows of a table that slid are where their keys went.
 */
export const placeWords = (
  older: readonly Word[],
  newer: readonly Word[],
  regions: readonly MovedRegion[],
  tables: readonly SlidTable[],
): PlacedWord[] => {
  if (regions.length === 0 && tables.length === 0) return older.slice();
  const theirs = new Spellings(newer);
  const none = { x: 0, y: 0 };
  const places = regions.map((region) => ({
    matrix: region.matrix,
    place: wordsPlace(region),
    // Rows of a table are told by their keys, whatever stands beside them.
    box: isToldBy(tables, region) ? null : region.box,
    slid: isSlide(region) ? slidRows(older, theirs, region) : null,
  }));
  const bands = tables.flatMap((table) => table.bands);
  const gone = tables.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'row_removed').map(({ box }) => box));
  return older.map((word) => {
    const band = bands.find(({ from }) => contains(from, centre(word)));
    if (band) {
      const there = { ...word, y: word.y + band.dy };
      return { ...there, home: there };
    }
    if (gone.some((box) => contains(box, centre(word)))) return word;
    const stays = theirs.at(word, none, slack(word)) !== null;
    let expected: PlacedWord | null = null;
    for (const { matrix, place, box, slid } of places) {
      const there: PlacedWord = {
        ...word,
        ...applyToBox(matrix, word),
        size: word.size * scaleOf(matrix),
        home: word,
      };
      // What stands in a row that slid, at the side of the words that tell so, went along with its region.
      const isAside = box && slid?.has(rowOf(word)) && contains(inflate(box, there.size), centre(there));
      if (!isAside && !contains(place, centre(there))) continue;
      // A row that slid left its place to the next, whatever that one holds.
      if (slid?.has(rowOf(word))) return { ...there, home: there };
      if (theirs.at(there, none, slack(there))) return there;
      if (!stays && (slid?.has(rowOf(word)) ?? true)) expected ??= there;
    }
    return expected ?? word;
  });
};
