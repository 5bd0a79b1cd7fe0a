import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { added, differInk, type InkTolerance } from '../differ/ink-difference.ts';
import { shareUnchanged } from '../differ/share-left.ts';
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
import { boundingRectangle, piecesOf, shrink, spread } from './cells.ts';
import { groupPieces, isWhole, type Piece } from './group-pieces.ts';
import { crop, explainedShares, linksOf, renderMoved } from './moved-ink.ts';
import type { MovedRegion } from './moved-region.ts';
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
  minimumMovedWordShare,
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
 * Whether most of the content of the region's former position moved with it; a similar view elsewhere is not that
 * view.
 */
const didContentMove = (region: MovedRegion, older: readonly Word[], marks: Uint8Array, stride: number): boolean => {
  const inside = older.filter((word) => contains(region.from, centre(word)));
  const along = new Set(region.words.map(({ from }) => from));
  const movedCount = inside.filter((word) => along.has(word)).length;
  if (!region.place && movedCount >= minimumMovedWordShare * inside.length) return true;
  const columns = Math.ceil(region.width / moveCellPixels);
  let [came, left] = [0, 0];
  for (let y = 0; y < region.height; y++) {
    for (let x = 0; x < region.width; x++) {
      if (!region.cells[Math.floor(y / moveCellPixels) * columns + Math.floor(x / moveCellPixels)]) continue;
      if (!(marks[(region.top + y) * stride + region.left + x]! & added)) continue;
      came++;
      if (region.marks[y * region.width + x]! & added) left++;
    }
  }
  return came - left >= minimumMovedInkShare * came;
};

/** Finds what moved with a flock, by the ink that the move explains. */
const verifyFlock = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flock: Flock,
  claimed: Uint8Array,
  words: SheetWords,
): Promise<MovedRegion[]> => {
  const { density } = sheets;
  const across = Math.ceil(sheets.width / moveCellPixels);
  const place = flock.place
    ? inflate(flock.place, inkMarginPoints)
    : inflate(flock.words.map(({ to }) => to as Box).reduce(union), wordMarginPoints);
  // Windows start on whole cells, so that regions can claim cells of the sheet.
  const left = Math.max(0, Math.floor((place.x * density) / moveCellPixels) * moveCellPixels);
  const top = Math.max(0, Math.floor((place.y * density) / moveCellPixels) * moveCellPixels);
  const width = Math.min(sheets.width, Math.ceil((place.x + place.width) * density)) - left;
  const height = Math.min(sheets.height, Math.ceil((place.y + place.height) * density)) - top;
  if (width < moveCellPixels || height < moveCellPixels) return [];
  const moved = await renderMoved(older, sheets, flock, { left, top, width, height });
  const newerWindow = crop(sheets.newer, sheets.width, left, top, width, height);
  const unexplainedMarks = differInk({ older: moved, newer: newerWindow, width, height }, tolerance);

  const [columns, rows] = [Math.ceil(width / moveCellPixels), Math.ceil(height / moveCellPixels)];
  const [before, unexplained] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / moveCellPixels) * columns;
    for (let x = 0; x < width; x++) {
      if (!(marks[(top + y) * sheets.width + left + x]! & added)) continue;
      const at = row + Math.floor(x / moveCellPixels);
      before[at]!++;
      if (unexplainedMarks[y * width + x]! & added) unexplained[at]!++;
    }
  }
  const good = new Uint8Array(columns * rows);
  for (let at = 0; at < good.length; at++) {
    const global = (top / moveCellPixels + Math.floor(at / columns)) * across + left / moveCellPixels + (at % columns);
    if (
      before[at]! >= minimumCellInkPixels &&
      unexplained[at]! <= maximumUnexplainedShare * before[at]! &&
      !claimed[global]
    )
      good[at] = 1;
  }

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
  const reach = Math.max(1, Math.round((maximumCellGapPoints * density) / moveCellPixels));
  const shares = explainedShares(before, unexplained, columns, rows, reach);
  const links = linksOf(
    { here: newerWindow, moved, rest: unexplainedMarks, width, height },
    before,
    (maximumLinkPoints * density) / moveCellPixels,
  );
  const linked = isSlide(flock) ? good : good.map((value, at) => (value || links[at] ? 1 : 0));
  const pieces = piecesOf(linked, columns, rows, reach).flatMap((all): Piece[] => {
    const cells = all.filter((at) => good[at]);
    if (cells.length === 0) return [];
    const box = boxOf(cells);
    const reached = boxOf(all);
    const words = flock.words.filter(({ to }) => distance(to, reached) < maximumCellGapPoints / 2);
    return [{ cells, words, box, mostlyMoved: shares[cells[0]!]! >= 0.5 }];
  });
  const whole = isWhole(flock);
  const groups = groupPieces(
    pieces.toSorted((a, b) => b.cells.length - a.cells.length),
    whole,
    words.newer,
  );
  const wide = Math.max(1, Math.round((moveMarginPoints * density) / moveCellPixels));
  return groups.flatMap((group): MovedRegion[] => {
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
    const closed = spread(shrink(spread(own, columns, rows, reach), columns, rows, reach), columns, rows, wide);
    // Ink overlapping that of another view at the new position is in no cell, so the region is its whole bounding
    // rectangle.
    const cells = boundingRectangle(own, columns, rows, wide);
    let extent = { left: width, top: height, right: 0, bottom: 0 };
    for (const at of group.flatMap((piece) => piece.cells)) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      for (let y = row * moveCellPixels; y < Math.min(height, (row + 1) * moveCellPixels); y++) {
        for (let x = column * moveCellPixels; x < Math.min(width, (column + 1) * moveCellPixels); x++) {
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
      left,
      top,
      width,
      height,
      cells,
      older: moved,
      marks: unexplainedMarks,
    };
    if (isSlide(flock)) clearAbove(region, firstRow(region) * density);
    else if (!didContentMove(region, words.removed, marks, sheets.width)) return [];
    else if (
      cutsLines(region, words.newer) &&
      shareUnchanged(region.from, sheets.older, marks, sheets) > maximumRemainingMarkShare
    )
      return [];
    for (let at = 0; at < closed.length; at++) {
      if (closed[at])
        claimed[(top / moveCellPixels + Math.floor(at / columns)) * across + left / moveCellPixels + (at % columns)] =
          1;
    }
    return [region];
  });
};

/** Whether two regions have the same new position: one of them is only similar to the other. */
const haveSamePosition = ({ box: a }: MovedRegion, { box: b }: MovedRegion): boolean =>
  shareInCommon(a, b) > minimumMoveOverlapShare;

/**
 * Finds the regions that moved on their sheet. Each position belongs to one region: that of the first flock, or of
 * the one with more words where two have the same position.
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
  // Ink explained by one move is no evidence for another.
  const claimed = new Uint8Array(Math.ceil(sheets.width / moveCellPixels) * Math.ceil(sheets.height / moveCellPixels));
  for (const flock of flocks) {
    for (const region of await verifyFlock(older, sheets, marks, tolerance, flock, claimed, words)) {
      const at = isSlide(flock) ? -1 : regions.findIndex((former) => haveSamePosition(former, region));
      if (at < 0) regions.push(region);
      else if (region.words.length > regions[at]!.words.length) regions[at] = region;
    }
  }
  return regions;
};
