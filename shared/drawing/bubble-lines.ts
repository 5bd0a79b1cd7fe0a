import type { Bubble } from './bubble.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { TOLERANCE } from './linework.ts';
import { parallelToleranceSine } from './thresholds/symbols.ts';
import {
  dashSlackShare,
  maximumGridGapPoints,
  maximumGridGapRadii,
  maximumKinkGapPoints,
  maximumKinkRadii,
  minimumAimPoints,
  minimumLengthDiameters,
  minimumLineDashes,
  minimumStraightCosineRatio,
  parallelCosineRatio,
} from './thresholds/views.ts';

/** A line that leads to a bubble, and the lines of the coverage that it consists of. */
export interface BubbleLine {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  pieces: Line[];
}

/** Side in points of the boxes in which the pieces of a line are searched for, one after the other. */
const stretchPoints = 192;

/** A piece of a line, by its distances along a ray. */
interface RayPiece {
  from: number;
  to: number;
  line: Line;
}

/** The pieces of a line that leads from a point in a direction, one after the other. */
interface Ray {
  x: number;
  y: number;
  ux: number;
  uy: number;
  /** Distances of its ends from the point. */
  from: number;
  to: number;
  pieces: Line[];
}

/** Returns a line as a piece of a ray that goes on in it; undefined for one beside the ray, or before its end. */
const pieceOf = (line: Line, { x, y, ux, uy, to }: Ray, slack: number): RayPiece | undefined => {
  const [s, t] = [ux * (line.x0 - x) + uy * (line.y0 - y), ux * (line.x1 - x) + uy * (line.y1 - y)];
  const isBeside = (px: number, py: number, along: number) =>
    Math.abs(ux * (py - y) - uy * (px - x)) > 2 * TOLERANCE + slack * Math.max(0, along - to);
  if (isBeside(line.x0, line.y0, s) || isBeside(line.x1, line.y1, t)) return undefined;
  return { from: Math.min(s, t), to: Math.max(s, t), line };
};

/** Returns the first of some lines that go on in a ray. */
const nextPiece = (
  near: readonly Line[],
  ray: Ray,
  { slack, least, gap }: { slack: number; least: number; gap: number },
): RayPiece | undefined => {
  let next: RayPiece | undefined;
  for (const line of near) {
    const piece = pieceOf(line, ray, slack);
    if (!piece || piece.from > ray.to + gap || piece.to <= (ray.pieces.length > 0 ? ray.to : least)) continue;
    if (!next || piece.from < next.from) next = piece;
  }
  return next;
};

/**
 * Returns the line that leads from a point in a direction; undefined if it does not begin within `least` and `most` points. The
 * end reached so far gives the direction of a slanting line more exactly than its first dash, whose ends are rounded.
 */
const alongRay = (
  [x, y]: readonly [number, number],
  [ux, uy]: readonly [number, number],
  { least, most, gap }: { least: number; most: number; gap: number },
  index: LineIndex,
): Ray | undefined => {
  const isSlant = Math.min(Math.abs(ux), Math.abs(uy)) > parallelToleranceSine;
  const slack = isSlant ? dashSlackShare : 0;
  const ray: Ray = { x, y, ux, uy, from: 0, to: most - gap, pieces: [] };
  for (let start = 0; start <= ray.to + gap; start += stretchPoints) {
    const [a, b] = [x + ray.ux * start, y + ray.uy * start];
    const [c, d] = [a + ray.ux * stretchPoints, b + ray.uy * stretchPoints];
    const box = { left: Math.min(a, c), top: Math.min(b, d), right: Math.max(a, c), bottom: Math.max(b, d) };
    const near: Line[] = [];
    index.near(box, 1, (line) => {
      if (pieceOf(line, ray, slack)) near.push(line);
    });
    for (;;) {
      const next = nextPiece(near, ray, { slack, least, gap });
      if (!next) break;
      if (ray.pieces.length === 0) ray.from = next.from;
      ray.pieces.push(next.line);
      ray.to = next.to;
      if (!isSlant) continue;
      const [u, v] = farEnd(next.line, ux, uy);
      const away = lengthBetween(x, y, u, v);
      if (away > minimumAimPoints) [ray.ux, ray.uy] = [(u - x) / away, (v - y) / away];
    }
  }
  return ray.pieces.length === 0 ? undefined : ray;
};

/** Returns the end of a line that is further in a direction. */
const farEnd = ({ x0, y0, x1, y1 }: Line, ux: number, uy: number): [number, number] =>
  ux * (x1 - x0) + uy * (y1 - y0) > 0 ? [x1, y1] : [x0, y0];

