import type { AlignedSheets } from '../align/align-sheets.ts';
import { shareOnBoth } from './beside-ink.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';

/**
 * Minimum share of the marks with ink on both sheets, and minimum share of marks that are not edge: lines have no
 * interior.
 */
const minimumSharedShare = 0.9;
const minimumInteriorShare = 0.4;
/** Offset in pixels to either side of the edge, and the difference in grey levels there at which a fill ends. */
const edgeOffsetPixels = 2;
const minimumStepGreys = 16;
/** Minimum share of the edge where the paler sheet's fill ends as well. */
const minimumCommonEdgeShare = 0.97;

/**
 * Whether the marks are a fill with the same outline on both sheets, in another tone. Objects drawn on a fill have
 * ink on both sheets as well, but there the fill continues around them.
 */
export const isRetoned = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  if (shareOnBoth(region, marks, sheets) < minimumSharedShare) return false;
  const { older, newer, width, height } = sheets;
  const [paler, darker] = region.added > region.removed ? [older, newer] : [newer, older];
  let [inside, marked, edge, ending] = [0, 0, 0, 0];
  const isMarked = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && marks[y * width + x] !== unchanged;
  const endsOn = (picture: Uint8Array, x: number, y: number, [dx, dy]: readonly [number, number]): boolean => {
    const [outX, outY] = [x + edgeOffsetPixels * dx, y + edgeOffsetPixels * dy];
    const [inX, inY] = [x - edgeOffsetPixels * dx, y - edgeOffsetPixels * dy];
    if (Math.min(outX, inX, outY, inY) < 0 || Math.max(outX, inX) >= width || Math.max(outY, inY) >= height)
      return true;
    return Math.abs(picture[outY * width + outX]! - picture[inY * width + inX]!) > minimumStepGreys;
  };
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (!isMarked(x, y)) continue;
      marked++;
      const out = directions.find(([dx, dy]) => !isMarked(x + dx, y + dy));
      if (!out) inside++;
      else if (endsOn(darker, x, y, out)) {
        edge++;
        if (endsOn(paler, x, y, out)) ending++;
      }
    }
  }
  return inside >= minimumInteriorShare * marked && edge > 0 && ending >= minimumCommonEdgeShare * edge;
};

const directions = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
