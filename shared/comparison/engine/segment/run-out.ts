import { eachMark } from '../differ/each-mark.ts';
import { removed } from '../differ/ink-difference.ts';
import { containsPixel, type MovedRegion } from './moved-region.ts';
import { maximumRunOutGapPixels } from './thresholds.ts';

/**
 * Returns the removed ink inside a moved region that is connected to ink outside it, such as the frame around its
 * view, as 1 per pixel of the region's window. It did not move with the region, and is compared as a whole at its
 * former position.
 */
export const removedAcrossBorder = (region: MovedRegion): Uint8Array => {
  const { width, height, marks } = region;
  const out = new Uint8Array(width * height);
  const queue: number[] = [];
  const isGone = (at: number) => (marks[at]! & removed) !== 0;
  eachMark(marks, (at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (!isGone(at) || containsPixel(region, x, y)) return;
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
