import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { eachMarkIn } from '../differ/each-mark.ts';
import { added, differInk, type InkTolerance, removed } from '../differ/ink-difference.ts';
import { shareUnchanged } from '../differ/ink-shares.ts';
import { darkGreys } from '../differ/thresholds.ts';
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
import { boundingRectangle, groupCells, shrink, spread } from './cells.ts';
import { groupPieces, isWhole, type ShiftedPiece } from './group-pieces.ts';
import { addedInCells, crop, explainedShares, linksOf, type MoveWindow, renderMoved } from './moved-ink.ts';
import { eachCell, type MovedRegion } from './moved-region.ts';
import type { Flock } from './moved-words.ts';
import { firstRow, isSlide } from './slides.ts';
import {
  inkMarginPoints,
  maximumCellGapPoints,
  maximumLinkPoints,
  maximumRemainingMarkShare,
  maximumUnexplainedShare,
  minimumCellInkPixels,
  minimumMovedInkShare,
  minimumMovedShare,
  minimumMoveOverlapShare,
  moveCellPixels,
  moveMarginPoints,
  wordMarginPoints,
} from './thresholds.ts';

/** Removes the cells above a line, in pixels of the sheet, from a region: what slid begins with its first row. */
const clearAbove = (region: MovedRegion, y: number): void => {
  const columns = Math.ceil(region.width / moveCellPixels);
  region.cells.fill(0, 0, Math.max(0, Math.floor((y - region.top) / moveCellPixels)) * columns);
};

/** Words of the older sheet without an equal at their position, and all words of the newer sheet. */
interface SheetWords {
  removed: readonly Word[];
  newer: readonly Word[];
}

/** Whether a region ends within a line of text; what moves as a whole includes whole titles. */
export const cutsLines = ({ box }: Pick<MovedRegion, 'box'>, newer: readonly Word[]): boolean =>
  findLines(newer).some((line) => {
    const count = line.words.filter((word) => contains(box, centre(word))).length;
    return count > 0 && count < line.words.length;
  });

/**
 * Returns the share of the content of a region's former position that moved with it: 1 if most of its words did, else that of
 * its ink. A similar view elsewhere is not that view.
 */
const shareMoved = (region: MovedRegion, older: readonly Word[], marks: Uint8Array, stride: number): number => {
  const inside = older.filter((word) => contains(region.from, centre(word)));
  const along = new Set(region.words.map(({ from }) => from));
  const movedCount = inside.filter((word) => along.has(word)).length;
  if (!region.place && movedCount >= minimumMovedShare * inside.length) return 1;
  const columns = Math.ceil(region.width / moveCellPixels);
  const isIn = (u: number, v: number) =>
    region.cells[Math.floor(v / moveCellPixels) * columns + Math.floor(u / moveCellPixels)] !== 0;
  let [arrived, unexplained, earlier, lost] = [0, 0, 0, 0];
  eachMarkIn(marks, stride, pixelsOf(region), (x, y, at) => {
    const [u, v] = [x - region.left, y - region.top];
    if (!(marks[at]! & added) || !isIn(u, v)) return;
    arrived++;
    if (region.marks[v * region.width + u]! & added) unexplained++;
  });
  const explained = shareLeft(unexplained, arrived);
  if (explained >= minimumMovedInkShare) return explained;
  // Much may have been added to a view that moved: then all that it had is there.
  eachCell(region, (left, top, right, bottom) => {
    for (let v = top; v < bottom; v++)
      for (let at = v * region.width + left; at < v * region.width + right; at++) {
        if (region.older[at]! >= darkGreys) continue;
        earlier++;
        if (region.marks[at]! & removed) lost++;
      }
  });
  return Math.max(explained, shareLeft(lost, earlier));
};

/** Returns the share of all that is left without some; 1 of nothing. */
const shareLeft = (without: number, all: number): number => (all === 0 ? 1 : 1 - without / all);

const pixelsOf = ({ left, top, width, height }: Pick<MoveWindow, 'left' | 'top' | 'width' | 'height'>) => ({
  ...{ left, top, right: left + width, bottom: top + height },
});

