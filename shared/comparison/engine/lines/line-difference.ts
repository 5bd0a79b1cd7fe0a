import { type Coverage, type Pen, TOLERANCE } from '../../../drawing/index.ts';
import { applyToBox, type Box, contains, identity, inflate, invert, type Matrix } from '../geometry.ts';
import { explainDashes } from './dash-phases.ts';
import type { LineDifference, Piece } from './piece.ts';
import { PieceGrid } from './piece-grid.ts';
import { concatenate, countOf, lengthAt, type Pieces, piecesOf, select, transform } from './straight-pieces.ts';
import { maximumSlopeRatio, minimumPiecePoints, widthTolerancePoints } from './thresholds.ts';

/** A part of the drawing that moved: its former and its current box, and the matrix between them. */
export interface MovedPart {
  matrix: Matrix;
  from: Box;
  box: Box;
}

interface Interval {
  from: number;
  to: number;
  pen: Pen;
}

/** Returns the parts of a line, in points along it, that pieces on the same line cover. */
const coveredParts = (one: Pieces, at: number, others: Pieces, grid: PieceGrid): Interval[] => {
  const { ends } = one;
  const [ax, ay, bx, by] = [ends[4 * at]!, ends[4 * at + 1]!, ends[4 * at + 2]!, ends[4 * at + 3]!];
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const parts: Interval[] = [];
  grid.near(ax, ay, bx, by, (other) => {
    const e = others.ends;
    const [px, py] = [e[4 * other]! - ax, e[4 * other + 1]! - ay];
    const [qx, qy] = [e[4 * other + 2]! - ax, e[4 * other + 3]! - ay];
    let [s, t] = [ux * px + uy * py, ux * qx + uy * qy];
    let [p, q] = [ux * py - uy * px, ux * qy - uy * qx];
    if (s > t) [s, t, p, q] = [t, s, q, p];
    if (t < -TOLERANCE || s > length + TOLERANCE) return;
    const [from, to] = [Math.max(0, s - TOLERANCE), Math.min(length, t + TOLERANCE)];
    if (to <= from) return;
    // The distance of the other line at both ends of what they have in common.
    const slope = t - s < 1e-6 ? 0 : (q - p) / (t - s);
    const off = (v: number) => Math.abs(p + slope * (Math.min(t, Math.max(s, v)) - s));
    if (off(from) > TOLERANCE || off(to) > TOLERANCE) return;
    if (Math.abs(q - p) > 2 * TOLERANCE && Math.abs(slope) > maximumSlopeRatio) return;
    parts.push({ from, to, pen: others.pens[others.pen[other]!]! });
  });
  return parts.sort((a, b) => a.from - b.from);
};

/** Returns what is left of `0` to `length` without the intervals, which are in order. */
const gapsIn = (intervals: readonly { from: number; to: number }[], length: number): { from: number; to: number }[] => {
  const left: { from: number; to: number }[] = [];
  let reached = 0;
  for (const { from, to } of intervals) {
    if (from > reached) left.push({ from: reached, to: from });
    reached = Math.max(reached, to);
  }
  if (reached < length) left.push({ from: reached, to: length });
  return left.filter(({ from, to }) => to - from >= minimumPiecePoints);
};

/** Whether two pens leave the same mark. */
const arePensAlike = (one: Pen, other: Pen): boolean =>
  one.colour === other.colour &&
  Math.abs(one.width - other.width) <= widthTolerancePoints &&
  one.dash.length > 0 === other.dash.length > 0 &&
  one.edge === other.edge;

/** Returns the parts of `ones` that `others` do not cover, and those that they cover with another pen only. */
const subtract = (ones: Pieces, others: Pieces, grid: PieceGrid): { left: Piece[]; restyled: Piece[] } => {
  const [left, restyled]: [Piece[], Piece[]] = [[], []];
  const part = (at: number, { from, to }: { from: number; to: number }, length: number): Piece => {
    const { ends } = ones;
    const [x, y] = [ends[4 * at]!, ends[4 * at + 1]!];
    const [dx, dy] = [(ends[4 * at + 2]! - x) / length, (ends[4 * at + 3]! - y) / length];
    return {
      ...{ x0: x + dx * from, y0: y + dy * from, x1: x + dx * to, y1: y + dy * to },
      pen: ones.pens[ones.pen[at]!]!,
    };
  };
  for (let at = 0; at < countOf(ones); at++) {
    const length = lengthAt(ones, at);
    if (length < minimumPiecePoints) continue;
    const pen = ones.pens[ones.pen[at]!]!;
    const covered = coveredParts(ones, at, others, grid);
    const gaps = gapsIn(covered, length);
    for (const gap of gaps) left.push(part(at, gap, length));
    const alike = covered.filter((one) => arePensAlike(one.pen, pen));
    if (alike.length === covered.length) continue;
    for (const gap of gapsIn(
      [...alike, ...gaps].sort((a, b) => a.from - b.from),
      length,
    )) {
      const was = covered.find(({ from, to }) => from <= gap.from + 1e-6 && to > gap.from + 1e-6);
      restyled.push({ ...part(at, gap, length), ...(was && { was: was.pen }) });
    }
  }
  return { left, restyled };
};

