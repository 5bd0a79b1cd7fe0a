import type { Arc, Coverage, Pen } from '../../../drawing/index.ts';
import { apply, type Box, contains, type Matrix } from '../geometry.ts';
import { chordTolerancePoints } from './thresholds.ts';

/** The lines and arcs of a sheet as straight pieces, in points of the newer sheet. */
export interface Pieces {
  /** x0, y0, x1, y1 of each. */
  ends: Float64Array;
  /** Index of each piece's pen. */
  pen: Uint32Array;
  pens: readonly Pen[];
}

export const countOf = ({ pen }: Pieces): number => pen.length;

/**
 * Returns the angles at which an arc is divided: multiples of one step, whatever its ends, so that two arcs of a circle
 * have their chords in common.
 */
const divisionsOf = ({ radius, from, sweep }: Arc): number[] => {
  const step =
    Math.PI /
    2 ** Math.max(2, Math.ceil(Math.log2(Math.PI / Math.sqrt((8 * chordTolerancePoints) / Math.max(radius, 1)))));
  const angles = [from];
  for (let k = Math.floor(from / step) + 1; k * step < from + sweep - 1e-6; k++)
    if (k * step > from + 1e-6) angles.push(k * step);
  angles.push(from + sweep);
  return angles;
};

/** @param matrix maps points of the sheet to points of the newer one */
export const piecesOf = ({ lines, arcs, pens }: Coverage, matrix: Matrix): Pieces => {
  const ends: number[] = [];
  const pen: number[] = [];
  const add = (x0: number, y0: number, x1: number, y1: number, by: number) => {
    const [a, b] = [apply(matrix, { x: x0, y: y0 }), apply(matrix, { x: x1, y: y1 })];
    ends.push(a.x, a.y, b.x, b.y);
    pen.push(by);
  };
  for (const line of lines) add(line.x0, line.y0, line.x1, line.y1, line.pen);
  for (const arc of arcs) {
    const points = divisionsOf(arc).map((at) => ({
      x: arc.x + arc.radius * Math.cos(at),
      y: arc.y + arc.radius * Math.sin(at),
    }));
    for (let i = 0; i + 1 < points.length; i++)
      add(points[i]!.x, points[i]!.y, points[i + 1]!.x, points[i + 1]!.y, arc.pen);
  }
  return { ends: Float64Array.from(ends), pen: Uint32Array.from(pen), pens };
};

export const lengthAt = ({ ends }: Pieces, at: number): number =>
  Math.hypot(ends[4 * at + 2]! - ends[4 * at]!, ends[4 * at + 3]! - ends[4 * at + 1]!);

/** Returns the pieces with both ends in a box. */
export const select = ({ ends, pen, pens }: Pieces, box: Box): Pieces => {
  const inside = (at: number) => contains(box, { x: ends[at]!, y: ends[at + 1]! });
  const own = [...pen.keys()].filter((at) => inside(4 * at) && inside(4 * at + 2));
  return {
    ends: Float64Array.from(own.flatMap((at) => [...ends.subarray(4 * at, 4 * at + 4)])),
    pen: Uint32Array.from(own, (at) => pen[at]!),
    pens,
  };
};

export const transform = ({ ends, pen, pens }: Pieces, matrix: Matrix): Pieces => {
  const out = new Float64Array(ends.length);
  for (let at = 0; at < ends.length; at += 2) {
    const { x, y } = apply(matrix, { x: ends[at]!, y: ends[at + 1]! });
    [out[at], out[at + 1]] = [x, y];
  }
  return { ends: out, pen, pens };
};

/** Joins two sets of pieces that share their pens. */
export const concatenate = (one: Pieces, other: Pieces): Pieces => ({
  ends: Float64Array.from([...one.ends, ...other.ends]),
  pen: Uint32Array.from([...one.pen, ...other.pen]),
  pens: one.pens,
});
