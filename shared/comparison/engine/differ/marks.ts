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

export const wipe = (marks: Uint8Array, { width, height, density }: AlignedSheets, box: Box): void => {
  const x0 = Math.max(0, Math.floor(box.x * density));
  const x1 = Math.min(width, Math.ceil((box.x + box.width) * density));
  const y0 = Math.max(0, Math.floor(box.y * density));
  const y1 = Math.min(height, Math.ceil((box.y + box.height) * density));
  for (let y = y0; y < y1; y++) marks.fill(unchanged, y * width + x0, y * width + x1);
};

/** Clears marks beyond the edge of either page: content was cut off there, not changed. */
export const clearOutsidePages = (marks: Uint8Array, sheets: AlignedSheets, older: SheetSource): void => {
  const { width, height, density, alignment } = sheets;
  const [a, b, c, d, e, f] = alignment.matrix;
  const det = a * d - b * c;
  const margin = 3;
  const within = (value: number, size: number) => value > margin && value < size - margin;
  const inside = (px: number, py: number) => {
    const [x, y] = [px / density, py / density];
    const u = (d * (x - e) - c * (y - f)) / det;
    const v = (a * (y - f) - b * (x - e)) / det;
    return (
      within(u, older.text.width) &&
      within(v, older.text.height) &&
      within(x, width / density) &&
      within(y, height / density)
    );
  };
  // The inside part of each row is a single interval, close to that of the row before.
  let [left, right] = [0, 0];
  for (let y = 0; y < height; y++) {
    const isInside = (x: number) => inside(x + 0.5, y + 0.5);
    const narrow = () => {
      while (left < right && !isInside(left)) left++;
      while (right > left && !isInside(right - 1)) right--;
    };
    while (left > 0 && isInside(left - 1)) left--;
    while (right < width && isInside(right)) right++;
    narrow();
    if (left === right) {
      [left, right] = [0, width];
      narrow();
    }
    marks.fill(unchanged, y * width, y * width + left);
    marks.fill(unchanged, y * width + right, (y + 1) * width);
  }
};
