import type { AlignedSheets } from './align-sheets.ts';
import type { Box } from './geometry.ts';
import { inflate, union } from './geometry.ts';
import { differInk, unchanged } from './ink-difference.ts';
import { countMarks, findRegions, type Region } from './regions.ts';
import type { SheetSource } from './sheet-source.ts';
import { compareText, moveWords, type TextChange } from './text-difference.ts';

/** A changed place on the newer sheet, in points. */
export interface Change {
  kind: 'text_added' | 'text_removed' | 'text_changed' | 'graphic_added' | 'graphic_removed' | 'graphic_changed';
  box: Box;
  text: TextChange | null;
  /** Changed pixels, at the density of the comparison. */
  addedInk: number;
  removedInk: number;
}

/** Ink nearer than this belongs to one patch, points (about 2 mm). */
const togetherness = 5.7;

export interface FoundChanges {
  changes: Change[];
  marks: Uint8Array<ArrayBuffer>;
}

export const findChanges = (older: SheetSource, newer: SheetSource, sheets: AlignedSheets): FoundChanges => {
  const { width, height, density, alignment } = sheets;
  const scan = older.imageOnly || newer.imageOnly;
  const marks = differInk(sheets, { contrast: scan ? 44 : 40, reach: scan ? 2 : 1 });
  const toPoints = ({ left, top, right, bottom }: Region): Box => ({
    x: left / density,
    y: top / density,
    width: (right - left) / density,
    height: (bottom - top) / density,
  });
  const rest = marks.slice();
  forgetOutside(rest, sheets, older);
  const changes: Change[] = [];

  const moved = moveWords(older.text.words, alignment.matrix);
  const texts = compareText(moved, newer.text);
  for (const text of texts) {
    const zone = inflate(text.box, 1);
    const region = countMarks(
      rest,
      width,
      height,
      zone.x * density,
      zone.y * density,
      (zone.x + zone.width) * density,
      (zone.y + zone.height) * density,
    );
    if (region.added + region.removed < leastInk(density) / 2) continue;
    const ink = toPoints(region);
    const level = (text.new ?? text.old)!.angle % 180 === 0;
    // Along the line the words themselves, across it their ink: the font's ascent and descent are mostly empty.
    const box = level
      ? { ...union(ink, { ...ink, x: text.box.x, width: text.box.width }) }
      : { ...union(ink, { ...ink, y: text.box.y, height: text.box.height }) };
    changes.push({ kind: text.kind, box, text, addedInk: region.added, removedInk: region.removed });
    wipe(rest, width, height, zone, density);
  }

  for (const region of findRegions(rest, width, height, togetherness * density)) {
    const box = toPoints(region);
    const total = region.added + region.removed;
    if (total < leastInk(density) || Math.max(box.width, box.height) < 2) continue;
    const share = region.added / total;
    const kind = share > 0.8 ? 'graphic_added' : share < 0.2 ? 'graphic_removed' : 'graphic_changed';
    changes.push({ kind, box, text: null, addedInk: region.added, removedInk: region.removed });
  }
  return { changes, marks };
};

/** Fewest changed pixels that make a change: about 1 mm of a thin line. */
const leastInk = (density: number) => Math.round(6 * density);

const wipe = (marks: Uint8Array, width: number, height: number, box: Box, density: number): void => {
  const x0 = Math.max(0, Math.floor(box.x * density));
  const x1 = Math.min(width, Math.ceil((box.x + box.width) * density));
  const y0 = Math.max(0, Math.floor(box.y * density));
  const y1 = Math.min(height, Math.ceil((box.y + box.height) * density));
  for (let y = y0; y < y1; y++) marks.fill(unchanged, y * width + x0, y * width + x1);
};

/** What lies beyond the edge of either page was cut off there, not changed. */
const forgetOutside = (marks: Uint8Array, sheets: AlignedSheets, older: SheetSource): void => {
  const { width, height, density, alignment } = sheets;
  const [a, b, c, d, e, f] = alignment.matrix;
  const det = a * d - b * c;
  const margin = 3;
  const inside = (px: number, py: number) => {
    const [x, y] = [px / density, py / density];
    const u = (d * (x - e) - c * (y - f)) / det;
    const v = (a * (y - f) - b * (x - e)) / det;
    return (
      u > margin &&
      v > margin &&
      u < older.text.width - margin &&
      v < older.text.height - margin &&
      x > margin &&
      y > margin &&
      px < width - margin * density &&
      py < height - margin * density
    );
  };
  for (let y = 0; y < height; y++) {
    let [left, right] = [0, width];
    while (left < right && !inside(left + 0.5, y + 0.5)) left++;
    while (right > left && !inside(right - 0.5, y + 0.5)) right--;
    marks.fill(unchanged, y * width, y * width + left);
    marks.fill(unchanged, y * width + right, (y + 1) * width);
  }
};
