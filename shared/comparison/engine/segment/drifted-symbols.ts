import type { AlignedSheets } from '../align/align-sheets.ts';
import { removed } from '../differ/ink-difference.ts';
import { type Box, union } from '../geometry.ts';
import {
  boxOfCells,
  minimumDisplacementPoints,
  peaksOf,
  pixelsIn,
  refineShift,
  shareShifted,
  thin,
} from './ink-shifts.ts';
import type { Flock } from './moved-words.ts';

/** Minimum number of blocks with a common shift, and number of the largest blocks tried as a seed. */
export const minimumBlocks = 3;
const maximumSeeds = 3;
/** Number of pixels of a block used to find its shift; all of them verify it. */
const maximumFitPixels = 500;
/** Minimum share of a block's ink that lies where the shift maps it. */
const minimumShiftedInkShare = 0.85;
/** Difference in points between the sides of two blocks from which their forms differ. */
const formTolerancePoints = 3;
/** Maximum distance in points between blocks of one group. */
const maximumGapPoints = 90;

interface Block {
  piece: readonly number[];
  box: Box;
}

const areLike = ({ box: a }: Block, { box: b }: Block): boolean =>
  Math.abs(a.width - b.width) < formTolerancePoints && Math.abs(a.height - b.height) < formTolerancePoints;

/** Returns the blocks connected to the first one by gaps of at most `maximumGapPoints`. */
const connectedTo = (first: Block, blocks: readonly Block[]): Block[] => {
  const group = [first];
  const left = new Set(blocks.filter((block) => block !== first));
  const apart = ({ box: a }: Block, { box: b }: Block) =>
    Math.max(a.x - b.x - b.width, b.x - a.x - a.width, a.y - b.y - b.height, b.y - a.y - a.height);
  for (const one of group) {
    for (const other of left) {
      if (apart(one, other) > maximumGapPoints) continue;
      left.delete(other);
      group.push(other);
    }
  }
  return group;
};

/** Whether enough of the blocks differ in form. */
const haveDifferentForms = (blocks: readonly Block[]): boolean =>
  blocks.filter((block, i) => blocks.findIndex((other) => areLike(block, other)) === i).length >= minimumBlocks;

/**
 * Finds symbols and details that moved together. A single one is too small as evidence, because another of its kind
 * may have been added elsewhere; several of different forms that one shift maps to added ink are no coincidence.
 * @param pieces cells of blocks smaller than a view, largest first
 * @param come cells with added ink
 */
export const findDriftedSymbols = (
  pieces: readonly (readonly number[])[],
  come: readonly number[],
  grid: { columns: number; rows: number },
  marks: Uint8Array,
  sheets: AlignedSheets,
): Flock[] => {
  const { density } = sheets;
  const blocks = pieces.map((piece) => ({ piece, box: boxOfCells(piece, grid.columns, density) }));
  const inkOf = ({ piece }: Block) => pixelsIn(piece, grid.columns, marks, removed, sheets);
  const along = (block: Block, { x, y }: { x: number; y: number }): number =>
    shareShifted(inkOf(block), Math.round(x), Math.round(y), marks, sheets);
  for (const seed of blocks.slice(0, maximumSeeds)) {
    const about = connectedTo(seed, blocks);
    if (!haveDifferentForms(about)) continue;
    const laid = thin(inkOf(seed), maximumFitPixels);
    const fits = peaksOf(seed.piece, come, grid.columns, grid.rows).map((peak) =>
      refineShift(laid, marks, sheets, peak),
    );
    const fit = fits.reduce((a, b) => (b.share > a.share ? b : a));
    const shift = { x: fit.x / density, y: fit.y / density };
    if (Math.hypot(shift.x, shift.y) < minimumDisplacementPoints) continue;
    const went = about.filter((block) => along(block, fit) > minimumShiftedInkShare);
    if (!went.includes(seed)) continue;
    const group = connectedTo(seed, went);
    if (!haveDifferentForms(group)) continue;
    const from = group.map(({ box }) => box).reduce(union);
    const place = { ...from, x: from.x + shift.x, y: from.y + shift.y };
    return [{ matrix: [1, 0, 0, 1, shift.x, shift.y], weight: 0, words: [], place, together: true }];
  }
  return [];
};
