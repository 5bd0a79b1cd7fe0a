import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { added, differInk, type InkTolerance } from '../differ/ink-difference.ts';
import { shareLeft } from '../differ/share-left.ts';
import {
  applyToBox,
  type Box,
  centre,
  contains,
  distance,
  inflate,
  invert,
  shareInCommon,
  union,
} from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { findLines } from '../read/text-lines.ts';
import { cell, framed, piecesOf, shrunk, spread } from './cells.ts';
import { groupPieces, isWhole, type Piece } from './group-pieces.ts';
import { crop, explainedShares, leastInk, linksOf, longestLink, renderMoved, unexplained } from './moved-ink.ts';
import type { MovedRegion } from './moved-region.ts';
import type { Flock } from './moved-words.ts';
import { firstRow, isSlide } from './slides.ts';

/** Points round the words of a flock that its linework is looked for in. */
const surroundings = 250;
/** Points round linework that went without words. */
const besideInk = 60;
/** Points: cells nearer than this are one piece. */
const near = 30;
const margin = 15;

/** Takes the cells above a line, in pixels of the sheet, out of a region: what slid begins with its first row. */
const clearAbove = (region: MovedRegion, y: number): void => {
  const columns = Math.ceil(region.width / cell);
  region.cells.fill(0, 0, Math.max(0, Math.floor((y - region.top) / cell)) * columns);
};

/** Those of the older sheet that have no equal at their place, and all of the newer sheet. */
interface SheetWords {
  gone: readonly Word[];
  newer: readonly Word[];
}

/** Share of its words, or else of its ink, that a part of the sheet takes along when it moves. */
const leastWordsAlong = 0.5;
const leastInkAlong = 0.75;

/** Share of the ink of its old place that stays there when only labels went: a view takes its own along. */
const mostLeftBehind = 0.5;

/** Share of what two regions cover together that both cover, when they are at one place. */
const samePlace = 0.6;

/** Whether the region ends within a line of text: what moves as a whole takes whole titles along. */
export const cutsLines = ({ box }: Pick<MovedRegion, 'box'>, newer: readonly Word[]): boolean =>
  findLines(newer).some((line) => {
    const count = line.words.filter((word) => contains(box, centre(word))).length;
    return count > 0 && count < line.words.length;
  });

/** Whether most of what stood at the region's old place went along; the like of another view is not that view. */
const wentAlong = (region: MovedRegion, older: readonly Word[], marks: Uint8Array, stride: number): boolean => {
  const inside = older.filter((word) => contains(region.from, centre(word)));
  const along = new Set(region.words.map(({ from }) => from));
  const gone = inside.filter((word) => along.has(word)).length;
  if (!region.place && gone >= leastWordsAlong * inside.length) return true;
  const columns = Math.ceil(region.width / cell);
  let [came, left] = [0, 0];
  for (let y = 0; y < region.height; y++) {
    for (let x = 0; x < region.width; x++) {
      if (!region.cells[Math.floor(y / cell) * columns + Math.floor(x / cell)]) continue;
      if (!(marks[(region.top + y) * stride + region.left + x]! & added)) continue;
      came++;
      if (region.marks[y * region.width + x]! & added) left++;
    }
  }
  return came - left >= leastInkAlong * came;
};