/** The directions in which a line may lead from a bubble: level, upright, and those of lines that begin at it. */
const directionsFrom = ({ x, y, radius }: Bubble, index: LineIndex): [number, number][] => {
  const found: [number, number][] = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ];
  index.near({ left: x, top: y, right: x, bottom: y }, 2 * radius, (line) => {
    const length = lengthOf(line);
    const [near, far] = [lengthBetween(x, y, line.x0, line.y0), lengthBetween(x, y, line.x1, line.y1)];
    if (Math.min(near, far) < radius / 2 || Math.min(near, far) > 2 * radius || length < radius / 2) return;
    const sign = near < far ? 1 : -1;
    const [ux, uy] = [(sign * (line.x1 - line.x0)) / length, (sign * (line.y1 - line.y0)) / length];
    const isTowards = Math.abs(ux * (y - line.y0) - uy * (x - line.x0)) <= 2 * TOLERANCE;
    if (isTowards && !found.some(([vx, vy]) => ux * vx + uy * vy > parallelCosineRatio)) found.push([ux, uy]);
  });
  return found;
};

/** Returns the lines that begin where another one ends, and turn by less than a right angle. */
const bendsAt = (
  [x, y]: readonly [number, number],
  [ux, uy]: readonly [number, number],
  index: LineIndex,
): { line: Line; length: number; end: [number, number]; direction: [number, number] }[] => {
  const found: ReturnType<typeof bendsAt> = [];
  index.near({ left: x, top: y, right: x, bottom: y }, 1, (line) => {
    const isNear = lengthBetween(x, y, line.x0, line.y0) <= maximumKinkGapPoints;
    const isFar = lengthBetween(x, y, line.x1, line.y1) <= maximumKinkGapPoints;
    if (isNear === isFar) return;
    const end: [number, number] = isNear ? [line.x1, line.y1] : [line.x0, line.y0];
    const length = lengthOf(line);
    const direction: [number, number] = [(end[0] - x) / length, (end[1] - y) / length];
    const along = ux * direction[0] + uy * direction[1];
    if (along > 0.1 && along < minimumStraightCosineRatio) found.push({ line, length, end, direction });
  });
  return found;
};

/**
 * Returns how a line goes on where it ends near its bubble, because the bubbles of two grid lines would overlap: a slanting
 * piece leads to its other part beside it, or is the short part at the bubble.
 * @param stub length in points of the part at the bubble
 */
const beyondKink = (
  at: readonly [number, number],
  direction: readonly [number, number],
  { stub, radius, gap }: { stub: number; radius: number; gap: number },
  index: LineIndex,
): { length: number; dashes: Line[]; line: BubbleLine } | undefined => {
  let best: ReturnType<typeof beyondKink>;
  for (const bend of bendsAt(at, direction, index)) {
    const isPiece = bend.length <= maximumKinkRadii * radius;
    const ways = [
      ...(isPiece ? [{ from: bend.end, along: direction, pieces: [bend.line] }] : []),
      ...(stub <= radius ? [{ from: at, along: bend.direction, pieces: [] }] : []),
    ];
    for (const { from, along, pieces } of ways) {
      const rest = alongRay(from, along, { least: 0, most: 1, gap }, index);
      if (!rest || (best && best.length >= rest.to)) continue;
      const [x1, y1] = [from[0] + rest.ux * rest.to, from[1] + rest.uy * rest.to];
      best = {
        length: rest.to,
        dashes: rest.pieces,
        line: { x0: from[0], y0: from[1], x1, y1, pieces: [...pieces, ...rest.pieces] },
      };
    }
  }
  return best;
};

/** Whether a line is drawn in dashes. */
const isInterrupted = (pieces: readonly Line[]): boolean =>
  pieces.length >= minimumLineDashes || pieces.some(({ dashed }) => dashed);

/**
 * Returns the line of dashes that leads away from a bubble, in any direction and round one kink; undefined if there is none
 * of the minimum length. A dash-dotted line whose gaps are uneven is several lines of the coverage.
 */
export const dashesFrom = (bubble: Bubble, index: LineIndex): BubbleLine | undefined => {
  const { x, y, radius } = bubble;
  let best: BubbleLine | undefined;
  let longest = minimumLengthDiameters * 2 * radius;
  const gap = Math.max(maximumGridGapPoints, maximumGridGapRadii * radius);
  for (const direction of directionsFrom(bubble, index)) {
    const first = alongRay([x, y], direction, { least: radius / 2, most: 2 * radius, gap }, index);
    if (!first) continue;
    const { ux, uy } = first;
    const [x1, y1] = [x + ux * first.to, y + uy * first.to];
    let length = first.to - first.from;
    let line: BubbleLine = { x0: x + ux * first.from, y0: y + uy * first.from, x1, y1, pieces: first.pieces };
    const rest =
      length < longest && !best ? beyondKink([x1, y1], [ux, uy], { stub: length, radius, gap }, index) : undefined;
    if (rest) {
      length = rest.length;
      line = { ...rest.line, pieces: [...first.pieces, ...rest.line.pieces] };
    }
    // A leader is a whole line, straight or bent.
    const isStraight = !rest && Math.min(Math.abs(direction[0]), Math.abs(direction[1])) === 0;
    if (length <= longest || (!isStraight && !isInterrupted(rest?.dashes ?? first.pieces))) continue;
    longest = length;
    best = line;
  }
  return best;
};
