import { aroundCircle, aroundLine } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { TextLine } from './text-lines.ts';

/** Side in points of a square of the index of texts. */
const squarePoints = 48;

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
