import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { eachMark } from '../differ/each-mark.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { type Box, centre, contains, inflate } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import { cell, piecesOf, spanOf } from './cells.ts';
import type { Flock } from './moved-words.ts';

/** Marked pixels that make a cell inked. */
const leastInk = 4;
/**
 * Points of white that part two views, and of a view's shorter side at least: of windows, doors and symbols one may have
 * gone and another of the same come.
 */
const whitespace = 12;
const leastSide = 100;
/** Inked cells of a view at least, and pieces that are looked for, the largest first. */
const leastCells = 40;
const mostPieces = 16;
/** Pairs of cells and pixels that are looked at at most; more are thinned evenly. */
const mostVotes = 12_000_000;
const mostPixels = 1500;
/** Shifts that are tried to the pixel, and cells that they lie apart. */
const mostPeaks = 4;
const peaksApart = 3;
/** Share of a view's ink that stands where the shift leads. */
const leastAlong = 0.55;
/** How well a shift may fit that is more than a line's breadth, in pixels, from the best. */
const closestRival = 0.8;
const breadth = 3;
/** Points below which ink only sits aside, and that a word may stand off from where the shift leads. */
const leastWay = 4;
const slack = 0.8;

interface Cells {
  set: Uint8Array;
  columns: number;
  rows: number;
}

const cellsOf = (marks: Uint8Array, width: number, height: number, which: number): Cells => {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const counts = new Uint16Array(columns * rows);
  eachMark(marks, (at) => {
    if (!(marks[at]! & which)) return;
    const y = Math.floor(at / width);
    counts[Math.floor(y / cell) * columns + Math.floor((at - y * width) / cell)]!++;
  });
  return { set: Uint8Array.from(counts, (count) => (count >= leastInk ? 1 : 0)), columns, rows };
};

/** Every so many-th of the values, so that at most `most` are left. */
const thinned = <T>(values: readonly T[], most: number): T[] => {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.floor(values.length / step) }, (_, i) => values[Math.floor(i * step)]!);
};

/** Blocks of linework that white bounds: broad and high enough that they fit at one place only. */
const blocksOf = ({ set, columns, rows }: Cells, density: number): number[][] => {
  const least = (leastSide * density) / cell;
  const wide = (piece: readonly number[]) => spanOf(piece.map((at) => at % columns)) + 1;
  const high = (piece: readonly number[]) => spanOf(piece.map((at) => Math.floor(at / columns))) + 1;
  return piecesOf(set, columns, rows, Math.max(1, Math.round((whitespace * density) / cell)))
    .filter((piece) => piece.length >= leastCells && Math.min(wide(piece), high(piece)) >= least)
    .toSorted((a, b) => b.length - a.length || a[0]! - b[0]!)
    .slice(0, mostPieces);
};

/** The shifts, in cells, that lay the most of a piece's cells on inked ones, by a vote of every pair of cells. */
const peaksOf = (piece: readonly number[], come: readonly number[], columns: number, rows: number) => {
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

interface Fit {
  x: number;
  y: number;
  share: number;
  /** How nearly as well another shift close by fits: a hatch lies on itself a stroke further, too. */
  rival: number;
}

/** The shift, to a fraction of a pixel, that lays the most ink that went on ink that came, near a shift in cells. */
const refine = (
  pixels: readonly { x: number; y: number }[],
  marks: Uint8Array,
  { width, height }: AlignedSheets,
  peak: { x: number; y: number },
): Fit => {
  const hits = (dx: number, dy: number): number => {
    let count = 0;
    for (const { x, y } of pixels) {
      const [toX, toY] = [x + dx, y + dy];
      if (toX >= 0 && toY >= 0 && toX < width && toY < height && marks[toY * width + toX]! & added) count++;
    }
    return count;
  };
  const reach = Math.round(1.25 * cell);
  let best = { x: 0, y: 0, count: -1 };
  const tried: (typeof best)[] = [];
  for (let oy = -reach; oy <= reach; oy++) {
    for (let ox = -reach; ox <= reach; ox++) {
      const [x, y] = [peak.x * cell + ox, peak.y * cell + oy];
      const count = hits(x, y);
      const one = { x, y, count };
      tried.push(one);
      if (count > best.count) best = one;
    }
  }
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

/**
 * Views that moved on the sheet, told by their linework: blocks of ink that went, bounded by white, each with the shift
 * that lays it on ink that came. Needs no words, and looks over the marks alone where no block of a view's size went.
 * @param marks what no other move explains
 * @param words of both sheets, on the newer sheet's coordinates
 */
export const findDrifts = (
  sheets: AlignedSheets,
  marks: Uint8Array,
  words: { older: readonly Word[]; newer: readonly Word[] },
): Flock[] => {
  const { width, height, density } = sheets;
  const gone = cellsOf(marks, width, height, removed);
  const blocks = blocksOf(gone, density);
  if (blocks.length === 0) return [];
  const { set, columns, rows } = cellsOf(marks, width, height, added);
  const come = [...set.keys()].filter((at) => set[at]);
  if (come.length < leastCells) return [];
  const places = new Spellings(words.newer);
  return blocks.flatMap((block): Flock[] => {
    const pixels: { x: number; y: number }[] = [];
    for (const at of block) {
      const [left, top] = [(at % columns) * cell, Math.floor(at / columns) * cell];
      for (let y = top; y < Math.min(height, top + cell); y++) {
        for (let x = left; x < Math.min(width, left + cell); x++) {
          if (marks[y * width + x]! & removed) pixels.push({ x, y });
        }
      }
    }
    const sample = thinned(pixels, mostPixels);
    const fits = peaksOf(block, come, columns, rows).map((peak) => refine(sample, marks, sheets, peak));
    const fit = fits.reduce((a, b) => (b.share > a.share ? b : a), { x: 0, y: 0, share: 0, rival: 1 });
    const shift = { x: fit.x / density, y: fit.y / density };
    if (fit.share < leastAlong || fit.rival > closestRival || Math.hypot(shift.x, shift.y) < leastWay) return [];
    const [xs, ys] = [block.map((at) => at % columns), block.map((at) => Math.floor(at / columns))];
    const from: Box = {
      x: (Math.min(...xs) * cell) / density,
      y: (Math.min(...ys) * cell) / density,
      width: ((spanOf(xs) + 1) * cell) / density,
      height: ((spanOf(ys) + 1) * cell) / density,
    };
    const about = inflate(from, whitespace);
    const along = words.older.flatMap((word) => {
      const to = contains(about, centre(word)) ? places.at(word, shift, slack) : null;
      return to ? [{ from: word, to }] : [];
    });
    const place = { ...from, x: from.x + shift.x, y: from.y + shift.y };
    return [{ matrix: [1, 0, 0, 1, shift.x, shift.y], weight: along.length, words: along, place }];
  });
};
