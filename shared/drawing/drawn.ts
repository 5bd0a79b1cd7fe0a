import { aroundCircle, aroundLine } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { TextLine } from './text-lines.ts';
import { maximumCornerGapPoints } from './thresholds/tables.ts';

/** Side in points of a square of the index of texts, and number of squares in a row of the plane. */
const squarePoints = 48;
const rowSquares = 2 ** 16;

const cellOf = (place: number): number => Math.floor(place / squarePoints);
const keyOf = (column: number, row: number): number => row * rowSquares + column;

/** Whether a level or upright line runs along a side of a box. */
const isSideOf = ({ left, top, right, bottom }: Bounds, line: Bounds): boolean => {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= maximumCornerGapPoints;
  if (line.left < left - maximumCornerGapPoints || line.right > right + maximumCornerGapPoints) return false;
  if (line.top < top - maximumCornerGapPoints || line.bottom > bottom + maximumCornerGapPoints) return false;
  const isLevel = line.bottom - line.top <= TOLERANCE;
  const isUpright = line.right - line.left <= TOLERANCE;
  return (
    (isLevel && (isNear(line.top, top) || isNear(line.top, bottom))) ||
    (isUpright && (isNear(line.left, left) || isNear(line.left, right)))
  );
};

/** Returns the ink of a page without the sides of frames. */
export const withoutFrames = (coverage: Coverage, frames: readonly Bounds[]): Coverage => ({
  ...coverage,
  lines: coverage.lines.filter((line) => {
    const box = aroundLine(line);
    return !frames.some((frame) => isSideOf(frame, box));
  }),
});

/** Returns the ink of a page without the strokes and areas of its lettering, which are within the box of a text. */
export const withoutLettering = (coverage: Coverage, texts: readonly TextLine[]): Coverage => {
  const squares = new Map<number, Bounds[]>();
  for (const { box } of texts)
    for (let v = cellOf(box.top); v <= cellOf(box.bottom); v++)
      for (let u = cellOf(box.left); u <= cellOf(box.right); u++) {
        const known = squares.get(keyOf(u, v));
        if (known) known.push(box);
        else squares.set(keyOf(u, v), [box]);
      }
  const isLettering = ({ left, top, right, bottom }: Bounds): boolean =>
    squares
      .get(keyOf(cellOf((left + right) / 2), cellOf((top + bottom) / 2)))
      ?.some(
        (box) =>
          left >= box.left - TOLERANCE &&
          right <= box.right + TOLERANCE &&
          top >= box.top - TOLERANCE &&
          bottom <= box.bottom + TOLERANCE,
      ) ?? false;
  return {
    ...coverage,
    lines: coverage.lines.filter((line) => !isLettering(aroundLine(line))),
    arcs: coverage.arcs.filter((arc) => !isLettering(aroundCircle(arc))),
    areas: coverage.areas.filter(({ points }) => !isLettering(boundsOf(points))),
  };
};
