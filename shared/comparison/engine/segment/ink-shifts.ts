import type { AlignedSheets } from '../align/align-sheets.ts';
import { added } from '../differ/ink-difference.ts';
import type { Box } from '../geometry.ts';
import { moveCellPixels, spanOf } from './cells.ts';

/** Maximum number of pairs of cells, and of pixels, that are examined; larger sets are thinned evenly. */
const maximumVotes = 12_000_000;
const maximumPixels = 1500;
/** Number of pixels of a first test, and the minimum share of matches in it for a shift near a peak to be refined. */
const firstTestPixels = 150;
const minimumFirstShare = 0.35;
/** Maximum number of shifts refined to the pixel, and their minimum distance in cells. */
const maximumPeaks = 4;
const minimumPeakDistanceCells = 3;
/** Distance in pixels from which a shift counts as another one: the breadth of a line. */
const rivalDistancePixels = 3;
/** Minimum displacement in points; below it ink is merely offset. */
export const minimumDisplacementPoints = 4;

/** Takes values at equal intervals, so that at most `most` remain. */
export const thin = <T>(values: readonly T[], most: number): T[] => {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.floor(values.length / step) }, (_, i) => values[Math.floor(i * step)]!);
};

/** Returns the marked pixels of a block's cells, thinned evenly. */
export const pixelsIn = (
  block: readonly number[],
  columns: number,
  marks: Uint8Array,
  which: number,
  { width, height }: AlignedSheets,
): { x: number; y: number }[] => {
  const pixels: { x: number; y: number }[] = [];
  for (const at of block) {
    const [left, top] = [(at % columns) * moveCellPixels, Math.floor(at / columns) * moveCellPixels];
    for (let y = top; y < Math.min(height, top + moveCellPixels); y++) {
      for (let x = left; x < Math.min(width, left + moveCellPixels); x++)
        if (marks[y * width + x]! & which) pixels.push({ x, y });
    }
  }
  return thin(pixels, maximumPixels);
};

/** Returns the bounding box of cells, in points. */
export const boxOfCells = (block: readonly number[], columns: number, density: number): Box => {
  const [xs, ys] = [block.map((at) => at % columns), block.map((at) => Math.floor(at / columns))];
  return {
    x: (Math.min(...xs) * moveCellPixels) / density,
    y: (Math.min(...ys) * moveCellPixels) / density,
    width: ((spanOf(xs) + 1) * moveCellPixels) / density,
    height: ((spanOf(ys) + 1) * moveCellPixels) / density,
  };
};

/** Returns the shifts, in cells, that map most of a piece's cells to inked ones, by a vote over all pairs of cells. */
export const peaksOf = (piece: readonly number[], come: readonly number[], columns: number, rows: number) => {
  const across = 2 * columns + 1;
  const votes = new Uint32Array(across * (2 * rows + 1));
  const share = Math.min(1, Math.sqrt(maximumVotes / (piece.length * come.length)));
  const [ours, theirs] = [thin(piece, piece.length * share), thin(come, come.length * share)];
  const [rowsOf, columnsOf] = [theirs.map((at) => Math.floor(at / columns)), theirs.map((at) => at % columns)];
  for (const from of ours) {
    const base = (rows - Math.floor(from / columns)) * across + columns - (from % columns);
    for (let i = 0; i < theirs.length; i++) votes[base + rowsOf[i]! * across + columnsOf[i]!]!++;
  }
  const peaks: { x: number; y: number; votes: number }[] = [];
  const areClose = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < minimumPeakDistanceCells;
  for (let i = 0; i < maximumPeaks; i++) {
    let best = { x: 0, y: 0, votes: 0 };
    for (let at = 0; at < votes.length; at++) {
      if (votes[at]! <= best.votes) continue;
      const one = { x: (at % across) - columns, y: Math.floor(at / across) - rows, votes: votes[at]! };
      if (!peaks.some((peak) => areClose(peak, one))) best = one;
    }
    if (best.votes === 0) break;
    peaks.push(best);
  }
  return peaks;
};

/** Returns the share of the pixels that have added ink at, or next to, their shifted position. */
export const shareShifted = (
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
  /** Relative fit of the best other shift nearby: a hatch also matches itself one stroke further on. */
  rival: number;
}

/** Distance in pixels from a peak within which shifts are tried. */
const searchPixels = Math.round(1.25 * moveCellPixels);

/** Counts, for each shift near a peak (in cells), the pixels that have added ink exactly at their shifted position. */
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
  for (let oy = -searchPixels; oy <= searchPixels; oy++) {
    for (let ox = -searchPixels; ox <= searchPixels; ox++) {
      const [x, y] = [peak.x * moveCellPixels + ox, peak.y * moveCellPixels + oy];
      const one = { x, y, count: hits(x, y) };
      tried.push(one);
      if (one.count > best.count) best = one;
    }
  }
  return { hits, best, tried };
};

/** Finds the shift, to a fraction of a pixel, that maps most removed ink to added ink near a peak (in cells). */
export const refineShift = (
  pixels: readonly { x: number; y: number }[],
  marks: Uint8Array,
  sheets: AlignedSheets,
  peak: { x: number; y: number },
): Fit => {
  const sample = thin(pixels, firstTestPixels);
  const firstBest = countsNear(sample, marks, sheets, peak).best;
  if (firstBest.count < minimumFirstShare * sample.length)
    return { x: firstBest.x, y: firstBest.y, share: firstBest.count / sample.length, rival: 1 };
  const { hits, best, tried } = countsNear(pixels, marks, sheets, peak);
  const away = ({ x, y }: typeof best) => Math.max(Math.abs(x - best.x), Math.abs(y - best.y));
  const rival = tried.reduce((most, one) => (away(one) > rivalDistancePixels ? Math.max(most, one.count) : most), 0);
  // Interpolates the maximum between pixels.
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
