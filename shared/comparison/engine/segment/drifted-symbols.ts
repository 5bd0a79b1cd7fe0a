import type { AlignedSheets } from '../align/align-sheets.ts';
import { removed } from '../differ/ink-difference.ts';
import { type Box, union } from '../geometry.ts';
import { boxOfCells, leastWay, peaksOf, pixelsIn, refine, shareAlong, thinned } from './ink-shifts.ts';
import type { Flock } from './moved-words.ts';

/** Blocks that must go one way to have gone together, and how many of the largest are asked for theirs. */
export const leastTogether = 3;
const mostAsked = 3;
/** Pixels of a block that are laid on what came to find its shift; all of them prove it. */
const mostLaid = 500;
/** Share of a block's ink that stands where the shift leads. */
const leastAlong = 0.85;
/** Points that the sides of two blocks differ by when they are not the like of each other. */
const otherForm = 3;
/** Points that blocks of one row lie apart at most. */
const furthest = 90;

interface Block {
  piece: readonly number[];
  box: Box;
}

const areLike = ({ box: a }: Block, { box: b }: Block): boolean =>
  Math.abs(a.width - b.width) < otherForm && Math.abs(a.height - b.height) < otherForm;

/** Blocks in a row, or about each other, that no wide space parts from the first. */
const nearTo = (first: Block, blocks: readonly Block[]): Block[] => {
  const group = [first];
  const left = new Set(blocks.filter((block) => block !== first));
  const apart = ({ box: a }: Block, { box: b }: Block) =>
    Math.max(a.x - b.x - b.width, b.x - a.x - a.width, a.y - b.y - b.height, b.y - a.y - a.height);
  for (const one of group) {
    for (const other of left) {
      if (apart(one, other) > furthest) continue;
      left.delete(other);
      group.push(other);
    }
  }
  return group;
};

/** Whether enough of the blocks differ in form. */
const areForms = (blocks: readonly Block[]): boolean =>
  blocks.filter((block, i) => blocks.findIndex((other) => areLike(block, other)) === i).length >= leastTogether;

/**
 * Symbols and details that went one way together: each of them is too small to tell that it moved, as another of its
 * kind may have come elsewhere; several of different forms that one shift lays on ink that came did not by chance.
 * @param pieces cells of blocks that are no view by themselves, the largest first
 * @param come cells where ink came
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
    shareAlong(inkOf(block), Math.round(x), Math.round(y), marks, sheets);
  for (const seed of blocks.slice(0, mostAsked)) {
    const about = nearTo(seed, blocks);
    if (!areForms(about)) continue;
    const laid = thinned(inkOf(seed), mostLaid);
    const fits = peaksOf(seed.piece, come, grid.columns, grid.rows).map((peak) => refine(laid, marks, sheets, peak));
    const fit = fits.reduce((a, b) => (b.share > a.share ? b : a));
    const shift = { x: fit.x / density, y: fit.y / density };
    if (Math.hypot(shift.x, shift.y) < leastWay) continue;
    const went = about.filter((block) => along(block, fit) > leastAlong);
    if (!went.includes(seed)) continue;
    const group = nearTo(seed, went);
    if (!areForms(group)) continue;
    const from = group.map(({ box }) => box).reduce(union);
    const place = { ...from, x: from.x + shift.x, y: from.y + shift.y };
    return [{ matrix: [1, 0, 0, 1, shift.x, shift.y], weight: 0, words: [], place, together: true }];
  }
  return [];
};
