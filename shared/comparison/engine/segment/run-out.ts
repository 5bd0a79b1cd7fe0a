import { eachMark } from '../differ/each-mark.ts';
import { removed } from '../differ/ink-difference.ts';
import { holds, type MovedRegion } from './moved-region.ts';

/** Pixels within which a line runs on, where ink that both sheets have crosses it. */
const bridge = 2;

/**
 * What went of the older sheet within a moved region and runs out of it, such as the frame round its view: 1 where a
 * pixel of the region's window is of it. It did not move with the region, and is looked at where it stood, as a whole.
 */
export const runsOut = (region: MovedRegion): Uint8Array => {
  const { width, height, marks } = region;
  const out = new Uint8Array(width * height);
  const queue: number[] = [];
  const isGone = (at: number) => (marks[at]! & removed) !== 0;
  eachMark(marks, (at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (!isGone(at) || holds(region, x, y)) return;
    const beside = [-1, 1].some((step) => holds(region, x + step, y) || holds(region, x, y + step));
    if (!beside) return;
    out[at] = 1;
    queue.push(at);
  });
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let v = Math.max(0, y - bridge); v <= Math.min(height - 1, y + bridge); v++) {
      for (let u = Math.max(0, x - bridge); u <= Math.min(width - 1, x + bridge); u++) {
        const next = v * width + u;
        if (out[next] || !isGone(next) || !holds(region, u, v)) continue;
        out[next] = 1;
        queue.push(next);
      }
    }
  }
  return out;
};
