import { directed, type Line, lengthBetween, lengthOf } from './line.ts';
import { TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import type { Pen } from './strokes.ts';
import {
  maximumDashGapPoints,
  maximumDashPoints,
  minimumDashGapShare,
  minimumDashPieces,
} from './thresholds/strokes.ts';

/** Side in points of a square of the spatial index. */
const squarePoints = 8;

/** Returns, for each line, the index of the dash that continues it, and of the dash that it continues; -1 for none. */
const neighboursOf = (lines: readonly Line[], pens: readonly Pen[]): { next: Int32Array; previous: Int32Array } => {
  const next = new Int32Array(lines.length).fill(-1);
  const previous = new Int32Array(lines.length).fill(-1);
  const dashes = new Uint32Array(lines.length);
  const starts = new Float64Array(2 * lines.length);
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    // The border of a filled area, such as a letter, has no dashes.
    if (line.dashed || pens[line.pen]!.edge || lengthOf(line) > maximumDashPoints) continue;
    starts[2 * count] = line.x0;
    starts[2 * count + 1] = line.y0;
    dashes[count++] = i;
  }
  if (count < minimumDashPieces) return { next, previous };
  const grid = new PointGrid(starts.subarray(0, 2 * count), squarePoints);
  let [i, x0, y0, x1, y1, ux, uy, pen, best, nearest] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const consider = (item: number) => {
    const aheadX = starts[2 * item]! - x1;
    const aheadY = starts[2 * item + 1]! - y1;
    const gap = ux * aheadX + uy * aheadY;
    if (gap <= TOLERANCE || gap >= nearest || Math.abs(ux * aheadY - uy * aheadX) > 2 * TOLERANCE) return;
    const j = dashes[item]!;
    const other = lines[j]!;
    if (j === i || other.pen !== pen) return;
    if (Math.abs(ux * (other.y0 - y0) - uy * (other.x0 - x0)) > TOLERANCE) return;
    if (Math.abs(ux * (other.y1 - y0) - uy * (other.x1 - x0)) > TOLERANCE) return;
    best = j;
    nearest = gap;
  };
  for (let item = 0; item < count; item++) {
    i = dashes[item]!;
    ({ x0, y0, x1, y1, pen } = lines[i]!);
    const length = lengthBetween(x0, y0, x1, y1);
    if (length < TOLERANCE) continue;
    ux = (x1 - x0) / length;
    uy = (y1 - y0) / length;
    best = -1;
    nearest = maximumDashGapPoints;
    // The next dash begins ahead, within the maximum gap.
    const ax = x1 + ux * maximumDashGapPoints;
    const ay = y1 + uy * maximumDashGapPoints;
    grid.within(
      Math.min(x1, ax) - TOLERANCE,
      Math.min(y1, ay) - TOLERANCE,
      Math.max(x1, ax) + TOLERANCE,
      Math.max(y1, ay) + TOLERANCE,
      consider,
    );
    if (best >= 0 && previous[best] === -1) {
      next[i] = best;
      previous[best] = i;
    }
  }
  return { next, previous };
};

/** Joins rows of separate dashes into one line each; returns all other lines unchanged. */
export const joinDashes = (lines: readonly Line[], pens: readonly Pen[]): Line[] => {
  const { next, previous } = neighboursOf(lines, pens);
  const joined: Line[] = [];
  const done = new Uint8Array(lines.length);
  for (const [i, line] of lines.entries()) {
    if (done[i]) continue;
    if (previous[i] !== -1 || next[i] === -1) continue;
    const chain = [i];
    for (let at = next[i]!; at !== -1; at = next[at]!) chain.push(at);
    for (const run of regularRuns(chain, lines)) {
      for (const at of run) done[at] = 1;
      const [first, last] = [lines[run[0]!]!, lines[run.at(-1)!]!];
      joined.push(directed(first.x0, first.y0, last.x1, last.y1, line.pen, true));
    }
  }
  for (const [i, line] of lines.entries()) if (!done[i]) joined.push(line);
  return joined;
};

const shortest = (run: readonly number[], lines: readonly Line[]): number =>
  Math.min(...run.map((at) => lengthOf(lines[at]!)));

/** Returns the parts of a row of pieces whose gaps are equal and at most 1.5 times as long as the adjacent dashes. */
const regularRuns = (chain: readonly number[], lines: readonly Line[]): number[][] => {
  const runs: number[][] = [];
  let run: number[] = [];
  let [least, most] = [Infinity, 0];
  const end = () => {
    // Much shorter gaps interrupt a solid line, such as the side of a table at each of its rows.
    const isDashed = run.length >= minimumDashPieces && most >= minimumDashGapShare * shortest(run, lines);
    if (isDashed) runs.push(run);
    run = [];
    [least, most] = [Infinity, 0];
  };
  for (const at of chain) {
    const line = lines[at]!;
    if (run.length > 0) {
      const before = lines[run.at(-1)!]!;
      const gap = lengthBetween(before.x1, before.y1, line.x0, line.y0);
      const longer = Math.max(lengthOf(line), lengthOf(before));
      const [low, high] = [Math.min(least, gap), Math.max(most, gap)];
      if (high - low > 2 * TOLERANCE || gap > 1.5 * longer + TOLERANCE) end();
      else [least, most] = [low, high];
      if (run.length === 0) [least, most] = [Infinity, 0];
    }
    run.push(at);
  }
  end();
  return runs;
};