/** Returns the part of the grid that is examined for a flock; null outside of the sheet. */
const windowOf = (flock: Flock, { width, height, density }: AlignedSheets): MoveWindow | null => {
  const place = flock.place
    ? inflate(flock.place, inkMarginPoints)
    : inflate(flock.words.map(({ to }) => to as Box).reduce(union), wordMarginPoints);
  // Windows start on whole cells, so that regions can claim cells of the sheet.
  const start = (value: number) => Math.max(0, Math.floor((value * density) / moveCellPixels) * moveCellPixels);
  const [left, top] = [start(place.x), start(place.y)];
  const across = Math.min(width, Math.ceil((place.x + place.width) * density)) - left;
  const down = Math.min(height, Math.ceil((place.y + place.height) * density)) - top;
  if (across < moveCellPixels || down < moveCellPixels) return null;
  const [columns, rows] = [Math.ceil(across / moveCellPixels), Math.ceil(down / moveCellPixels)];
  return { left, top, width: across, height: down, columns, rows };
};

/** Returns the pieces of ink and words that arrived with a flock. */
const arrivedPieces = (
  flock: Flock,
  good: Uint8Array,
  links: Uint8Array,
  shares: Float32Array,
  { left, top, columns, rows }: MoveWindow,
  density: number,
  reach: number,
): ShiftedPiece[] => {
  const size = moveCellPixels / density;
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
  const linked = isSlide(flock) ? good : good.map((value, at) => (value || links[at] ? 1 : 0));
  return groupCells(linked, columns, rows, reach).flatMap((all): ShiftedPiece[] => {
    const cells = all.filter((at) => good[at]);
    if (cells.length === 0) return [];
    const reached = boxOf(all);
    const words = flock.words.filter(({ to }) => distance(to, reached) < maximumCellGapPoints / 2);
    return [{ cells, words, box: boxOf(cells), mostlyMoved: shares[cells[0]!]! >= 0.5 }];
  });
};

/** Returns the cells of pieces and of the words that moved with them. */
const cellsOf = (
  group: readonly ShiftedPiece[],
  { left, top, columns, rows }: MoveWindow,
  density: number,
): Uint8Array => {
  const own = new Uint8Array(columns * rows);
  for (const piece of group) {
    for (const at of piece.cells) own[at] = 1;
    for (const { to } of piece.words) {
      const [x0, y0] = [(to.x * density - left) / moveCellPixels, (to.y * density - top) / moveCellPixels];
      const [x1, y1] = [x0 + (to.width * density) / moveCellPixels, y0 + (to.height * density) / moveCellPixels];
      for (let r = Math.max(0, Math.floor(y0)); r < Math.min(rows, y1); r++) {
        for (let c = Math.max(0, Math.floor(x0)); c < Math.min(columns, x1); c++) own[r * columns + c] = 1;
      }
    }
  }
  return own;
};

/** Returns the box, in points, of the added ink in the cells of pieces. */
const inkOf = (
  group: readonly ShiftedPiece[],
  marks: Uint8Array,
  stride: number,
  { left, top, width, height, columns }: MoveWindow,
  density: number,
): Box => {
  const cells = new Set(group.flatMap((piece) => piece.cells));
  let [x0, y0, x1, y1] = [left + width, top + height, left, top];
  eachMarkIn(marks, stride, { left, top, right: x0, bottom: y0 }, (x, y, at) => {
    if (!(marks[at]! & added)) return;
    if (x >= x0 && x < x1 && y >= y0 && y < y1) return;
    if (!cells.has(Math.floor((y - top) / moveCellPixels) * columns + Math.floor((x - left) / moveCellPixels))) return;
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  });
  return { x: x0 / density, y: y0 / density, width: (x1 - x0) / density, height: (y1 - y0) / density };
};

/**
 * Finds what moved with a flock, by the ink that the move explains.
 * @param mayBeRevised whether a region may have moved of which the move explains most only
 * @returns the regions, and whether there are more if they may have been revised
 */
