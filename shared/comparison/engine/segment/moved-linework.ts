import type { Word } from '../../../domain/page-text.ts';
import { correlationPeaks } from '../align/fourier.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { type Box, union } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import { cell, piecesOf } from './cells.ts';
import type { Flock } from './moved-words.ts';

/** Pixels of the square that the sheet is looked at on, a power of two. */
const side = 512;
/** Pixels that came, and that went, below which nothing large moved. */
const leastInk = 8_000;
/** Shifts that are looked at, and pixels that each is tried with. */
const mostShifts = 10;
const samples = 12_000;
/** How much more of what went must come at a shift than comes at those about it. */
const overChance = 2.5;
/** Pixels of a cell that came as they went, their share of all that came there, and the cells of a part of the drawing. */
const leastMatched = 3;
const mostlyMatched = 0.6;
const leastCells = 60;
/** Cells between which linework is of one part. */
const reach = 10;
/** Points within which two shifts are the same. */
const same = 2;
const exact = 0.8;

interface Picture {
  /** `added` and `removed` of each pixel. */
  marks: Uint8Array;
  width: number;
  height: number;
  /** Pixels a point. */
  density: number;
}

/** Coarse pictures of what went and of what came, and some of the pixels that went, in order. */
const look = ({ marks, width, height }: Picture) => {
  const step = Math.ceil(Math.max(width, height) / side);
  const [went, came] = [new Float64Array(side * side), new Float64Array(side * side)];
  const gone: number[] = [];
  let come = 0;
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / step) * side;
    for (let x = 0; x < width; x++) {
      const mark = marks[y * width + x]!;
      if (mark === 0) continue;
      if (mark & removed) {
        went[row + Math.floor(x / step)]!++;
        gone.push(y * width + x);
      }
      if (mark & added) {
        came[row + Math.floor(x / step)]!++;
        come++;
      }
    }
  }
  return { step, went, came, gone, come };
};

/** How many of the pixels come to where ink came, when all move by (dx, dy). */
const hits = ({ marks, width, height }: Picture, pixels: readonly number[], dx: number, dy: number): number => {
  let count = 0;
  for (const at of pixels) {
    const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
    if (x >= 0 && y >= 0 && x < width && y < height && marks[y * width + x]! & added) count++;
  }
  return count;
};

/** The shift near a coarse one at which most comes; null where that is no more than chance. */
const refine = (picture: Picture, pixels: readonly number[], x: number, y: number, step: number) => {
  const tries: { dx: number; dy: number; count: number }[] = [];
  const search = (middleX: number, middleY: number, reach: number, by: number, some: readonly number[]) => {
    const found: typeof tries = [];
    for (let dy = middleY - reach; dy <= middleY + reach; dy += by) {
      for (let dx = middleX - reach; dx <= middleX + reach; dx += by) {
        found.push({ dx, dy, count: hits(picture, some, dx, dy) });
      }
    }
    return found;
  };
  const few = pixels.filter((_, i) => i % 4 === 0);
  const coarse = search(x, y, Math.ceil(1.5 * step), 2, few);
  const best = coarse.reduce((a, b) => (b.count > a.count ? b : a));
  const usual = coarse.map(({ count }) => count).sort((a, b) => a - b)[Math.floor(coarse.length / 2)]!;
  const fine = search(best.dx, best.dy, 2, 1, pixels).reduce((a, b) => (b.count > a.count ? b : a));
  return fine.count > overChance * (4 * usual + 1) ? fine : null;
};

/** Where what went came by that shift: the parts of the drawing that are large enough to be one. */
const placeOf = ({ marks, width, height, density }: Picture, gone: readonly number[], dx: number, dy: number) => {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const [matched, came] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (const at of gone) {
    const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
    if (x < 0 || y < 0 || x >= width || y >= height || !(marks[y * width + x]! & added)) continue;
    matched[Math.floor(y / cell) * columns + Math.floor(x / cell)]!++;
  }
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) if (marks[y * width + x]! & added) came[row + Math.floor(x / cell)]!++;
  }
  const set = Uint8Array.from(matched, (count, at) =>
    count >= leastMatched && count >= mostlyMatched * came[at]! ? 1 : 0,
  );
  const size = cell / density;
  const boxes = piecesOf(set, columns, rows, reach)
    .filter((piece) => piece.length >= leastCells)
    .flat()
    .map((at): Box => ({ x: (at % columns) * size, y: Math.floor(at / columns) * size, width: size, height: size }));
  return boxes.length === 0 ? null : boxes.reduce(union);
};

/** Takes out what a move explains: long lines lie on themselves at many shifts. Answers what else went. */
const explain = ({ marks, width, height }: Picture, gone: readonly number[], dx: number, dy: number): number[] => {
  const landed: number[] = [];
  const left = gone.filter((at) => {
    const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
    const lands = x >= 0 && y >= 0 && x < width && y < height && (marks[y * width + x]! & added) !== 0;
    if (lands) landed.push(y * width + x);
    return !lands;
  });
  for (const at of landed) marks[at]! &= ~added;
  return left;
};

/**
 * Parts of the drawing that moved and that words do not tell of: the ways by which much of the ink that went comes to
 * lie on ink that came. A phase correlation of the two proposes them; whether a part moved is told by whoever lays the
 * older sheet there.
 * @param told shifts that are known already, points
 * @param words of the older sheet without an equal at their place, and all of the newer
 */
export const findLineworkMoves = (
  sheet: Picture,
  told: readonly Flock[],
  words: { gone: readonly Word[]; newer: readonly Word[] },
): Flock[] => {
  const { step, went, came, come, ...pixels } = look(sheet);
  if (pixels.gone.length < leastInk || come < leastInk) return [];
  const { density } = sheet;
  const picture = { ...sheet, marks: Uint8Array.from(sheet.marks) };
  let { gone } = pixels;
  const some = () => {
    const every = Math.max(1, Math.floor(gone.length / samples));
    return gone.filter((_, i) => i % every === 0);
  };
  let tried = some();
  const places = new Spellings(words.newer);
  const found: Flock[] = [];
  for (const peak of correlationPeaks(went, came, side, mostShifts)) {
    const around = (value: number) => [value, value > 0 ? value - side : value + side];
    for (const [x, y] of around(peak.x).flatMap((x) => around(peak.y).map((y) => [x, y] as const))) {
      if (Math.abs(x * step) >= picture.width || Math.abs(y * step) >= picture.height) continue;
      const shift = refine(picture, tried, x * step, y * step, step);
      if (!shift) continue;
      const [dx, dy] = [shift.dx / density, shift.dy / density];
      const isKnown = [...told, ...found].some(
        ({ matrix }) => Math.abs(matrix[4] - dx) < same && Math.abs(matrix[5] - dy) < same,
      );
      if (Math.hypot(dx, dy) < same) continue;
      const linework = placeOf(picture, gone, shift.dx, shift.dy);
      if (!linework) continue;
      gone = explain(picture, gone, shift.dx, shift.dy);
      tried = some();
      if (isKnown) continue;
      const along = words.gone.flatMap((from) => {
        const to = places.at(from, { x: dx, y: dy }, exact);
        return to ? [{ from, to }] : [];
      });
      found.push({ matrix: [1, 0, 0, 1, dx, dy], weight: 0, words: along, linework });
    }
  }
  return found;
};
