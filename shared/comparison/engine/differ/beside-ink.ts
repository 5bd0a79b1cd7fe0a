import type { AlignedSheets } from '../align/align-sheets.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';

/** Points from the middle of a line to its edge, drawn heavier: what is further away is another line. */
const edge = 1.5;
/** Grey level below which there is ink. */
export const ink = 225;

/** Share of the marked pixels of a region that have ink on both sheets; 0 where none is marked. */
export const shareOnBoth = (
  { left, top, right, bottom }: Region,
  marks: Uint8Array,
  { older, newer, width }: Pick<AlignedSheets, 'older' | 'newer' | 'width'>,
): number => {
  let [count, both] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      if (marks[at] === unchanged) continue;
      count++;
      if (older[at]! < ink && newer[at]! < ink) both++;
    }
  }
  return both / Math.max(1, count);
};

/**
 * Tells the pixels that have ink of both sheets as near as the edge of a heavy line has, yet are not in the midst of
 * it: what is drawn over a fill thickens no line.
 */
export const besideInk = ({
  older,
  newer,
  width,
  height,
  density,
}: Pick<AlignedSheets, 'older' | 'newer' | 'width' | 'height' | 'density'>): ((x: number, y: number) => boolean) => {
  const reach = Math.round(edge * density);
  const both = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && older[y * width + x]! < ink && newer[y * width + x]! < ink;
  return (x, y) => {
    if (both(x + reach, y) && both(x - reach, y) && both(x, y + reach) && both(x, y - reach) && both(x, y))
      return false;
    for (let step = 0; step <= reach; step++) {
      if (both(x + step, y) || both(x - step, y) || both(x, y + step) || both(x, y - step)) return true;
    }
    return false;
  };
};