/** The linework of two sheets in points of the newer one, which can be compared once moves are known. */
export class Linework {
  readonly #older: Pieces;
  readonly #newer: Pieces;
  readonly #olderGrid: PieceGrid;
  readonly #newerGrid: PieceGrid;

  /** @param matrix maps points of the older sheet to points of the newer one */
  constructor(older: Coverage, newer: Coverage, matrix: Matrix) {
    [this.#older, this.#newer] = [piecesOf(older, matrix), piecesOf(newer, identity)];
    [this.#olderGrid, this.#newerGrid] = [new PieceGrid(this.#older), new PieceGrid(this.#newer)];
  }

  /**
   * Compares the linework of both sheets, however their producers split it into paths.
   * @param moves parts of the drawing that moved; what was removed from within them is at its new position
   */
  difference(moves: readonly MovedPart[]): LineDifference {
    const [older, newer] = [this.#withMoved(this.#older, moves, 'there'), this.#withMoved(this.#newer, moves, 'back')];
    const grids =
      moves.length === 0 ? [this.#olderGrid, this.#newerGrid] : [new PieceGrid(older), new PieceGrid(newer)];
    const { left: added, restyled } = subtract(this.#newer, older, grids[0]!);
    const { left: removed } = subtract(this.#older, newer, grids[1]!);
    return explainDashes({
      removed: removed.map((piece) => follow(piece, moves)),
      ...{ added, restyled },
      kept: (x, y) => [older, newer].every((pieces, i) => isOn(pieces, grids[i]!, x, y, TOLERANCE)),
    });
  }

  /** Returns the lines of each sheet at their positions on the newer one. */
  lines(moves: readonly MovedPart[]): { older: Piece[]; newer: Piece[] } {
    const all = (pieces: Pieces) =>
      Array.from(pieces.pen, (pen, at): Piece => {
        const [x0, y0, x1, y1] = pieces.ends.subarray(4 * at, 4 * at + 4) as unknown as [
          number,
          number,
          number,
          number,
        ];
        return { x0, y0, x1, y1, pen: pieces.pens[pen]! };
      });
    return { older: all(this.#older).map((piece) => follow(piece, moves)), newer: all(this.#newer) };
  }

  /** Whether a point is on a line of either sheet, within `reach` points of its edge. */
  isOnLine(x: number, y: number, reach: number): boolean {
    return isOn(this.#older, this.#olderGrid, x, y, reach) || isOn(this.#newer, this.#newerGrid, x, y, reach);
  }

  #withMoved(pieces: Pieces, moves: readonly MovedPart[], way: 'there' | 'back'): Pieces {
    return moves.reduce((all, { matrix, from, box }) => {
      const inside = select(pieces, inflate(way === 'there' ? from : box, TOLERANCE));
      return concatenate(all, transform(inside, way === 'there' ? matrix : invert(matrix)));
    }, pieces);
  }
}

const isOn = (pieces: Pieces, grid: PieceGrid, x: number, y: number, reach: number): boolean => {
  let found = false;
  grid.near(x, y, x, y, (at) => {
    const { ends, pen, pens } = pieces;
    found ||= distanceTo(ends, 4 * at, x, y) <= reach + pens[pen[at]!]!.width / 2;
  });
  return found;
};

const distanceTo = (ends: Float64Array, at: number, x: number, y: number): number => {
  const [ax, ay] = [ends[at]!, ends[at + 1]!];
  const [dx, dy] = [ends[at + 2]! - ax, ends[at + 3]! - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / Math.max(1e-9, dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
};

const follow = (piece: Piece, moves: readonly MovedPart[]): Piece => {
  const [one, other] = [
    { x: piece.x0, y: piece.y0 },
    { x: piece.x1, y: piece.y1 },
  ];
  const move = moves.find(({ from }) => contains(from, one) && contains(from, other));
  if (!move) return piece;
  const [a, b] = [one, other].map((point) => applyToBox(move.matrix, { ...point, width: 0, height: 0 })) as [Box, Box];
  return { ...piece, x0: a.x, y0: a.y, x1: b.x, y1: b.y };
};
