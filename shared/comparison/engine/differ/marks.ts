import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Box } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { unchanged } from './ink-difference.ts';
import { countMarks, type Region } from './regions.ts';

export const toPoints = (
  { left, top, right, bottom }: Pick<Region, 'left' | 'top' | 'right' | 'bottom'>,
  density: number,
): Box => ({
  x: left / density,
  y: top / density,
  width: (right - left) / density,
  height: (bottom - top) / density,
});

export const marksIn = (
  marks: Uint8Array,
  { width, height, density }: AlignedSheets,
  { x, y, width: w, height: h }: Box,
): Region => countMarks(marks, width, height, x * density, y * density, (x + w) * density, (y + h) * density);

/** Returns the pixels of the sheets that a box in points of the newer one touches; `right` and `bottom` are exclusive. */
export const pixelsOf = ({ x, y, width: w, height: h }: Box, { width, height, density }: AlignedSheets) => ({
  left: Math.max(0, Math.floor(x * density)),
  top: Math.max(0, Math.floor(y * density)),
  right: Math.min(width, Math.ceil((x + w) * density)),
  bottom: Math.min(height, Math.ceil((y + h) * density)),
});

/** Whether a box in points contains a mark. */
export const hasMarks = (marks: Uint8Array, sheets: AlignedSheets, box: Box): boolean => {
  const { left, top, right, bottom } = pixelsOf(box, sheets);
  for (let y = top; y < bottom; y++)
    for (let at = y * sheets.width + left; at < y * sheets.width + right; at++)
      if (marks[at] !== unchanged) return true;
  return false;
};

export const wipe = (marks: Uint8Array, sheets: AlignedSheets, box: Box): void => {
  const { width } = sheets;
  const { left, top, right, bottom } = pixelsOf(box, sheets);
  for (let y = top; y < bottom; y++) marks.fill(unchanged, y * width + left, y * width + right);
};

/** Clears marks beyond the edge of either page: content was cut off there, not changed. */
export const clearOutsidePages = (marks: Uint8Array, sheets: AlignedSheets, older: SheetSource): void => {
  const { width, height, density, alignment } = sheets;
  const [a, b, c, d, e, f] = alignment.matrix;
  const det = a * d - b * c;
  const margin = 3;
  for (let y = 0; y < height; y++) {
    const at = (y + 0.5) / density;
    // The coordinates on both pages are linear along a row: value, slope and size of the page.
    const coordinates: [value: number, slope: number, size: number][] = [
      [(-d * e - c * (at - f)) / det, d / det, older.text.width],
      [(b * e + a * (at - f)) / det, -b / det, older.text.height],
      [0, 1, width / density],
      [at, 0, height / density],
    ];
    let [left, right] = [0, width];
    for (const [value, slope, size] of coordinates) {
      const [one, other] = [margin, size - margin].map((end) => ((end - value) / slope) * density - 0.5);
      if (slope === 0 && (value <= margin || value >= size - margin)) right = 0;
      if (slope === 0) continue;
      left = Math.max(left, Math.floor(Math.min(one!, other!)) + 1);
      right = Math.min(right, Math.ceil(Math.max(one!, other!)));
    }
    const row = y * width;
    marks.fill(unchanged, row, row + (left < right ? left : width));
    if (left < right) marks.fill(unchanged, row + right, row + width);
  }
};
