import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { ink } from '../differ/beside-ink.ts';
import { unchanged } from '../differ/ink-difference.ts';
import type { Box } from '../geometry.ts';
import { rectangleOf } from './rectangles.ts';

/** What linework is called by its form alone. */
export type Form = 'Line' | 'Symbol' | 'Rectangle' | 'Sheet frame' | 'Filled area' | 'Linework';

const points = 72 / 25.4;
/** Points of paper below which what stands by itself is a symbol: one of something, whatever its size. */
const largestSymbol = 12 * points;
/** Points of breadth that one line has at most. */
const broadestLine = 4;
/** Share of its box that a fill covers at least, share of it that is not near its edge, and points from there. */
const leastCover = 0.5;
const leastInside = 0.5;
const toEdge = 1;
/** Points round a symbol where there is paper, and share of that rim that a leader may cross. */
const clear = 1.5;
const mostCrossed = 0.06;

/** Whether one side is more than eight times the other. */
export const isLong = (one: number, other: number): boolean => Math.max(one, other) > 8 * Math.min(one, other);

/** Whether paper is all round a box on a sheet: what is in it is a thing by itself, not a part of what goes on there. */
const standsAlone = (box: Box, picture: Uint8Array, { width, height, density }: AlignedSheets): boolean => {
  const [left, top] = [Math.floor((box.x - clear) * density), Math.floor((box.y - clear) * density)];
  const right = Math.ceil((box.x + box.width + clear) * density);
  const bottom = Math.ceil((box.y + box.height + clear) * density);
  let [crossed, round] = [0, 0];
  const look = (x: number, y: number) => {
    round++;
    if (x >= 0 && y >= 0 && x < width && y < height && picture[y * width + x]! < ink) crossed++;
  };
  for (let x = left; x <= right; x++) for (const y of [top, bottom]) look(x, y);
  for (let y = top + 1; y < bottom; y++) for (const x of [left, right]) look(x, y);
  return crossed <= mostCrossed * round;
};

/** Whether marks cover an area; strokes however close leave paper between them, or end a stroke's breadth away. */
const isFilled = ({ x, y, width: across, height: down }: Box, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const { width, height, density } = sheets;
  const off = Math.ceil(toEdge * density);
  const [right, bottom] = [Math.min(width, (x + across) * density), Math.min(height, (y + down) * density)];
  let [count, inside] = [0, 0];
  for (let v = Math.max(0, Math.floor(y * density)); v < bottom; v++) {
    for (let u = Math.max(0, Math.floor(x * density)); u < right; u++) {
      const at = v * width + u;
      if (marks[at] === unchanged) continue;
      count++;
      if ([at - off, at + off, at - off * width, at + off * width].every((next) => marks[next])) inside++;
    }
  }
  return count >= leastCover * across * down * density * density && inside >= leastInside * count;
};

/**
 * The form of changed linework. A name that says more than is seen is a wrong one: what is small is a symbol only where
 * nothing but paper is round it, on each sheet that has it.
 * @param change linework that came, went, or is drawn otherwise; its box in points of the newer sheet
 */
export const formOf = (change: Change, marks: Uint8Array, sheets: AlignedSheets): Form => {
  const { kind, box } = change;
  const { older, newer } = sheets;
  const [longer, shorter] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  if (isLong(longer, shorter) && shorter < broadestLine) return 'Line';
  const having = { graphic_added: [newer], graphic_removed: [older] }[kind as 'graphic_added'];
  if (longer < largestSymbol && (having ?? [older, newer]).every((picture) => standsAlone(box, picture, sheets)))
    return 'Symbol';
  const rectangle = rectangleOf(change, marks, sheets);
  if (rectangle) return rectangle;
  return kind !== 'graphic_changed' && isFilled(box, marks, sheets) ? 'Filled area' : 'Linework';
};
