import type { Pieces } from '../../../drawing/index.ts';
import { apply, type Matrix } from '../geometry.ts';

export const countOf = ({ pen }: Pieces): number => pen.length;

export const lengthAt = ({ ends }: Pieces, at: number): number =>
  Math.hypot(ends[4 * at + 2]! - ends[4 * at]!, ends[4 * at + 3]! - ends[4 * at + 1]!);

export const transform = ({ ends, pen, pens }: Pieces, matrix: Matrix): Pieces => {
  const out = new Float64Array(ends.length);
  for (let at = 0; at < ends.length; at += 2) {
    const { x, y } = apply(matrix, { x: ends[at]!, y: ends[at + 1]! });
    [out[at], out[at + 1]] = [x, y];
  }
  return { ends: out, pen, pens };
};

/** Joins sets of pieces that share their pens. */
export const concatenate = (sets: readonly [Pieces, ...Pieces[]]): Pieces => {
  const count = sets.reduce((sum, one) => sum + countOf(one), 0);
  const all = { ends: new Float64Array(4 * count), pen: new Uint32Array(count), pens: sets[0].pens };
  let at = 0;
  for (const { ends, pen } of sets) {
    all.ends.set(ends, 4 * at);
    all.pen.set(pen, at);
    at += pen.length;
  }
  return all;
};
