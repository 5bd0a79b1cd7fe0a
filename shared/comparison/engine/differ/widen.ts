import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import type { Box } from '../geometry.ts';
import { letteringInkGreys, maximumLetterGapHeights, maximumWordHeights } from './thresholds.ts';

/**
 * Extends a change of the size of a letter to its word or number, as a person would mark it: on a scan the changed
 * digit is the only ink that differs. Follows the row of letters around it, or the column of text read upwards; ink
 * that continues far beyond a word is linework and leaves the box unchanged.
 */
export const widenToWord = (change: Change, sheets: AlignedSheets): Change => {
  const { box } = change;
  if (change.text || Math.max(box.width, box.height) > 36 || Math.max(box.width, box.height) < 3) return change;
  const level = box.height <= 20 && box.width <= 3 * box.height ? grow(box, sheets, true) : null;
  const upright = box.width <= 20 && box.height <= 3 * box.width ? grow(box, sheets, false) : null;
  const wider = [level, upright]
    .filter((one) => one !== null)
    .sort((a, b) => b.width * b.height - a.width * a.height)[0];
  return wider ? { ...change, box: wider } : change;
};

const grow = (box: Box, sheets: AlignedSheets, level: boolean): Box | null => {
  const { older, newer, width, height, density } = sheets;
  const scaled = [box.x, box.y, box.x + box.width, box.y + box.height].map((value) => Math.round(value * density));
  const [x0, y0, x1, y1] = scaled as [number, number, number, number];
  const [start, end, top, bottom] = level ? [x0, x1, y0, y1] : [y0, y1, x0, x1];
  const [length, breadth] = level ? [width, height] : [height, width];
  const tall = bottom - top;
  const inked = (along: number, across: number): boolean => {
    const at = level ? across * width + along : along * width + across;
    return older[at]! < letteringInkGreys || newer[at]! < letteringInkGreys;
  };
  const count = (along: number, from: number, to: number): number => {
    let sum = 0;
    for (let across = Math.max(0, from); across < Math.min(breadth, to); across++) if (inked(along, across)) sum++;
    return sum;
  };
  const margin = Math.max(2, Math.round(tall * 0.5));
  /** Ink above and below the row is a line that crosses it, and ends the word. */
  const crossing = (along: number) =>
    count(along, top - margin, top - 1) > 0.7 * margin && count(along, bottom + 1, bottom + margin) > 0.7 * margin;
  const reach = (from: number, step: 1 | -1): number | null => {
    let last = from;
    for (let along = from; along >= 0 && along < length; along += step) {
      if (Math.abs(along - last) > maximumLetterGapHeights * tall || crossing(along)) return last;
      if (count(along, top, bottom) > 0) last = along;
      if (Math.abs(along - from) > maximumWordHeights * tall) return null;
    }
    return last;
  };
  const [before, after] = [reach(start, -1), reach(end - 1, 1)];
  if (before === null || after === null) return null;
  const [low, high] = [Math.min(start, before) / density, Math.max(end, after + 1) / density];
  return level
    ? { x: low, y: box.y, width: high - low, height: box.height }
    : { x: box.x, y: low, width: box.width, height: high - low };
};
