import { type Pen, type Pieces, piecesWithin, TOLERANCE } from '../../../drawing/index.ts';
import { applyToBox, type Box, contains, inflate, invert, type Matrix } from '../geometry.ts';
import { explainDashes } from './dash-phases.ts';
import type { LineDifference, Piece } from './piece.ts';
import { EndIndex, PieceGrid } from './piece-grid.ts';
import { concatenate, countOf, lengthAt, transform } from './straight-pieces.ts';
import { maximumSlopeSine, minimumPiecePoints, widthTolerancePoints } from './thresholds.ts';

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
  const e = others.ends;
  grid.near(ax, ay, bx, by, (other) => {
    const px = e[4 * other]! - ax;
    const py = e[4 * other + 1]! - ay;
    const qx = e[4 * other + 2]! - ax;
    const qy = e[4 * other + 3]! - ay;
    let p = ux * py - uy * px;
    let q = ux * qy - uy * qx;
    // Most lines near it lie wholly on one side of it.
    if (Math.min(p, q) > 2 * TOLERANCE || Math.max(p, q) < -2 * TOLERANCE) return;
    let s = ux * px + uy * py;
    let t = ux * qx + uy * qy;
    if (s > t) [s, t, p, q] = [t, s, q, p];
    if (t < -TOLERANCE || s > length + TOLERANCE) return;
    const [from, to] = [Math.max(0, s - TOLERANCE), Math.min(length, t + TOLERANCE)];
    if (to <= from) return;
    // The distance of the other line at both ends of what they have in common.
    const slope = t - s < 1e-6 ? 0 : (q - p) / (t - s);
    const off = (v: number) => Math.abs(p + slope * (Math.min(t, Math.max(s, v)) - s));
    if (off(from) > TOLERANCE || off(to) > TOLERANCE) return;
    if (Math.abs(q - p) > 2 * TOLERANCE && Math.abs(slope) > maximumSlopeSine) return;
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
const subtract = (ones: Pieces, { pieces: others, ends, grid }: Indexed): { left: Piece[]; restyled: Piece[] } => {
  const [left, restyled]: [Piece[], Piece[]] = [[], []];
  const part = (at: number, { from, to }: { from: number; to: number }, length: number): Piece => {
    const [x, y] = [ones.ends[4 * at]!, ones.ends[4 * at + 1]!];
    const [dx, dy] = [(ones.ends[4 * at + 2]! - x) / length, (ones.ends[4 * at + 3]! - y) / length];
    return {
      ...{ x0: x + dx * from, y0: y + dy * from, x1: x + dx * to, y1: y + dy * to },
      pen: ones.pens[ones.pen[at]!]!,
    };
  };
  for (let at = 0; at < countOf(ones); at++) {
    const length = lengthAt(ones, at);
    if (length < minimumPiecePoints) continue;
    const pen = ones.pens[ones.pen[at]!]!;
    // Most lines of a revision are as they were.
    if (ends.some(ones, at, (other) => arePensAlike(others.pens[others.pen[other]!]!, pen))) continue;
    const covered = coveredParts(ones, at, others, grid());
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

/** Pieces with their indices: the one by their ends at once, that of the space along them when it is first needed. */
interface Indexed {
  pieces: Pieces;
  ends: EndIndex;
  grid: () => PieceGrid;
}

const index = (pieces: Pieces): Indexed => {
  let grid: PieceGrid | undefined;
  return {
    pieces,
    ends: new EndIndex(pieces),
    grid: () => {
      grid ??= new PieceGrid(pieces);
      return grid;
    },
  };
};

/** The linework of two sheets in points of the newer one, which can be compared once moves are known. */
export class ComparedLinework {
  readonly #older: Indexed;
  readonly #newer: Indexed;
  #latest: { moves: readonly MovedPart[]; difference: LineDifference } | undefined;

  /** @param matrix maps points of the older sheet to points of the newer one */
  constructor(older: Pieces, newer: Pieces, matrix: Matrix) {
    [this.#older, this.#newer] = [index(transform(older, matrix)), index(newer)];
  }

  /**
   * Compares the linework of both sheets, however their producers split it into paths.
   * @param moves parts of the drawing that moved; what was removed from within them is at its new position
   */
  difference(moves: readonly MovedPart[]): LineDifference {
    const latest = this.#latest;
    if (latest?.moves.length === moves.length && latest.moves.every((move, i) => move === moves[i]))
      return latest.difference;
    const [older, newer] = [withMoved(this.#older, moves, 'there'), withMoved(this.#newer, moves, 'back')];
    const { left: added, restyled } = subtract(this.#newer.pieces, older);
    const { left: removed } = subtract(this.#older.pieces, newer);
    const difference = explainDashes({
      removed: removed.map((piece) => follow(piece, moves)),
      ...{ added, restyled },
      isOn: (side, x, y) => isOn(side === 'older' ? older : newer, x, y, TOLERANCE),
    });
    this.#latest = { moves: [...moves], difference };
    return difference;
  }

  /** Returns the lines of each sheet at their positions on the newer one. */
  lines(moves: readonly MovedPart[]): { older: Piece[]; newer: Piece[] } {
    const all = ({ pieces: { ends, pen, pens } }: Indexed) =>
      Array.from(pen, (own, at): Piece => {
        const [x0, y0, x1, y1] = [ends[4 * at]!, ends[4 * at + 1]!, ends[4 * at + 2]!, ends[4 * at + 3]!];
        return { x0, y0, x1, y1, pen: pens[own]! };
      });
    return { older: all(this.#older).map((piece) => follow(piece, moves)), newer: all(this.#newer) };
  }

  /** Returns the total length in points of the newer sheet's lines. */
  newerLength(): number {
    const { pieces } = this.#newer;
    let length = 0;
    for (let at = 0; at < countOf(pieces); at++) length += lengthAt(pieces, at);
    return length;
  }

  /** Whether a point is on a line of either sheet, within `reach` points of its edge. */
  isOnLine(x: number, y: number, reach: number): boolean {
    return isOn(this.#older, x, y, reach) || isOn(this.#newer, x, y, reach);
  }
}

const withMoved = (side: Indexed, moves: readonly MovedPart[], way: 'there' | 'back'): Indexed =>
  moves.length === 0
    ? side
    : index(
        concatenate([
          side.pieces,
          ...moves.map(({ matrix, from, box }) => {
            const area = inflate(way === 'there' ? from : box, TOLERANCE);
            const inside = piecesWithin(side.pieces, (point) => contains(area, point));
            return transform(inside, way === 'there' ? matrix : invert(matrix));
          }),
        ]),
      );

const isOn = ({ pieces: { ends, pen, pens }, grid }: Indexed, x: number, y: number, reach: number): boolean =>
  grid().some(x, y, (at) => isNear(ends, 4 * at, x, y, reach + pens[pen[at]!]!.width / 2));

/** Whether a point is at most `reach` from the piece at an index of its ends. */
const isNear = (ends: Float64Array, at: number, x: number, y: number, reach: number): boolean => {
  const ax = ends[at]!;
  const ay = ends[at + 1]!;
  const dx = ends[at + 2]! - ax;
  const dy = ends[at + 3]! - ay;
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / Math.max(1e-9, dx * dx + dy * dy)));
  const u = x - ax - along * dx;
  const v = y - ay - along * dy;
  // Most pieces of a cell are too far along one axis, which is cheaper to find.
  return Math.abs(u) <= reach && Math.abs(v) <= reach && Math.hypot(u, v) <= reach;
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
