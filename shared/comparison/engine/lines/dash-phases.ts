import { anyDashes, TOLERANCE } from '../../../drawing/index.ts';
import type { Point } from '../geometry.ts';
import { isKept, type LineDifference, type Piece, pieceLength } from './piece.ts';
import { maximumDashLengthPoints, minimumCommonDashShare, minimumDashes, minimumGaps } from './thresholds.ts';

interface OnLine {
  piece: Piece;
  from: number;
  to: number;
}

/** Groups pieces by the straight line that they lie on. */
const byLine = (pieces: readonly Piece[]): OnLine[][] => {
  const lines = new Map<string, OnLine[]>();
  for (const piece of pieces) {
    const { x0, y0, x1, y1 } = piece;
    let angle = Math.atan2(y1 - y0, x1 - x0);
    if (angle < -1e-3) angle += Math.PI;
    if (angle > Math.PI - 1e-3) angle -= Math.PI;
    const rounded = Math.round(angle * 200) / 200;
    const [ux, uy] = [Math.cos(rounded), Math.sin(rounded)];
    const off = -uy * ((x0 + x1) / 2) + ux * ((y0 + y1) / 2);
    const [s, t] = [ux * x0 + uy * y0, ux * x1 + uy * y1];
    const key = `${rounded} ${Math.round(off / (2 * TOLERANCE))}`;
    const one = { piece, from: Math.min(s, t), to: Math.max(s, t) };
    const there = lines.get(key);
    if (there) there.push(one);
    else lines.set(key, [one]);
  }
  return [...lines.values()];
};

const extentOf = (pieces: readonly OnLine[]): { from: number; to: number } => ({
  from: Math.min(...pieces.map(({ from }) => from)),
  to: Math.max(...pieces.map(({ to }) => to)),
});

const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the piece that extends over all pieces on a line. */
const lineOf = (pieces: readonly OnLine[]): Piece => {
  const sorted = pieces.toSorted((a, b) => a.from - b.from);
  const [first, last] = [sorted[0]!.piece, sorted.at(-1)!.piece];
  const endsOf = ({ x0, y0, x1, y1 }: Piece) => [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ];
  const [from, to] = endsOf(first)
    .flatMap((one) => endsOf(last).map((other) => [one, other] as const))
    .reduce((a, b) => (apart(b[0], b[1]) > apart(a[0], a[1]) ? b : a));
  return { ...first, x0: from.x, y0: from.y, x1: to.x, y1: to.y };
};

/**
 * Explains dashes: where a line is dashed on both sheets but its dashes begin elsewhere, nothing changed, as drawing
 * programs place dashes anew whenever a line is edited; where one sheet draws it solid, it was restyled.
 */
export const explainDashes = (difference: LineDifference): LineDifference => {
  const isShort = (piece: Piece) => pieceLength(piece) <= maximumDashLengthPoints;
  const added = new Set(difference.added);
  const removed = new Set(difference.removed);
  const restyled = [...difference.restyled];
  for (const line of byLine([...difference.added, ...difference.removed].filter(isShort))) {
    const came = line.filter(({ piece }) => added.has(piece));
    const went = line.filter(({ piece }) => removed.has(piece));
    const drop = () => {
      for (const { piece } of came) added.delete(piece);
      for (const { piece } of went) removed.delete(piece);
    };
    if (came.length >= minimumDashes && went.length >= minimumDashes) {
      const [is, was] = [extentOf(came), extentOf(went)];
      const common = Math.min(is.to, was.to) - Math.max(is.from, was.from);
      if (common >= minimumCommonDashShare * Math.max(is.to - is.from, was.to - was.from)) drop();
    } else if (Math.max(came.length, went.length) >= minimumGaps && Math.min(came.length, went.length) === 0) {
      // Gaps of one length at equal distances were ink on the other sheet.
      const gaps = came.length > 0 ? came : went;
      const { from, to } = extentOf(gaps);
      const lengths = gaps.map((gap) => gap.to - gap.from);
      const regular = Math.max(...lengths) < 3 * Math.min(...lengths);
      const dense = lengths.reduce((sum, length) => sum + length, 0) > 0.1 * (to - from);
      if (!(regular && dense && isInterrupted(gaps, difference))) continue;
      drop();
      const whole = lineOf(gaps);
      const dashed = { ...whole.pen, dash: anyDashes };
      restyled.push(came.length > 0 ? { ...whole, was: dashed } : { ...whole, pen: dashed, was: whole.pen });
    }
  }
  return { ...difference, added: [...added], removed: [...removed], restyled };
};

/** Whether both sheets have ink between the gaps of a line. */
const isInterrupted = (gaps: readonly OnLine[], difference: LineDifference): boolean => {
  const sorted = gaps.toSorted((a, b) => a.from - b.from);
  const between = sorted.slice(1).map((gap, i) => {
    const before = sorted[i]!;
    const middle = (before.to + gap.from) / 2;
    const { piece } = gap;
    const along = (middle - gap.from) / Math.max(1e-6, gap.to - gap.from);
    const forwards = (piece.x1 - piece.x0) * 1 + (piece.y1 - piece.y0) * 1e-3 >= 0;
    const [ax, ay, bx, by] = forwards
      ? [piece.x0, piece.y0, piece.x1, piece.y1]
      : [piece.x1, piece.y1, piece.x0, piece.y0];
    return isKept(difference, ax + (bx - ax) * along, ay + (by - ay) * along);
  });
  return between.filter(Boolean).length >= 0.7 * between.length;
};
