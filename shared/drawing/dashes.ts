import { directed, type Line } from './line.ts';
import { TOLERANCE } from './linework.ts';

/**
 * Maximum length of a dash and maximum gap, in points, of a dashed line drawn in pieces, such as centre lines and
 * property lines.
 */
const maximumDashPoints = 90;
const maximumGapPoints = 14;
/** Minimum number of pieces of a dashed line. */
const minimumPieces = 4;
/** Side in points of a cell of the spatial index. */
const dashCellPoints = 8;

/** Joins rows of separate dashes into one line each; returns all other lines unchanged. */
export const joinDashes = (lines: readonly Line[]): Line[] => {
  const starts = new Map<number, number[]>();
  const cellAt = (value: number) => Math.floor(value / dashCellPoints);
  const cellOf = (x: number, y: number) => cellAt(x) * 65_536 + cellAt(y);
  const isDash = new Uint8Array(lines.length);
  for (const [i, line] of lines.entries()) {
    if (line.dashed || Math.hypot(line.x1 - line.x0, line.y1 - line.y0) > maximumDashPoints) continue;
    isDash[i] = 1;
    const at = cellOf(line.x0, line.y0);
    const known = starts.get(at);
    if (known) known.push(i);
    else starts.set(at, [i]);
  }
  const next = new Int32Array(lines.length).fill(-1);
  const previous = new Int32Array(lines.length).fill(-1);
  for (const [i, line] of lines.entries()) {
    if (!isDash[i]) continue;
    const { x0, y0, x1, y1, pen } = line;
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length < TOLERANCE) continue;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    let best = -1;
    let nearest = maximumGapPoints;
    // The next dash begins ahead, within the maximum gap.
    const [ax, ay] = [x1 + ux * maximumGapPoints, y1 + uy * maximumGapPoints];
    const [u0, u1] = [cellAt(Math.min(x1, ax) - TOLERANCE), cellAt(Math.max(x1, ax) + TOLERANCE)];
    const [v0, v1] = [cellAt(Math.min(y1, ay) - TOLERANCE), cellAt(Math.max(y1, ay) + TOLERANCE)];
    for (let u = u0; u <= u1; u++) {
      for (let v = v0; v <= v1; v++) {
        for (const j of starts.get(u * 65_536 + v) ?? []) {
          const other = lines[j]!;
          if (j === i || other.pen !== pen) continue;
          const gap = ux * (other.x0 - x1) + uy * (other.y0 - y1);
          if (gap <= TOLERANCE || gap >= nearest) continue;
          const aside = (x: number, y: number) => Math.abs(ux * (y - y0) - uy * (x - x0));
          if (aside(other.x0, other.y0) > TOLERANCE || aside(other.x1, other.y1) > TOLERANCE) continue;
          best = j;
          nearest = gap;
        }
      }
    }
    if (best >= 0 && previous[best] === -1) {
      next[i] = best;
      previous[best] = i;
    }
  }
  const joined: Line[] = [];
  const done = new Uint8Array(lines.length);
  for (const [i, line] of lines.entries()) {
    if (done[i]) continue;
    if (!isDash[i] || previous[i] !== -1) continue;
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

/** Returns the parts of a row of pieces whose gaps are equal and at most 1.5 times as long as the adjacent dashes. */
const regularRuns = (chain: readonly number[], lines: readonly Line[]): number[][] => {
  const runs: number[][] = [];
  let run: number[] = [];
  let [least, most] = [Infinity, 0];
  const end = () => {
    if (run.length >= minimumPieces) runs.push(run);
    run = [];
    [least, most] = [Infinity, 0];
  };
  for (const at of chain) {
    const line = lines[at]!;
    if (run.length > 0) {
      const before = lines[run.at(-1)!]!;
      const gap = Math.hypot(line.x0 - before.x1, line.y0 - before.y1);
      const longer = Math.max(
        Math.hypot(line.x1 - line.x0, line.y1 - line.y0),
        Math.hypot(before.x1 - before.x0, before.y1 - before.y0),
      );
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