/** What of the sheet went along with the words of a flock, told by the ink that the move explains. */
const verify = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flock: Flock,
  claimed: Uint8Array,
  words: SheetWords,
): Promise<MovedRegion[]> => {
  const { density } = sheets;
  const across = Math.ceil(sheets.width / cell);
  const place = flock.place
    ? inflate(flock.place, besideInk)
    : inflate(flock.words.map(({ to }) => to as Box).reduce(union), surroundings);
  // Windows start on whole cells, so that regions can say which cells of the sheet are theirs.
  const left = Math.max(0, Math.floor((place.x * density) / cell) * cell);
  const top = Math.max(0, Math.floor((place.y * density) / cell) * cell);
  const width = Math.min(sheets.width, Math.ceil((place.x + place.width) * density)) - left;
  const height = Math.min(sheets.height, Math.ceil((place.y + place.height) * density)) - top;
  if (width < cell || height < cell) return [];
  const moved = await renderMoved(older, sheets, flock, { left, top, width, height });
  const here = crop(sheets.newer, sheets.width, left, top, width, height);
  const rest = differInk({ older: moved, newer: here, width, height }, tolerance);

  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [before, still] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      if (!(marks[(top + y) * sheets.width + left + x]! & added)) continue;
      const at = row + Math.floor(x / cell);
      before[at]!++;
      if (rest[y * width + x]! & added) still[at]!++;
    }
  }
  const good = new Uint8Array(columns * rows);
  for (let at = 0; at < good.length; at++) {
    const global = (top / cell + Math.floor(at / columns)) * across + left / cell + (at % columns);
    if (before[at]! >= leastInk && still[at]! <= unexplained * before[at]! && !claimed[global]) good[at] = 1;
  }

  const size = cell / density;
  const boxOf = (cells: readonly number[]): Box =>
    cells
      .map(
        (at): Box => ({
          x: left / density + (at % columns) * size,
          y: top / density + Math.floor(at / columns) * size,
          width: size,
          height: size,
        }),
      )
      .reduce(union);
  const reach = Math.max(1, Math.round((near * density) / cell));
  const shares = explainedShares(before, still, columns, rows, reach);
  const links = linksOf({ here, moved, rest, width, height }, before, (longestLink * density) / cell);
  const linked = isSlide(flock) ? good : good.map((value, at) => (value || links[at] ? 1 : 0));
  const pieces = piecesOf(linked, columns, rows, reach).flatMap((all): Piece[] => {
    const cells = all.filter((at) => good[at]);
    if (cells.length === 0) return [];
    const box = boxOf(cells);
    const reached = boxOf(all);
    const words = flock.words.filter(({ to }) => distance(to, reached) < near / 2);
    return [{ cells, words, box, mostlyMoved: shares[cells[0]!]! >= 0.5 }];
  });
  const whole = isWhole(flock);
  const groups = groupPieces(
    pieces.toSorted((a, b) => b.cells.length - a.cells.length),
    whole,
    words.newer,
  );
  const wide = Math.max(1, Math.round((margin * density) / cell));
  return groups.flatMap((group): MovedRegion[] => {
    const own = new Uint8Array(columns * rows);
    for (const piece of group) {
      for (const at of piece.cells) own[at] = 1;
      for (const { to } of piece.words) {
        const [x0, y0] = [(to.x * density - left) / cell, (to.y * density - top) / cell];
        const [x1, y1] = [x0 + (to.width * density) / cell, y0 + (to.height * density) / cell];
        for (let r = Math.max(0, Math.floor(y0)); r < Math.min(rows, y1); r++) {
          for (let c = Math.max(0, Math.floor(x0)); c < Math.min(columns, x1); c++) own[r * columns + c] = 1;
        }
      }
    }
    const closed = spread(shrunk(spread(own, columns, rows, reach), columns, rows, reach), columns, rows, wide);
    // Ink that another view's covers at the new place shows in no cell: the region is the whole of its frame.
    const cells = framed(own, columns, rows, wide);
    let extent = { left: width, top: height, right: 0, bottom: 0 };
    for (const at of group.flatMap((piece) => piece.cells)) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y++) {
        for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x++) {
          if (!(marks[(top + y) * sheets.width + left + x]! & added)) continue;
          extent = {
            left: Math.min(extent.left, x),
            top: Math.min(extent.top, y),
            right: Math.max(extent.right, x + 1),
            bottom: Math.max(extent.bottom, y + 1),
          };
        }
      }
    }
    const inked = {
      x: (left + extent.left) / density,
      y: (top + extent.top) / density,
      width: (extent.right - extent.left) / density,
      height: (extent.bottom - extent.top) / density,
    };
    // A number in a bubble may coincide with another view's, all but for a few pixels.
    const theirs = new Set(group.flatMap((piece) => piece.words));
    const along = flock.words.filter((word) => theirs.has(word) || distance(word.to, inked) < near / 2);
    const box = along.map(({ to }) => to as Box).reduce(union, inked);
    const region: MovedRegion = {
      matrix: flock.matrix,
      ...(flock.place && { place: flock.place }),
      words: along,
      box,
      from: applyToBox(invert(flock.matrix), box),
      left,
      top,
      width,
      height,
      cells,
      older: moved,
      marks: rest,
    };
    if (isSlide(flock)) clearAbove(region, firstRow(region) * density);
    else if (!wentAlong(region, words.gone, marks, sheets.width)) return [];
    else if (cutsLines(region, words.newer) && shareLeft(region.from, sheets.older, marks, sheets) > mostLeftBehind)
      return [];
    for (let at = 0; at < closed.length; at++) {
      if (closed[at]) claimed[(top / cell + Math.floor(at / columns)) * across + left / cell + (at % columns)] = 1;
    }
    return [region];
  });
};

/** Whether two regions came to the same place: what one of them explains is only the like of the other. */
const isOnePlace = ({ box: a }: MovedRegion, { box: b }: MovedRegion): boolean => shareInCommon(a, b) > samePlace;

/**
 * The regions that moved on their sheet; each place belongs to one of them, the first flock first, and to whoever has
 * more of its words where two came to it whole.
 */
export const findMovedRegions = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flocks: readonly Flock[],
  words: SheetWords,
): Promise<MovedRegion[]> => {
  const regions: MovedRegion[] = [];
  // Ink that one move explained is no evidence of another.
  const claimed = new Uint8Array(Math.ceil(sheets.width / cell) * Math.ceil(sheets.height / cell));
  for (const flock of flocks) {
    for (const region of await verify(older, sheets, marks, tolerance, flock, claimed, words)) {
      const at = isSlide(flock) ? -1 : regions.findIndex((former) => isOnePlace(former, region));
      if (at < 0) regions.push(region);
      else if (region.words.length > regions[at]!.words.length) regions[at] = region;
    }
  }
  return regions;
};
