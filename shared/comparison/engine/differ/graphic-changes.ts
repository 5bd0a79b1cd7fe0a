import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, gaps } from '../geometry.ts';
import { unchanged } from './ink-difference.ts';
import { marksIn, toPoints } from './marks.ts';
import { findRegions, type Region } from './regions.ts';
import { splitSparse } from './split-sparse.ts';

/** Ink nearer than this belongs to one patch, points (about 2 mm). */
const togetherness = 5.7;

/** What a patch of changed ink must have: marked pixels, at a density of one pixel a point, and the share of strong ones. */
export interface Least {
  ink: number;
  sure: number;
}
/** About 2 mm of a thin line. */
export const sharpest: Least = { ink: 10, sure: 0.2 };
export const softest: Least = { ink: 6, sure: 0.03 };

export const findGraphicChanges = (
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: Least,
): Change[] => {
  const { width, height, density } = sheets;
  const found: Change[] = [];
  for (const patch of findRegions(marks, width, height, togetherness * density)) {
    if (isSlight(patch, marks, keptText, sheets, least)) continue;
    for (const region of splitSparse(marks, width, height, patch, 50 * density)) {
      const box = toPoints(region, density);
      const share = region.added / (region.added + region.removed);
      const kind = share > 0.8 ? 'graphic_added' : share < 0.2 ? 'graphic_removed' : 'graphic_changed';
      found.push({ kind, box, text: null, addedInk: region.added, removedInk: region.removed });
    }
  }
  return found;
};

/** What rendering, another producer or a scan leave behind: specks, and ink that only sits a little aside. */
const isSlight = (
  region: Region,
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: Least,
): boolean => {
  const { density } = sheets;
  const total = region.added + region.removed;
  const box = toPoints(region, density);
  if (total < least.ink * density || Math.max(box.width, box.height) < 2) return true;
  const sure = region.strong / total;
  if (sure < least.sure) return true;
  const thin = Math.min(region.right - region.left, region.bottom - region.top) <= 2;
  if (thin && isSeam(region, marks, sheets)) return true;
  if (sure > 0.6) return false;
  // Lettering that the text layer finds unchanged was set a little differently.
  let inText = 0;
  for (const word of keptText) {
    const { x, y } = gaps(word, box);
    if (x >= 0 || y >= 0) continue;
    const left = Math.max(word.x, box.x);
    const top = Math.max(word.y, box.y);
    const part = marksIn(marks, sheets, { x: left, y: top, width: -x, height: -y });
    inText += part.added + part.removed;
  }
  return inText > 0.7 * total;
};

/** A streak along ink that both sheets have: the edge of a fill or a line that was drawn a hair thicker. */
const isSeam = (region: Region, marks: Uint8Array, { older, newer, width, height }: AlignedSheets): boolean => {
  const solid = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const at = y * width + x;
    return older[at]! < 128 && newer[at]! < 128;
  };
  const upright = region.bottom - region.top > region.right - region.left;
  let [beside, count] = [0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] === unchanged) continue;
      count++;
      const near = [-2, -1, 1, 2].some((step) => (upright ? solid(x + step, y) : solid(x, y + step)));
      if (near) beside++;
    }
  }
  return beside > 0.7 * count;
};

/**
 * Takes away marks one pixel thick beside ink that both sheets have. A fill along the pixels ends on a whole one, this
 * one or the next, as a millionth of a point decides; it then covers the line along its edge or leaves it.
 */
export const dropSeams = (marks: Uint8Array, { older, newer, width, height }: AlignedSheets): void => {
  const solid = (at: number) => older[at]! < 140 && newer[at]! < 140;
  const thinBeside = (at: number, step: number) =>
    marks[at - step] === unchanged && marks[at + step] === unchanged && (solid(at - step) || solid(at + step));
  const seams: number[] = [];
  // Four pixels at a time: hardly any of them is marked.
  const fours = new Uint32Array(marks.buffer, marks.byteOffset, marks.byteLength >> 2);
  const last = (width * (height - 1)) >> 2;
  for (let four = Math.ceil(width / 4); four < last; four++) {
    if (fours[four] === 0) continue;
    for (let at = four * 4; at < four * 4 + 4; at++) {
      if (marks[at] !== unchanged && (thinBeside(at, 1) || thinBeside(at, width))) seams.push(at);
    }
  }
  for (const at of seams) marks[at] = unchanged;
};
