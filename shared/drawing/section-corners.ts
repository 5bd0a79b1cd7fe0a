import { grown } from './boxes.ts';
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

/** Returns the corners of two strokes beside a text. */
export const cornersNear = ({ box, size }: TextLine, index: LineIndex): SectionCorner[] => {
  const around = grown(box, maximumCornerGapTextHeights * size);
  const ends: End[] = [];
  index.near(around, 0, (line) => {
    if (lengthOf(line) < minimumCornerStrokeTextHeights * size) return;
    for (const end of endsOf(line)) {
      const { x, y } = end;
      if (x >= around.left && x <= around.right && y >= around.top && y <= around.bottom) ends.push(end);
    }
  });
  return ends.flatMap(({ x, y, way: along }) =>
    ends.flatMap((other): SectionCorner[] => {
      const meets = Math.abs(x - other.x) <= 2 * TOLERANCE && Math.abs(y - other.y) <= 2 * TOLERANCE;
      const isSide = meets && other.length <= maximumCornerSideTextHeights * size;
      return isSide && Math.abs(dot(along, other.way)) < PERPENDICULAR ? [{ x, y, along, side: other.way }] : [];
    }),
  );
};

/** Whether corners are the two ends of one line, with their short sides on the same side of it. */
export const areEndsOfOneLine = (one: readonly SectionCorner[], other: readonly SectionCorner[]): boolean =>
  one.some((a) =>
    other.some((b) => {
      const way: Direction = [b.x - a.x, b.y - a.y];
      const isTowards = dot(way, a.along) > PARALLEL * Math.hypot(...way);
      return isTowards && dot(a.along, b.along) < -PARALLEL && dot(a.side, b.side) > PARALLEL;
    }),
  );