const verifyFlock = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flock: Flock,
  claimed: Uint8Array,
  words: SheetWords,
  mayBeRevised: boolean,
): Promise<{ regions: MovedRegion[]; hasRevised: boolean }> => {
  const { density } = sheets;
  const window = windowOf(flock, sheets);
  if (!window) return { regions: [], hasRevised: false };
  const { left, top, width, height, columns, rows } = window;
  const across = Math.ceil(sheets.width / moveCellPixels);
  const onSheet = (at: number) =>
    (top / moveCellPixels + Math.floor(at / columns)) * across + left / moveCellPixels + (at % columns);
  const before = addedInCells(marks, sheets.width, window);
  const isOpen = (count: number, at: number) => count >= minimumCellInkPixels && !claimed[onSheet(at)];
  if (!before.some(isOpen)) return { regions: [], hasRevised: false };
  const moved = await renderMoved(older, sheets, flock, window);
  const newerWindow = crop(sheets.newer, sheets.width, left, top, width, height);
  const unexplainedMarks = differInk({ older: moved, newer: newerWindow, width, height }, tolerance);
  const unexplained = addedInCells(marks, sheets.width, window, unexplainedMarks);
  const good = Uint8Array.from(before, (count, at) =>
    isOpen(count, at) && unexplained[at]! <= maximumUnexplainedShare * count ? 1 : 0,
  );
  if (!good.includes(1)) return { regions: [], hasRevised: false };

  const reach = Math.max(1, Math.round((maximumCellGapPoints * density) / moveCellPixels));
  const shares = explainedShares(before, unexplained, columns, rows, reach);
  const maximumCells = (maximumLinkPoints * density) / moveCellPixels;
  const links = linksOf({ here: newerWindow, moved, rest: unexplainedMarks }, window, before, maximumCells);
  const groups = groupPieces(
    arrivedPieces(flock, good, links, shares, window, density, reach).sort((a, b) => b.cells.length - a.cells.length),
    isWhole(flock),
  );
  const wide = Math.max(1, Math.round((moveMarginPoints * density) / moveCellPixels));
  let hasRevised = false;
  const regions = groups.flatMap((group): MovedRegion[] => {
    const own = cellsOf(group, window, density);
    const inked = inkOf(group, marks, sheets.width, window, density);
    // A number in a bubble may coincide with that of another view except for a few pixels.
    const ownWords = new Set(group.flatMap((piece) => piece.words));
    const along = flock.words.filter(
      (word) => ownWords.has(word) || distance(word.to, inked) < maximumCellGapPoints / 2,
    );
    const box = along.map(({ to }) => to as Box).reduce(union, inked);
    const region: MovedRegion = {
      matrix: flock.matrix,
      ...(flock.place && { place: flock.place }),
      words: along,
      box,
      from: applyToBox(invert(flock.matrix), box),
      ...{ left, top, width, height },
      // Ink overlapping that of another view at the new position is in no cell, so the region is its whole bounding
      // rectangle.
      cells: boundingRectangle(own, columns, rows, wide),
      older: moved,
      marks: unexplainedMarks,
    };
    if (isSlide(flock)) clearAbove(region, firstRow(region) * density);
    else {
      const share = shareMoved(region, words.removed, marks, sheets.width);
      const remaining = () => shareUnchanged(region.from, sheets.older, marks, sheets);
      if (share < minimumMovedInkShare) {
        // What was revised has left its place; if only a wall of a plan moved, much of the plan remains.
        if (share < minimumMovedShare || remaining() > 1 - minimumMovedInkShare) return [];
        if (!mayBeRevised) {
          hasRevised = true;
          return [];
        }
      }
      if (cutsLines(region, words.newer) && remaining() > maximumRemainingMarkShare) return [];
    }
    const closed = spread(shrink(spread(own, columns, rows, reach), columns, rows, reach), columns, rows, wide);
    for (let at = 0; at < closed.length; at++) if (closed[at]) claimed[onSheet(at)] = 1;
    return [region];
  });
  return { regions, hasRevised };
};

/** Whether two regions have the same new position: one of them is only similar to the other. */
const haveSamePosition = ({ box: a }: MovedRegion, { box: b }: MovedRegion): boolean =>
  shareInCommon(a, b) > minimumMoveOverlapShare;

/**
 * Finds the regions that moved on their sheet: first those that are nearly unchanged, then those of which the move explains
 * most, such as a plan that was revised. Each position belongs to one region: that of the first flock, or of the one with
 * more words where two have the same position.
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
  // Ink explained by one move is not evidence for another.
  const claimed = new Uint8Array(Math.ceil(sheets.width / moveCellPixels) * Math.ceil(sheets.height / moveCellPixels));
  let left = flocks;
  for (const mayBeRevised of [false, true]) {
    const revised: Flock[] = [];
    for (const flock of left) {
      const found = await verifyFlock(older, sheets, marks, tolerance, flock, claimed, words, mayBeRevised);
      if (found.regions.length === 0 && found.hasRevised) revised.push(flock);
      for (const region of found.regions) {
        const at = isSlide(flock) ? -1 : regions.findIndex((former) => haveSamePosition(former, region));
        if (at < 0) regions.push(region);
        else if (region.words.length > regions[at]!.words.length) regions[at] = region;
      }
    }
    left = revised;
  }
  return regions;
};
