import { type Arc, takeArcs } from './arcs.ts';
import { joinDashes } from './dashes.ts';
import { directed, type Line, lengthBetween, lengthOf } from './line.ts';
import { TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import type { FilledArea, Pen, Strokes } from './strokes.ts';
import { roundingPoints } from './thresholds/strokes.ts';

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

/** Lengths are compared in eighths of a point; longer pieces than this count as equally long. */
const longestEighths = 65_535;

/** Returns indices by length, longest first; then by index, so that the result is deterministic. */
const byLength = ({ count, ends }: Pick<Strokes, 'count' | 'ends'>): Uint32Array => {
  const places = new Uint32Array(longestEighths + 2);
  const ranks = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const length = lengthBetween(ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!);
    const rank = longestEighths - Math.min(longestEighths, Math.round(length * 8));
    ranks[i] = rank;
    places[rank + 1]!++;
  }
  for (let rank = 1; rank < places.length; rank++) places[rank]! += places[rank - 1]!;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[places[ranks[i]!]!++] = i;
  return order;
};

/** Returns the pieces that are not marked. */
const without = ({ count, ends, pen }: Strokes, marked: Uint8Array): Pick<Strokes, 'count' | 'ends' | 'pen'> => {
  const left = { count: 0, ends: new Float64Array(4 * count), pen: new Uint32Array(count) };
  for (let i = 0; i < count; i++) {
    if (marked[i] !== 0) continue;
    for (let k = 0; k < 4; k++) left.ends[4 * left.count + k] = ends[4 * i + k]!;
    left.pen[left.count++] = pen[i]!;
  }
  return { ...left, ends: left.ends.subarray(0, 4 * left.count) };
};

/** Side in points of a square of the index of ends. */
const squarePoints = 8;

/** Returns the coverage of strokes. */
export const coverageOf = (strokes: Strokes): Coverage => {
  const { pens, areas } = strokes;
  const inArc = new Uint8Array(strokes.count);
  const arcs = takeArcs(strokes, inArc);
  const straight = without(strokes, inArc);
  const { ends, pen } = straight;
  const taken = new Uint8Array(straight.count);
  const grid = new PointGrid(ends, squarePoints);
  const lines: Line[] = [];
  // The line that grows: through a in direction u, between two distances along it.
  let [ax, ay, ux, uy, low, high, own, ownError] = [0, 0, 0, 0, 0, 0, 0, 0];
  const join = (end: number) => {
    const index = end >> 1;
    if (taken[index] !== 0 || pen[index] !== own) return;
    const px = ends[4 * index]! - ax;
    const py = ends[4 * index + 1]! - ay;
    const p = ux * py - uy * px;
    if (p > TOLERANCE || p < -TOLERANCE) return;
    const qx = ends[4 * index + 2]! - ax;
    const qy = ends[4 * index + 3]! - ay;
    const q = ux * qy - uy * qx;
    if (q > TOLERANCE || q < -TOLERANCE) return;
    const s = ux * px + uy * py;
    const t = ux * qx + uy * qy;
    const along = Math.abs(t - s);
    const turn = Math.abs(p - q);
    if (turn > (along > TOLERANCE ? (ownError + 0.002) * along : along) + roundingPoints) return;
    const from = s < t ? s : t;
    const to = s < t ? t : s;
    if (from > high + TOLERANCE || to < low - TOLERANCE) return;
    taken[index] = 1;
    if (from < low) low = from;
    if (to > high) high = to;
  };
  for (const base of byLength(straight)) {
    if (taken[base] !== 0) continue;
    taken[base] = 1;
    ax = ends[4 * base]!;
    ay = ends[4 * base + 1]!;
    const bx = ends[4 * base + 2]!;
    const by = ends[4 * base + 3]!;
    const length = lengthBetween(ax, ay, bx, by);
    if (length < 1e-3) continue;
    ux = (bx - ax) / length;
    uy = (by - ay) / length;
    low = 0;
    high = length;
    own = pen[base]!;
    ownError = roundingPoints / length;
    // The line grows as pieces join it, until neither end finds another piece.
    grid.along(ax, ay, ux, uy, 0, length, join);
    let seenLow = 0;
    let seenHigh = length;
    while (low < seenLow || high > seenHigh) {
      const fromLow = seenLow;
      const fromHigh = seenHigh;
      seenLow = low;
      seenHigh = high;
      if (low < fromLow) grid.along(ax, ay, ux, uy, low, fromLow, join);
      if (high > fromHigh) grid.along(ax, ay, ux, uy, fromHigh, high, join);
    }
    lines.push(directed(ax + ux * low, ay + uy * low, ax + ux * high, ay + uy * high, own, pens[own]!.dash.length > 0));
  }
  return { lines: longestFirst(joinDashes(lines, pens)), arcs, areas, pens };
};

const longestFirst = (lines: readonly Line[]): Line[] => {
  const lengths = Float64Array.from(lines, lengthOf);
  return Array.from(lines.keys())
    .sort((i, j) => lengths[j]! - lengths[i]! || lines[i]!.y0 - lines[j]!.y0 || lines[i]!.x0 - lines[j]!.x0)
    .map((i) => lines[i]!);
};
