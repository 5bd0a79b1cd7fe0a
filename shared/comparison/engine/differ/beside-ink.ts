import type { AlignedSheets } from '../align/align-sheets.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';

/** Points from a line's axis to its edge when it is drawn heavier; ink further away belongs to another line. */
const heavyEdgePoints = 1.5;
/** Grey level below which a pixel counts as ink. */
export const inkGrey = 225;

/** Returns the share of a region's marked pixels that have ink on both sheets; 0 if none is marked. */
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
      if (older[at]! < inkGrey && newer[at]! < inkGrey) both++;
    }
  }
  return both / Math.max(1, count);
};

/**
 * Returns a test of whether a pixel lies at the edge of ink common to both sheets, within the half-width of a heavy
 * line. Pixels in the middle of a filled area fail it: drawing over a fill does not thicken a line.
 */
export const besideInk = ({
  older,
  newer,
  width,
  height,
  density,
}: Pick<AlignedSheets, 'older' | 'newer' | 'width' | 'height' | 'density'>): ((x: number, y: number) => boolean) => {
  const reach = Math.round(heavyEdgePoints * density);
  const both = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && older[y * width + x]! < inkGrey && newer[y * width + x]! < inkGrey;
  return (x, y) => {
    if (both(x + reach, y) && both(x - reach, y) && both(x, y + reach) && both(x, y - reach) && both(x, y))
      return false;
    for (let step = 0; step <= reach; step++) {
      if (both(x + step, y) || both(x - step, y) || both(x, y + step) || both(x, y - step)) return true;
    }
    return false;
  };
};
