import { type Arc, takeArcs } from './arcs.ts';
import { joinDashes } from './dashes.ts';
import { EndGrid } from './end-grid.ts';
import { directed, type Line, lengthOf } from './line.ts';
import { TOLERANCE } from './linework.ts';
import type { FilledArea, Pen, Strokes } from './strokes.ts';

/**
 * The ink of a page independent of how its producer split it: maximal lines and arcs. Equal drawings have equal
 * coverage, within the tolerance, whatever the order, splitting or duplication of their paths.
 */
export interface Coverage {
  /** Longest first. */
  lines: Line[];
  arcs: Arc[];
  areas: FilledArea[];
  pens: Pen[];
}

/**
 * Rounding of end points by drawing programs, in points, which limits the accuracy of a short piece's direction. The
 * coarsest program observed rounds to a sixteenth of a point.
 */
const roundingPoints = 0.07;

/** Returns indices by length, longest first; then by index, so that the result is deterministic. */
const byLength = ({ count, ends }: Strokes): Uint32Array => {
  const keys = new Float64Array(count);
  // The length in eighths of a point is in the high digits and the index in the low ones, so that plain numbers are
  // sorted.
  const room = 2 ** 24;
  for (let i = 0; i < count; i++) {
    const length = Math.hypot(ends[4 * i + 2]! - ends[4 * i]!, ends[4 * i + 3]! - ends[4 * i + 1]!);
    keys[i] = -Math.round(length * 8) * room - i;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => -key % room);
};

/** Returns the coverage of strokes. */
export const coverageOf = (strokes: Strokes): Coverage => {
  const { count, ends, pen, pens, areas } = strokes;
  const taken = new Uint8Array(count);
  const arcs = takeArcs(strokes, taken);
  const grid = new EndGrid(ends, count);
  const lines: Line[] = [];
  for (const base of byLength(strokes)) {
    if (taken[base]) continue;
    taken[base] = 1;
    const [ax, ay, bx, by] = [ends[4 * base]!, ends[4 * base + 1]!, ends[4 * base + 2]!, ends[4 * base + 3]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 1e-3) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    let [low, high] = [0, length];
    const own = pen[base]!;
    const ownError = roundingPoints / length;
    const visit = (index: number) => {
      if (taken[index] || pen[index] !== own) return;
      const [px, py] = [ends[4 * index]! - ax, ends[4 * index + 1]! - ay];
      const [qx, qy] = [ends[4 * index + 2]! - ax, ends[4 * index + 3]! - ay];
      const [p, q] = [ux * py - uy * px, ux * qy - uy * qx];
      if (Math.abs(p) > TOLERANCE || Math.abs(q) > TOLERANCE) return;
      const [s, t] = [ux * px + uy * py, ux * qx + uy * qy];
      const along = Math.abs(t - s);
      if (Math.abs(p - q) > (ownError + 0.002) * along + roundingPoints && along > TOLERANCE) return;
      if (along <= TOLERANCE && Math.abs(p - q) > along + roundingPoints) return;
      const [from, to] = [Math.min(s, t), Math.max(s, t)];
      if (from > high + TOLERANCE || to < low - TOLERANCE) return;
      taken[index] = 1;
      low = Math.min(low, from);
      high = Math.max(high, to);
    };
    // The line grows as pieces join it, until neither end finds another piece.
    grid.along(ax, ay, ux, uy, 0, length, visit);
    let [seenLow, seenHigh] = [0, length];
    while (low < seenLow || high > seenHigh) {
      const [l, h] = [seenLow, seenHigh];
      [seenLow, seenHigh] = [low, high];
      if (low < l) grid.along(ax, ay, ux, uy, low, l, visit);
      if (high > h) grid.along(ax, ay, ux, uy, h, high, visit);
    }
    lines.push(directed(ax + ux * low, ay + uy * low, ax + ux * high, ay + uy * high, own, pens[own]!.dash.length > 0));
  }
  const joined = joinDashes(lines);
  joined.sort((a, b) => lengthOf(b) - lengthOf(a) || a.y0 - b.y0 || a.x0 - b.x0);
  return { lines: joined, arcs, areas, pens };
};
