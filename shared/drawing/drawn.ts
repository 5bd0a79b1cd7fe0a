import { aroundCircle, aroundLine } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { TextLine } from './text-lines.ts';
import { maximumCornerGapPoints } from './thresholds/tables.ts';

/** Side in points of a square of the index of texts. */
const squarePoints = 48;

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
  const squares = new Map<string, Bounds[]>();
  for (const { box } of texts)
    for (let v = Math.floor(box.top / squarePoints); v <= Math.floor(box.bottom / squarePoints); v++)
      for (let u = Math.floor(box.left / squarePoints); u <= Math.floor(box.right / squarePoints); u++) {
        const key = `${u} ${v}`;
        const known = squares.get(key);
        if (known) known.push(box);
        else squares.set(key, [box]);
      }
  const isLettering = ({ left, top, right, bottom }: Bounds): boolean =>
    squares
      .get(`${Math.floor((left + right) / 2 / squarePoints)} ${Math.floor((top + bottom) / 2 / squarePoints)}`)
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
