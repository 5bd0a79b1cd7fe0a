import type { AlignedSheets } from '../align/align-sheets.ts';
import { shareOnBoth } from './beside-ink.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';

/** Share of the marks that have ink on both sheets, and share that is not at their edge: lines have none. */
const leastBoth = 0.9;
const leastInside = 0.4;
/** Pixels from the edge, to either side, and grey levels that a sheet differs by there: its fill ends. */
const aside = 2;
const leastStep = 16;
/** Share of the edge where the paler sheet's fill ends with the other's. */
const leastEnding = 0.97;

/**
 * Whether marks are a fill that both sheets have, of the same outline and in another tone. What is drawn on a fill has
 * ink of both sheets as well, but the fill goes on round it.
 */
export const isRetoned = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  if (shareOnBoth(region, marks, sheets) < leastBoth) return false;
  const { older, newer, width, height } = sheets;
  const [paler, darker] = region.added > region.removed ? [older, newer] : [newer, older];
  let [inside, marked, edge, ending] = [0, 0, 0, 0];
  const isMarked = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && marks[y * width + x] !== unchanged;
  const endsOn = (picture: Uint8Array, x: number, y: number, [dx, dy]: readonly [number, number]): boolean => {
    const [outX, outY] = [x + aside * dx, y + aside * dy];
    const [inX, inY] = [x - aside * dx, y - aside * dy];
    if (Math.min(outX, inX, outY, inY) < 0 || Math.max(outX, inX) >= width || Math.max(outY, inY) >= height)
      return true;
    return Math.abs(picture[outY * width + outX]! - picture[inY * width + inX]!) > leastStep;
  };
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (!isMarked(x, y)) continue;
      marked++;
      const out = sides.find(([dx, dy]) => !isMarked(x + dx, y + dy));
      if (!out) inside++;
      else if (endsOn(darker, x, y, out)) {
        edge++;
        if (endsOn(paler, x, y, out)) ending++;
      }
    }
  }
  return inside >= leastInside * marked && edge > 0 && ending >= leastEnding * edge;
};

const sides = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
