import type { AlignedSheets } from '../align/align-sheets.ts';
import { added } from '../differ/ink-difference.ts';
import type { Box } from '../geometry.ts';
import { cell, spanOf } from './cells.ts';

/** Pairs of cells and pixels that are looked at at most; more are thinned evenly. */
const mostVotes = 12_000_000;
const mostPixels = 1500;
/** Pixels that a first look is taken at, and the share of them below which no shift near a peak can be a good one. */
const fewPixels = 150;
const leastHope = 0.35;
/** Shifts that are tried to the pixel, and cells that they lie apart. */
const mostPeaks = 4;
const peaksApart = 3;
/** Pixels that another shift must differ by to be another: a line's breadth. */
const breadth = 3;
/** Points below which ink only sits aside. */
export const leastWay = 4;

/** Every so many-th of the values, so that at most `most` are left. */
export const thinned = <T>(values: readonly T[], most: number): T[] => {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.floor(values.length / step) }, (_, i) => values[Math.floor(i * step)]!);
};

/** The marked pixels of a block's cells, thinned evenly. */
export const pixelsIn = (
  block: readonly number[],
  columns: number,
  marks: Uint8Array,
  which: number,
  { width, height }: AlignedSheets,
): { x: number; y: number }[] => {
  const pixels: { x: number; y: number }[] = [];
  for (const at of block) {
    const [left, top] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    for (let y = top; y < Math.min(height, top + cell); y++) {
      for (let x = left; x < Math.min(width, left + cell); x++)
        if (marks[y * width + x]! & which) pixels.push({ x, y });
    }
  }
  return thinned(pixels, mostPixels);
};

/** The box of cells, points. */
export const boxOfCells = (block: readonly number[], columns: number, density: number): Box => {
  const [xs, ys] = [block.map((at) => at % columns), block.map((at) => Math.floor(at / columns))];
  return {
    x: (Math.min(...xs) * cell) / density,
    y: (Math.min(...ys) * cell) / density,
    width: ((spanOf(xs) + 1) * cell) / density,
    height: ((spanOf(ys) + 1) * cell) / density,
  };
};

/** The shifts, in cells, that lay the most of a piece's cells on inked ones, by a vote of every pair of cells. */
export const peaksOf = (piece: readonly number[], come: readonly number[], columns: number, rows: number) => {
  const across = 2 * columns + 1;
  const votes = new Uint32Array(across * (2 * rows + 1));
  const share = Math.min(1, Math.sqrt(mostVotes / (piece.length * come.length)));
  const [ours, theirs] = [thinned(piece, piece.length * share), thinned(come, come.length * share)];
  const [rowsOf, columnsOf] = [theirs.map((at) => Math.floor(at / columns)), theirs.map((at) => at % columns)];
  for (const from of ours) {
    const base = (rows - Math.floor(from / columns)) * across + columns - (from % columns);
    for (let i = 0; i < theirs.length; i++) votes[base + rowsOf[i]! * across + columnsOf[i]!]!++;
  }
  const peaks: { x: number; y: number; votes: number }[] = [];
  const near = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < peaksApart;
  for (let i = 0; i < mostPeaks; i++) {
    let best = { x: 0, y: 0, votes: 0 };
    for (let at = 0; at < votes.length; at++) {
      if (votes[at]! <= best.votes) continue;
      const one = { x: (at % across) - columns, y: Math.floor(at / across) - rows, votes: votes[at]! };
      if (!peaks.some((peak) => near(peak, one))) best = one;
    }
    if (best.votes === 0) break;
    peaks.push(best);
  }
  return peaks;
};

/** Share of the pixels that have ink that came, or have it beside them, a whole number of pixels further. */
export const shareAlong = (
  pixels: readonly { x: number; y: number }[],
  dx: number,
  dy: number,
  marks: Uint8Array,
  { width, height }: Pick<AlignedSheets, 'width' | 'height'>,
): number => {
  const hits = pixels.filter(({ x, y }) => {
    for (let v = y + dy - 1; v <= y + dy + 1; v++) {
      for (let u = x + dx - 1; u <= x + dx + 1; u++) {
        if (u >= 0 && v >= 0 && u < width && v < height && marks[v * width + u]! & added) return true;
      }
    }
    return false;
  });
  return hits.length / Math.max(1, pixels.length);
};

interface Fit {
  x: number;
  y: number;
  share: number;
  /** How nearly as well another shift close by fits: a hatch lies on itself a stroke further, too. */
  rival: number;
}

/** Pixels by which shifts next to a peak are tried. */
const reach = Math.round(1.25 * cell);

/** Counts, for each shift next to a peak in cells, the pixels that have ink that came just there. */
const countsNear = (
  pixels: readonly { x: number; y: number }[],
  marks: Uint8Array,
  { width, height }: AlignedSheets,
  peak: { x: number; y: number },
) => {
  const hits = (dx: number, dy: number): number => {
    let count = 0;
    for (const { x, y } of pixels) {
      const [toX, toY] = [x + dx, y + dy];
      if (toX >= 0 && toY >= 0 && toX < width && toY < height && marks[toY * width + toX]! & added) count++;
    }
    return count;
  };
  let best = { x: 0, y: 0, count: -1 };
  const tried: (typeof best)[] = [];
  for (let oy = -reach; oy <= reach; oy++) {
    for (let ox = -reach; ox <= reach; ox++) {
      const [x, y] = [peak.x * cell + ox, peak.y * cell + oy];
      const one = { x, y, count: hits(x, y) };
      tried.push(one);
      if (one.count > best.count) best = one;
    }
  }
  return { hits, best, tried };
};

/** The shift, to a fraction of a pixel, that lays the most ink that went on ink that came, near a shift in cells. */
export const refine = (
  pixels: readonly { x: number; y: number }[],
  marks: Uint8Array,
  sheets: AlignedSheets,
  peak: { x: number; y: number },
): Fit => {
  const few = thinned(pixels, fewPixels);
  const hope = countsNear(few, marks, sheets, peak).best;
  if (hope.count < leastHope * few.length) return { x: hope.x, y: hope.y, share: hope.count / few.length, rival: 1 };
  const { hits, best, tried } = countsNear(pixels, marks, sheets, peak);
  const away = ({ x, y }: typeof best) => Math.max(Math.abs(x - best.x), Math.abs(y - best.y));
  const rival = tried.reduce((most, one) => (away(one) > breadth ? Math.max(most, one.count) : most), 0);
  // Between the pixels, where as much is lost to either side.
  const between = (before: number, after: number) => {
    const curve = before - 2 * best.count + after;
    return curve < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / curve)) : 0;
  };
  return {
    x: best.x + between(hits(best.x - 1, best.y), hits(best.x + 1, best.y)),
    y: best.y + between(hits(best.x, best.y - 1), hits(best.x, best.y + 1)),
    share: best.count / pixels.length,
    rival: rival / Math.max(1, best.count),
  };
};
