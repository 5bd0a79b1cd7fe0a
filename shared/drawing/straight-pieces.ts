import type { Arc } from './arcs.ts';
import type { Coverage } from './coverage.ts';
import { Growing } from './growing.ts';
import type { Pen } from './strokes.ts';
import { chordTolerancePoints } from './thresholds/strokes.ts';

/** The lines and arcs of a sheet as straight pieces, in points; typed arrays move between threads without a copy. */
export interface Pieces {
  /** x0, y0, x1, y1 of each. */
  ends: Float64Array;
  /** Index of each piece's pen. */
  pen: Uint32Array;
  pens: readonly Pen[];
}

/** The dash pattern of a dashed line, whose lengths are not compared. */
export const anyDashes: readonly number[] = [1, 1];

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

/** Returns the lines and arcs of a sheet as straight pieces; the pen of a dashed line is dashed, however its dashes are drawn. */
export const piecesOf = ({ lines, arcs, pens: strokePens }: Coverage): Pieces => {
  const [ends, pen] = [new Growing(Float64Array), new Growing(Uint32Array)];
  const pens = [...strokePens];
  const dashedPens = new Map<number, number>();
  const dashedPenOf = (own: number): number => {
    const known = dashedPens.get(own);
    if (known !== undefined) return known;
    dashedPens.set(own, pens.length);
    pens.push({ ...pens[own]!, dash: anyDashes });
    return pens.length - 1;
  };
  for (const line of lines) {
    ends.push4(line.x0, line.y0, line.x1, line.y1);
    pen.push(line.dashed ? dashedPenOf(line.pen) : line.pen);
  }
  for (const arc of arcs) {
    const points = divisionsOf(arc).map((at): [number, number] => [
      arc.x + arc.radius * Math.cos(at),
      arc.y + arc.radius * Math.sin(at),
    ]);
    for (let i = 0; i + 1 < points.length; i++) {
      ends.push4(...points[i]!, ...points[i + 1]!);
      pen.push(arc.pen);
    }
  }
  return { ends: ends.taken(), pen: pen.taken(), pens };
};

/** Returns the pieces with both ends in an area. */
export const piecesWithin = (
  { ends, pen, pens }: Pieces,
  holds: (point: { x: number; y: number }) => boolean,
): Pieces => {
  const own = [new Growing(Float64Array), new Growing(Uint32Array)] as const;
  for (let at = 0; at < pen.length; at++) {
    const [x0, y0, x1, y1] = [ends[4 * at]!, ends[4 * at + 1]!, ends[4 * at + 2]!, ends[4 * at + 3]!];
    if (!holds({ x: x0, y: y0 }) || !holds({ x: x1, y: y1 })) continue;
    own[0].push4(x0, y0, x1, y1);
    own[1].push(pen[at]!);
  }
  return { ends: own[0].taken(), pen: own[1].taken(), pens };
};
