import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { besideInkGreys } from '../differ/thresholds.ts';
import { type Box, distance, type Point, union, wayOf } from '../geometry.ts';
import {
  maximumTagDistanceTextHeights,
  maximumTaggedPoints,
  minimumDisplacedInkShare,
  minimumTaggedInkShare,
} from './thresholds.ts';

/** A code that a schedule lists. */
const tagText = /^\p{L}{1,3}[-.]?\d{1,3}\p{L}?$/u;

/** Returns the share of the pixels with ink that `isInk` at, or next to, their shifted position. */
const shareShifted = (
  pixels: readonly { x: number; y: number }[],
  dx: number,
  dy: number,
  isInk: (at: number) => boolean,
  { width, height }: Pick<AlignedSheets, 'width' | 'height'>,
): number => {
  const hits = pixels.filter(({ x, y }) => {
    for (let v = y + dy - 1; v <= y + dy + 1; v++) {
      for (let u = x + dx - 1; u <= x + dx + 1; u++) {
        if (u >= 0 && v >= 0 && u < width && v < height && isInk(v * width + u)) return true;
      }
    }
    return false;
  });
  return hits.length / Math.max(1, pixels.length);
};

/** Returns the pixels of a box that are marked as added, or as removed. */
const pixelsIn = (box: Box, side: number, marks: Uint8Array, { width, height, density }: AlignedSheets): Point[] => {
  const pixels: Point[] = [];
  for (let y = Math.max(0, Math.floor(box.y * density)); y <= (box.y + box.height) * density && y < height; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x <= (box.x + box.width) * density && x < width; x++)
      if (marks[y * width + x]! & side) pixels.push({ x, y });
  }
  return pixels;
};

/** Whether the ink removed within a box was added again at the displacement `way`. */
export const wasInkDisplaced = (box: Box, way: Point, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const [dx, dy] = [Math.round(way.x * sheets.density), Math.round(way.y * sheets.density)];
  const isAdded = (at: number) => (marks[at]! & added) !== 0;
  return shareShifted(pixelsIn(box, removed, marks, sheets), dx, dy, isAdded, sheets) >= minimumDisplacedInkShare;
};

/**
 * Whether at least a share of the linework moved with its tag: what it removed is ink at the displacement `way`, and what it
 * added was ink before it. A symbol that moved by less than its size partly covers its former place.
 */
export const movedWithTag = (
  box: Box,
  way: Point,
  marks: Uint8Array,
  sheets: AlignedSheets,
  least = minimumTaggedInkShare,
): boolean => {
  const [dx, dy] = [Math.round(way.x * sheets.density), Math.round(way.y * sheets.density)];
  const [gone, came] = [pixelsIn(box, removed, marks, sheets), pixelsIn(box, added, marks, sheets)];
  const isInk = (picture: Uint8Array) => (at: number) => picture[at]! < besideInkGreys;
  const shares = [
    ...(gone.length === 0 ? [] : [shareShifted(gone, dx, dy, isInk(sheets.newer), sheets)]),
    ...(came.length === 0 ? [] : [shareShifted(came, -dx, -dy, isInk(sheets.older), sheets)]),
  ];
  return shares.length > 0 && shares.every((share) => share >= least);
};

/** Whether linework is small enough for the symbol of a tag. */
const mayBeTagged = ({ kind, box }: Change): boolean =>
  kind.startsWith('graphic_') && Math.max(box.width, box.height) < maximumTaggedPoints;

/**
 * Joins the linework of a symbol that moved with its tag into the move of the tag; it may be at only one of both places.
 * @param marks marks of linework only
 */
export const joinTagged = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const taken = new Set<Change>();
  const joined = changes.map((change): Change => {
    const [old, now] = [change.text?.old, change.text?.new];
    if (change.kind !== 'text_moved' || !old || !now || !tagText.test(now.text)) return change;
    const reach = maximumTagDistanceTextHeights * now.size;
    const symbol = changes.filter(
      (graphic) =>
        mayBeTagged(graphic) &&
        !taken.has(graphic) &&
        Math.max(distance(graphic.box, old.box), distance(graphic.box, now.box)) <= reach &&
        movedWithTag(graphic.box, wayOf(old.box, now.box), marks, sheets),
    );
    for (const graphic of symbol) taken.add(graphic);
    return {
      ...change,
      box: symbol.flatMap(({ kind, box }) => (kind === 'graphic_removed' ? [] : box)).reduce(union, change.box),
      addedInk: symbol.reduce((sum, { addedInk }) => sum + addedInk, change.addedInk),
      removedInk: symbol.reduce((sum, { removedInk }) => sum + removedInk, change.removedInk),
    };
  });
  return joined.filter((change) => !taken.has(change));
};
