import { eachMark, eachMarkIn } from '../differ/each-mark.ts';
import { added, removed, unchanged } from '../differ/ink-difference.ts';
import { applyToBox, invert } from '../geometry.ts';
import { containsPixel, eachCell, type MovedRegion } from './moved-region.ts';
import { maximumRunOutGapPixels, moveCellPixels } from './thresholds.ts';

/** Returns the older sheet's raster with the regions at their new positions. */
export const moveRegions = (older: Uint8Array, width: number, regions: readonly MovedRegion[]): Uint8Array => {
  if (regions.length === 0) return older;
  const out = new Uint8Array(older);
  for (const region of regions) {
    eachCell(region, (left, top, right, bottom) => {
      for (let y = top; y < bottom; y++) {
        const from = y * region.width;
        out.set(region.older.subarray(from + left, from + right), (region.top + y) * width + region.left + left);
      }
    });
  }
  return out;
};

/** Whether a pixel or a neighbour is set: shifts by fractions of a pixel are rounded either way. */
const isNear = (set: Uint8Array, width: number, x: number, y: number): boolean => {
  for (let v = y - 1; v <= y + 1; v++) for (let u = x - 1; u <= x + 1; u++) if (set[v * width + u]) return true;
  return false;
};

/**
 * Returns the marks without those that moves explain: ink added or removed only because its region moved. Changes
 * inside a region are marked at their position on the newer sheet; removed ink that extends out of the region is
 * marked at its former position.
 */
export const explainMoves = (
  marks: Uint8Array<ArrayBuffer>,
  sheets: Raster,
  regions: readonly MovedRegion[],
): Uint8Array<ArrayBuffer> => {
  if (regions.length === 0) return marks;
  const out = new Uint8Array(marks);
  for (const region of regions) {
    const outgoing = removedAcrossBorder(region);
    explainNewPlace(region, outgoing, marks, out, sheets);
    explainOldPlace(region, outgoing, marks, out, sheets);
  }
  return out;
};

interface Raster {
  width: number;
  height: number;
  density: number;
}

/** Clears the marks of added ink that arrived with a region, and sets those of ink that did not arrive with it. */
const explainNewPlace = (
  region: MovedRegion,
  outgoing: Uint8Array,
  marks: Uint8Array,
  out: Uint8Array,
  { width, height, density }: Raster,
): void => {
  const [a, b, c, d, e, f] = invert(region.matrix);
  const { left: originX, top: originY, width: columns, marks: rest } = region;
  const explain = (x: number, y: number, at: number): void => {
    const left = rest[y * columns + x]!;
    if (marks[at]! & added && !(left & added)) out[at] = unchanged;
    if (!(left & removed) || outgoing[y * columns + x] || out[at] !== unchanged) return;
    const [px, py] = [originX + x + 0.5, originY + y + 0.5];
    const [fromX, fromY] = [Math.floor(a * px + c * py + e * density), Math.floor(b * px + d * py + f * density)];
    const inside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height;
    if (inside && marks[fromY * width + fromX]! & removed) out[at] = left;
  };
  eachCell(region, (left, top, right, bottom) => {
    for (let y = top; y < bottom; y++)
      for (let x = left, at = (originY + y) * width + originX + left; x < right; x++, at++)
        if (marks[at] !== unchanged || rest[y * columns + x] !== unchanged) explain(x, y, at);
  });
};

/** Clears the marks of removed ink that left with a region. */
const explainOldPlace = (
  region: MovedRegion,
  outgoing: Uint8Array,
  marks: Uint8Array,
  out: Uint8Array,
  { width, height, density }: Raster,
): void => {
  const old = applyToBox(invert(region.matrix), {
    x: region.left / density,
    y: region.top / density,
    width: region.width / density,
    height: region.height / density,
  });
  const [l, t, r, s, u, v] = region.matrix;
  const [left, top] = [Math.max(0, Math.floor(old.x * density)), Math.max(0, Math.floor(old.y * density))];
  const right = Math.min(width, Math.ceil((old.x + old.width) * density));
  const bottom = Math.min(height, Math.ceil((old.y + old.height) * density));
  eachMarkIn(marks, width, { left, top, right, bottom }, (x, y, at) => {
    if (!(marks[at]! & removed) || !(out[at]! & removed)) return;
    const toX = Math.floor(l * (x + 0.5) + r * (y + 0.5) + u * density) - region.left;
    const toY = Math.floor(t * (x + 0.5) + s * (y + 0.5) + v * density) - region.top;
    if (containsPixel(region, toX, toY) && !isNear(outgoing, region.width, toX, toY)) out[at] = unchanged;
  });
};

/** Whether a pixel lies at the edge of a cell, along one axis. */
const isAtEdge = (at: number): boolean => at % moveCellPixels === 0 || at % moveCellPixels === moveCellPixels - 1;

/**
 * Returns the removed ink inside a moved region that is connected to ink outside it, such as the frame around its
 * view, as 1 per pixel of the region's window. It did not move with the region, and is compared as a whole at its
 * former position.
 */
const removedAcrossBorder = (region: MovedRegion): Uint8Array => {
  const { width, height, marks } = region;
  const out = new Uint8Array(width * height);
  const queue: number[] = [];
  const isGone = (at: number) => (marks[at]! & removed) !== 0;
  eachMark(marks, (at) => {
    if (!isGone(at)) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (!isAtEdge(x) && !isAtEdge(y)) return;
    if (containsPixel(region, x, y)) return;
    const beside = [-1, 1].some((step) => containsPixel(region, x + step, y) || containsPixel(region, x, y + step));
    if (!beside) return;
    out[at] = 1;
    queue.push(at);
  });
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let v = Math.max(0, y - maximumRunOutGapPixels); v <= Math.min(height - 1, y + maximumRunOutGapPixels); v++) {
      for (let u = Math.max(0, x - maximumRunOutGapPixels); u <= Math.min(width - 1, x + maximumRunOutGapPixels); u++) {
        const next = v * width + u;
        if (out[next] || !isGone(next) || !containsPixel(region, u, v)) continue;
        out[next] = 1;
        queue.push(next);
      }
    }
  }
  return out;
};
