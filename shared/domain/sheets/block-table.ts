import type { PageText } from '../page-text.ts';
import { sideOf } from './cells.ts';
import { type Extent, rotateToText, union } from './extent.ts';
import type { Label, Segments } from './segments.ts';

/** Minimum number of kinds of labels in the cells of a title block. */
const MINIMUM_KINDS = 3;
/** Maximum number of cells of a title block; a table with more is a schedule. */
const MOST_CELLS = 150;
/** Maximum share of the sheet that a cell of a title block covers, and the whole block: larger ones are frames and views. */
const MAXIMUM_CELL_SHARE = 0.1;
const MAXIMUM_BLOCK_SHARE = 0.35;

const areaOf = ({ u0, u1, v0, v1 }: Extent): number => (u1 - u0) * (v1 - v0);

const contains = (cell: Extent, u: number, v: number): boolean =>
  u >= cell.u0 && u <= cell.u1 && v >= cell.v0 && v <= cell.v1;

/** Returns the cells that are connected with the first one by common borders; some of them if they are more than a block has. */
const connected = (first: Extent, cells: readonly Extent[]): Set<Extent> => {
  const found = new Set([first]);
  for (const cell of found) {
    for (const other of cells) if (!found.has(other) && sideOf(cell, other) !== null) found.add(other);
    if (found.size > MOST_CELLS) break;
  }
  return found;
};

/**
 * Returns the extent, in fractions of the sheet, of the connected ruled cells with labels of most kinds: a title block,
 * wherever it is and however large; null without one.
 */
export const blockTable = (
  page: PageText,
  { labels, angle, width, height }: Omit<Segments, 'values'>,
): Extent | null => {
  if (new Set(labels.map(({ kind }) => kind)).size < MINIMUM_KINDS) return null;
  const cells = (page.cells ?? [])
    .map(({ left, top, right, bottom }) =>
      rotateToText({ x: left, y: top, width: right - left, height: bottom - top }, angle, page),
    )
    .filter((cell) => areaOf(cell) < MAXIMUM_CELL_SHARE * width * height);
  const cellOf = ({ place }: Label): Extent | undefined => {
    const [u, v] = [((place.u0 + place.u1) / 2) * width, ((place.v0 + place.v1) / 2) * height];
    return cells.find((cell) => contains(cell, u, v));
  };
  const labelled = Map.groupBy(labels, cellOf);
  const seen = new Set<Extent>();
  let best: { kinds: number; extent: Extent } | null = null;
  for (const cell of labelled.keys()) {
    if (!cell || seen.has(cell)) continue;
    const table = connected(cell, cells);
    // A schedule is followed again from each of its cells with a label, until it reaches one that is known.
    const isKnown = [...table].some((each) => seen.has(each));
    for (const each of table) seen.add(each);
    if (isKnown || table.size > MOST_CELLS) continue;
    const kinds = new Set([...table].flatMap((each) => (labelled.get(each) ?? []).map(({ kind }) => kind))).size;
    const extent = union([...table]);
    if (kinds < MINIMUM_KINDS || kinds <= (best?.kinds ?? 0) || areaOf(extent) > MAXIMUM_BLOCK_SHARE * width * height)
      continue;
    best = { kinds, extent };
  }
  if (!best) return null;
  const { u0, u1, v0, v1 } = best.extent;
  return { u0: u0 / width, u1: u1 / width, v0: v0 / height, v1: v1 / height };
};
