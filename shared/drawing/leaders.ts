import { aroundPoint, gapBetween, grown, holdsCentre, overlap } from './boxes.ts';
import { areaOf, boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Arrowhead, arrowheadsOf } from './dimension-lines.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { measuresOf } from './measure.ts';
import { PointGrid } from './point-grid.ts';
import type { FilledArea } from './strokes.ts';
import type { TextLine } from './text-lines.ts';
import {
  arrowAsidePoints,
  leaderReachTextHeights,
  maximumBarbCosineRatio,
  maximumBarbPoints,
  maximumLeaderDotPoints,
  maximumLeaderLines,
  maximumLeaderPieces,
  maximumLeaderPoints,
  maximumLeaderTips,
  minimumBarbCosineRatio,
  minimumDotCorners,
  minimumLeaderCosineRatio,
  minimumLeaderPoints,
} from './thresholds/symbols.ts';

/** A leader: a line from a text to the arrowhead or dot at what it names. Points, as displayed. */
export interface Leader {
  text: string;
  /** The box of its text, or of the frame around it. */
  box: Bounds;
  /** Where it points to. */
  x: number;
  y: number;
  /** 0 to 1. */
  confidence: number;
}

/** A place where a leader may end: the tip of an arrowhead with the middle of its base, or the centre of a dot. */
type Terminator = Arrowhead & { radius: number };

const dotOf = ({ points }: FilledArea): Terminator | undefined => {
  if (points.length < 2 * minimumDotCorners) return undefined;
  const { left, top, right, bottom } = boundsOf(points);
  const [width, height] = [right - left, bottom - top];
  const isRound =
    width <= maximumLeaderDotPoints &&
    Math.abs(width - height) < 0.15 * width &&
    Math.abs(Math.abs(areaOf(points)) / (width * height) - Math.PI / 4) < 0.08;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return isRound ? { x0: x, y0: y, x1: x, y1: y, radius: width / 2 } : undefined;
};

/** The terminators of a page, and those that lines form. */
class Terminators {
  readonly #all: readonly Terminator[];
  readonly #grid: PointGrid;
  readonly #index: LineIndex;

  constructor(coverage: Coverage, index: LineIndex) {
    const { areas, arcs } = coverage;
    this.#all = [
      ...arrowheadsOf(coverage).map((head) => ({ ...head, radius: 0 })),
      ...areas.flatMap((area) => dotOf(area) ?? []),
      ...arcs
        .filter(({ sweep, radius }) => sweep > 6 && 2 * radius <= maximumLeaderDotPoints)
        .map(({ x, y, radius }) => ({ x0: x, y0: y, x1: x, y1: y, radius })),
    ];
    this.#grid = new PointGrid(Float64Array.from(this.#all.flatMap(({ x1, y1 }) => [x1, y1])), maximumLeaderDotPoints);
    this.#index = index;
  }

  /** Returns where a line that runs from a place in a direction to (x, y) points; undefined without a terminator there. */
  at(x: number, y: number, ux: number, uy: number): [x: number, y: number] | undefined {
    const reach = maximumBarbPoints;
    let found: [number, number] | undefined;
    this.#grid.within(x - reach, y - reach, x + reach, y + reach, (i) => {
      const { x0, y0, x1, y1, radius } = this.#all[i]!;
      if (found) return;
      const [px, py] = [x1 - x, y1 - y];
      if (radius > 0) {
        if (lengthBetween(x, y, x1, y1) <= radius + 2 * TOLERANCE) found = [x1, y1];
        return;
      }
      const length = lengthBetween(x0, y0, x1, y1);
      const along = ((x1 - x0) * ux + (y1 - y0) * uy) / length;
      const ahead = px * ux + py * uy;
      const aside = Math.abs(px * uy - py * ux);
      if (
        along > minimumLeaderCosineRatio &&
        aside <= arrowAsidePoints &&
        ahead >= -arrowAsidePoints &&
        ahead <= length + arrowAsidePoints
      )
        found = [x1, y1];
    });
    return found ?? (this.#hasBarbs(x, y, ux, uy) ? [x, y] : undefined);
  }

  /** Whether two short lines go back from a place, on both sides of a direction and at equal angles: an open arrowhead. */
  #hasBarbs(x: number, y: number, ux: number, uy: number): boolean {
    const sides: { length: number; cosine: number }[][] = [[], []];
    this.#index.touching(aroundPoint(x, y, 1), (line) => {
      const length = lengthOf(line);
      if (length > maximumBarbPoints || length < 2 * TOLERANCE) return;
      const isStart = lengthBetween(line.x0, line.y0, x, y) <= TOLERANCE;
      if (!isStart && lengthBetween(line.x1, line.y1, x, y) > TOLERANCE) return;
      const [dx, dy] = isStart ? [line.x1 - x, line.y1 - y] : [line.x0 - x, line.y0 - y];
      const cosine = -(dx * ux + dy * uy) / length;
      if (cosine < minimumBarbCosineRatio || cosine > maximumBarbCosineRatio) return;
      sides[dx * uy - dy * ux > 0 ? 1 : 0]!.push({ length, cosine });
    });
    return sides[0]!.some((one) =>
      sides[1]!.some(
        (other) =>
          Math.abs(one.length - other.length) < 0.15 * one.length && Math.abs(one.cosine - other.cosine) < 0.06,
      ),
    );
  }
}

