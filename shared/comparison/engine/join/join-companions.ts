import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change, TextLine } from '../change.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { besideInkGreys } from '../differ/thresholds.ts';
import { type Box, distance, type Point, union, wayOf } from '../geometry.ts';
import { mayMeasure } from '../read/text-meaning.ts';
import {
  companionToleranceTextHeights,
  maximumCompanionDistanceTextHeights,
  maximumCompanionPoints,
  maximumTagDistanceTextHeights,
  minimumCompanionLineRatio,
  minimumDisplacedInkShare,
  minimumLengthOverTextRatio,
  minimumTaggedInkShare,
} from './thresholds.ts';

/** A code that a schedule lists. */
const tagText = /^\p{L}{1,3}[-.]?\d{1,3}\p{L}?$/u;

const largestDifference = (a: Point, b: Point): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

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

/** Whether changed linework moved with a text; that of a tag may be further away, or only one of its former places. */
const movedWith = (
  { kind, box }: Change,
  old: TextLine,
  now: TextLine,
  marks: Uint8Array,
  sheets: AlignedSheets,
): boolean => {
  const way = wayOf(old.box, now.box);
  const isWithin = (textHeights: number) =>
    distance(box, old.box) <= textHeights * now.size && distance(box, now.box) <= textHeights * now.size;
  if (tagText.test(now.text) && isWithin(maximumTagDistanceTextHeights)) return movedWithTag(box, way, marks, sheets);
  return (
    kind === 'graphic_changed' &&
    isWithin(maximumCompanionDistanceTextHeights) &&
    wasInkDisplaced(box, way, marks, sheets)
  );
};

/**
 * Adds a line that moved with a number as its dimension line. An underline is only as long as its text, and a number
 * of three digits names a room.
 */
const withLine = (line: TextLine, box: Box): TextLine => {
  const [length, breadth] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  const own = Math.max(line.box.width, line.box.height);
  const measures = mayMeasure(line.text) && !/^\d{3}$/.test(line.text.trim());
  return measures && length > minimumCompanionLineRatio * breadth && length > minimumLengthOverTextRatio * own
    ? { ...line, dimensionLine: box }
    : line;
};

/**
 * Joins linework that moved together with a text beside it, such as a north arrow with its letter or a number with
 * its line, into one change.
 * @param marks marks of linework only
 */
export const joinCompanions = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const left = new Set(
    changes.filter(
      ({ kind, box }) => kind.startsWith('graphic_') && Math.max(box.width, box.height) < maximumCompanionPoints,
    ),
  );
  const taken = new Set<Change>();
  const joined = changes.map((change): Change => {
    const [old, now] = [change.text?.old, change.text?.new];
    if (change.kind !== 'text_moved' || !old || !now) return change;
    const way = wayOf(old.box, now.box);
    const at = (graphic: Change, line: TextLine) =>
      distance(graphic.box, line.box) <= maximumCompanionDistanceTextHeights * line.size;
    let whole = change;
    const take = (...graphics: Change[]) => {
      for (const graphic of graphics) {
        left.delete(graphic);
        taken.add(graphic);
        const { box, addedInk, removedInk } = whole;
        whole = {
          ...whole,
          box: graphic.kind === 'graphic_removed' ? box : union(box, graphic.box),
          addedInk: addedInk + graphic.addedInk,
          removedInk: removedInk + graphic.removedInk,
        };
      }
    };
    for (const graphic of left) {
      if (movedWith(graphic, old, now, marks, sheets)) take(graphic);
      else if (graphic.kind === 'graphic_removed' && at(graphic, old)) {
        const tolerance = companionToleranceTextHeights * now.size;
        const sides = ({ box }: Change): Point => ({ x: box.width, y: box.height });
        const came = [...left].find(
          (other) =>
            other.kind === 'graphic_added' &&
            at(other, now) &&
            largestDifference(wayOf(graphic.box, other.box), way) < tolerance &&
            largestDifference(sides(graphic), sides(other)) < tolerance,
        );
        if (!came) continue;
        take(graphic, came);
        whole = { ...whole, text: { ...whole.text!, old: withLine(old, graphic.box), new: withLine(now, came.box) } };
      }
    }
    return whole;
  });
  return joined.filter((change) => !taken.has(change));
};
