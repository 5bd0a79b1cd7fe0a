import { type Box, inflate, union } from '../geometry.ts';
import type { MovedRegion } from './moved-region.ts';
import type { Flock } from './moved-words.ts';
import { maximumSlidePoints, maximumSlideRowTextHeights } from './thresholds.ts';

/** Whether a region slid along a column of text: nothing above its first row slid with it. Rows have words. */
export const isSlide = ({ matrix: [a, b, , , dx, dy], place }: Pick<MovedRegion, 'matrix' | 'place'>): boolean =>
  place === undefined && a === 1 && b === 0 && Math.abs(dx) <= 1.5 && Math.abs(dy) <= maximumSlidePoints;

/** Returns the words of a slide from its first complete row: an entry of the row before may be equal by chance. */
const wholeRows = (words: Flock['words']): Box[] => {
  const rows: Box[][] = [];
  for (const { to } of words.toSorted((a, b) => a.to.y - b.to.y)) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.y - to.y) < 0.5 * to.size) row.push(to);
    else rows.push([to]);
  }
  const counts = rows.map((row) => row.length).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 1;
  const first = rows.findIndex((row) => row.length > 0.6 * usual);
  return rows.slice(Math.max(0, first)).flat();
};

/** Returns the box of a region's words on the newer sheet. */
export const wordsPlace = (region: MovedRegion): Box => {
  if (region.words.length === 0) return region.box;
  if (isSlide(region)) return inflate(wholeRows(region.words).reduce(union), 2);
  return inflate(region.words.map(({ to }) => to as Box).reduce(union, region.box), 2);
};

/**
 * Returns the top, in points, of the first row of what slid. Rows of a table begin with their words, and content
 * above them was there before; a view that moved straight up or down has linework far above its words, which moved
 * with it.
 */
export const firstRow = (region: MovedRegion): number => {
  const top = wordsPlace(region).y;
  const tallest = Math.max(0, ...region.words.map(({ to }) => to.size));
  return top - region.box.y > maximumSlideRowTextHeights * tallest ? region.box.y : top;
};