/** The end of a line from which a leader may go on. */
interface End {
  line: Line;
  x: number;
  y: number;
  ux: number;
  uy: number;
}

/** Returns an end of a line as one that a leader reaches along it. */
const endOf = (line: Line, isLast: boolean): End => {
  const length = lengthOf(line);
  const [ux, uy] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
  return isLast ? { line, x: line.x1, y: line.y1, ux, uy } : { line, x: line.x0, y: line.y0, ux: -ux, uy: -uy };
};

/** Returns the ends at which leaders of a text leave: away from a line that begins beside it, or of one under it. */
const startsOf = (box: Bounds, size: number, angle: number, index: LineIndex): End[] => {
  const starts: End[] = [];
  const reach = leaderReachTextHeights * size;
  const around = grown(box, reach);
  const holds = (x: number, y: number) =>
    x >= around.left && x <= around.right && y >= around.top && y <= around.bottom;
  let near = 0;
  index.touching(around, (line) => {
    const length = lengthOf(line);
    if (length < minimumLeaderPoints || length > maximumLeaderPoints || line.dashed) return;
    const [first, last] = [holds(line.x0, line.y0), holds(line.x1, line.y1)];
    if (!first && !last) return;
    near++;
    if (first && last) {
      // A line under the text, from which the leader may leave at both ends.
      const isAlong = angle % 180 === 0 ? line.y0 === line.y1 : Math.abs(line.x1 - line.x0) <= TOLERANCE;
      if (isAlong) starts.push(endOf(line, true), endOf(line, false));
      return;
    }
    starts.push(endOf(line, first));
  });
  return near > maximumLeaderLines ? [] : starts;
};

/** Returns the places that a leader's lines lead to, from one of their ends on. */
const tipsFrom = (start: End, terminators: Terminators, index: LineIndex): [x: number, y: number][] => {
  const tips: [number, number][] = [];
  const seen = new Set<Line>([start.line]);
  let ends = [start];
  for (let piece = 0; piece < maximumLeaderPieces && ends.length > 0; piece++) {
    const next: End[] = [];
    for (const { line, x, y, ux, uy } of ends) {
      const tip = terminators.at(x, y, ux, uy);
      if (tip) {
        tips.push(tip);
        continue;
      }
      index.touching(aroundPoint(x, y, 1), (other) => {
        if (seen.has(other) || other.pen !== line.pen || other.dashed || lengthOf(other) < minimumLeaderPoints) return;
        const isStart = lengthBetween(other.x0, other.y0, x, y) <= 2 * TOLERANCE;
        if (!isStart && lengthBetween(other.x1, other.y1, x, y) > 2 * TOLERANCE) return;
        seen.add(other);
        next.push(endOf(other, isStart));
      });
      // Where many lines meet, the leader has ended at a line of the drawing.
      if (next.length > maximumLeaderTips) return tips;
    }
    ends = next;
  }
  return tips;
};

/**
 * Finds the leaders of a page: one to three lines from a text, or from the line under it, to an arrowhead or a dot.
 * @param frames boxes around texts, from which their leaders begin
 * @param outside boxes of tables and of the texts of dimensions, which have no leaders
 */
export const leadersOf = (
  coverage: Coverage,
  texts: readonly TextLine[],
  index: LineIndex,
  frames: readonly Bounds[],
  outside: readonly Bounds[],
): Leader[] => {
  const terminators = new Terminators(coverage, index);
  return texts.flatMap(({ text, box, size, angle }): Leader[] => {
    if (measuresOf(text).length > 0 && !/^\d{1,2}$/u.test(text)) return [];
    if (outside.some((other) => holdsCentre(other, box) || overlap(other, box))) return [];
    const frame = frames.find((other) => holdsCentre(other, box)) ?? box;
    const tips = startsOf(frame, frame === box ? size : size / 2, angle, index)
      .flatMap((start) => tipsFrom(start, terminators, index))
      .filter(([x, y]) => gapBetween(frame, { left: x, top: y, right: x, bottom: y }) > minimumLeaderPoints);
    const distinct = tips.filter(
      ([x, y], i) => !tips.slice(0, i).some(([u, v]) => lengthBetween(x, y, u, v) <= 2 * TOLERANCE),
    );
    return distinct.map(([x, y]) => ({ text, box: frame, x, y, confidence: 0.8 }));
  });
};
