import { aroundPoint, gapBetween, grown } from './boxes.ts';
import { boundsOf } from './clip.ts';
import { type Line, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { TOLERANCE } from './linework.ts';
import type { TextLine } from './text-lines.ts';
import {
  maximumCornerGapTextHeights,
  maximumCornerSideTextHeights,
  minimumCornerStrokeTextHeights,
} from './thresholds/views.ts';

type Direction = readonly [x: number, y: number];

/** The corner in which a section line ends without an arrow: its short side shows where one looks. */
export interface SectionCorner {
  x: number;
  y: number;
  /** Unit vectors from the corner along the section line, and along the short side. */
  along: Direction;
  side: Direction;
  /** Length of the stroke along the section line. */
  length: number;
  /** Whether the short side ends in the open, or in an arrow: it is no side of a box. */
  isOpen: boolean;
}

/** Least cosine of the angle between parallel directions of a drawing, and largest between perpendicular ones. */
const PARALLEL = 0.999;
const PERPENDICULAR = 0.03;
const dot = (a: Direction, b: Direction): number => a[0] * b[0] + a[1] * b[1];

interface End {
  x: number;
  y: number;
  way: Direction;
  length: number;
}

const endsOf = (line: Line): End[] => {
  const length = lengthOf(line);
  const { x0, y0, x1, y1 } = line;
  const way: Direction = [(x1 - x0) / length, (y1 - y0) / length];
  return [
    { x: x0, y: y0, way, length },
    { x: x1, y: y1, way: [-way[0], -way[1]], length },
  ];
};

/** Whether no line but the barbs of an arrow meets a stroke at its end. */
const endsInOpen = (x: number, y: number, way: Direction, index: LineIndex): boolean => {
  let isOpen = true;
  index.touching(aroundPoint(x, y, 1), ({ x0, y0, x1, y1 }) => {
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const along = ux * (x - x0) + uy * (y - y0);
    const aside = Math.abs(ux * (y - y0) - uy * (x - x0));
    const meets = aside <= 2 * TOLERANCE && along >= -2 * TOLERANCE && along <= length + 2 * TOLERANCE;
    if (meets && Math.abs(ux * way[0] + uy * way[1]) < PERPENDICULAR) isOpen = false;
  });
  return isOpen;
};

/** Returns the corners of two strokes of which the short one is beside a text. */
export const cornersNear = ({ box, size }: TextLine, index: LineIndex): SectionCorner[] => {
  const beside = grown(box, maximumCornerGapTextHeights * size);
  const around = grown(beside, maximumCornerSideTextHeights * size);
  const ends: End[] = [];
  index.touching(around, (line) => {
    if (lengthOf(line) < minimumCornerStrokeTextHeights * size) return;
    for (const end of endsOf(line)) {
      const { x, y } = end;
      if (x >= around.left && x <= around.right && y >= around.top && y <= around.bottom) ends.push(end);
    }
  });
  const sides = ends.flatMap((end) => {
    const [u, v] = [end.x + end.way[0] * end.length, end.y + end.way[1] * end.length];
    const isSide =
      end.length <= maximumCornerSideTextHeights * size && gapBetween(boundsOf([end.x, end.y, u, v]), beside) === 0;
    return isSide ? [{ ...end, u, v }] : [];
  });
  return sides.flatMap(({ x, y, way: side, u, v }) =>
    ends.flatMap(({ x: px, y: py, way: along, length }): SectionCorner[] => {
      const meets = Math.abs(x - px) <= 2 * TOLERANCE && Math.abs(y - py) <= 2 * TOLERANCE;
      return meets && Math.abs(dot(along, side)) < PERPENDICULAR
        ? [{ x, y, along, side, length, isOpen: endsInOpen(u, v, side, index) }]
        : [];
    }),
  );
};

/**
 * Whether corners are the two ends of one line, with their short sides on the same side of it.
 * @param isInterrupted whether the line must consist of two strokes at least: a whole one may be a bent bar
 */
export const areEndsOfOneLine = (
  one: readonly SectionCorner[],
  other: readonly SectionCorner[],
  isInterrupted = false,
): boolean =>
  one.some((a) =>
    other.some((b) => {
      const way: Direction = [b.x - a.x, b.y - a.y];
      const isTowards = dot(way, a.along) > PARALLEL * Math.hypot(...way);
      if (isInterrupted && a.length > Math.hypot(...way) - 2 * TOLERANCE) return false;
      return isTowards && dot(a.along, b.along) < -PARALLEL && dot(a.side, b.side) > PARALLEL;
    }),
  );
