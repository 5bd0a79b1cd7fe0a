import { boundsOf } from './clip.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import type { FilledArea } from './strokes.ts';
import {
  maximumTriangleCorners,
  maximumTriangleHeightRatio,
  maximumTrianglePoints,
  minimumTriangleHeightRatio,
  minimumTrianglePoints,
} from './thresholds/symbols.ts';

/** A triangle with two equal sides: the ends of its base, and its apex. */
export interface Triangle {
  corners: [x: number, y: number][];
  box: Bounds;
}

/** Returns the length of a triangle's base in points. */
export const baseOf = ({ corners: [one, other] }: Triangle): number => lengthBetween(...one!, ...other!);

/** Returns the isosceles triangles that lines near a box form. */
export const trianglesNear = (box: Bounds, index: LineIndex): Triangle[] => {
  const lines: Line[] = [];
  index.touching(box, (line) => {
    const length = lengthOf(line);
    if (length >= minimumTrianglePoints && length <= maximumTrianglePoints && !line.dashed) lines.push(line);
  });
  // A hatch around a text has no marks.
  if (lines.length > 150) return [];
  const meets = (x: number, y: number, u: number, v: number) => lengthBetween(x, y, u, v) <= 2 * TOLERANCE;
  /** Returns the other end of a line that ends at a point. */
  const from = ({ x0, y0, x1, y1 }: Line, x: number, y: number): [number, number] | undefined =>
    meets(x0, y0, x, y) ? [x1, y1] : meets(x1, y1, x, y) ? [x0, y0] : undefined;
  const found: Triangle[] = [];
  for (const base of lines) {
    for (const one of lines) {
      const apex = one === base ? undefined : from(one, base.x0, base.y0);
      if (!apex) continue;
      const closes = lines.some((other) => {
        const end = other === one || other === base ? undefined : from(other, base.x1, base.y1);
        return end !== undefined && meets(...end, ...apex);
      });
      const [x, y] = [(base.x0 + base.x1) / 2, (base.y0 + base.y1) / 2];
      const [width, height] = [lengthOf(base), lengthBetween(x, y, ...apex)];
      const isIsosceles =
        Math.abs(lengthBetween(base.x0, base.y0, ...apex) - lengthBetween(base.x1, base.y1, ...apex)) < 0.1 * width;
      const ratio = height / width;
      if (!closes || !isIsosceles || ratio < minimumTriangleHeightRatio || ratio > maximumTriangleHeightRatio) continue;
      const corners: Triangle['corners'] = [[base.x0, base.y0], [base.x1, base.y1], apex];
      found.push({ corners, box: boundsOf(corners.flat()) });
    }
  }
  return found;
};

/** Returns an area as a triangle with two equal sides; undefined for other shapes. */
const triangleOf = ({ points }: FilledArea, longest: number): Triangle | undefined => {
  if (points.length > 2 * maximumTriangleCorners) return undefined;
  const corners: Triangle['corners'] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    if (!corners.some(([u, v]) => lengthBetween(x, y, u, v) < TOLERANCE)) corners.push([x, y]);
  }
  if (corners.length !== 3) return undefined;
  for (let k = 0; k < 3; k++) {
    const [one, other, apex] = [corners[k]!, corners[(k + 1) % 3]!, corners[(k + 2) % 3]!];
    const width = lengthBetween(...one, ...other);
    if (width < minimumTrianglePoints || width > maximumTrianglePoints) continue;
    const ratio = lengthBetween((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, ...apex) / width;
    const isIsosceles = Math.abs(lengthBetween(...one, ...apex) - lengthBetween(...other, ...apex)) < 0.1 * width;
    if (isIsosceles && ratio >= minimumTriangleHeightRatio && ratio <= longest)
      return { corners: [one, other, apex], box: boundsOf(corners.flat()) };
  }
  return undefined;
};

/** Side in points of a square of the index of triangles. */
const apexSquarePoints = 16;

/** Filled triangles with two equal sides, by the place of their apex. */
export class FilledTriangles {
  readonly #triangles: readonly Triangle[];
  readonly #grid: PointGrid;

  /** @param longest maximum ratio of a triangle's height to its base */
  constructor(areas: readonly FilledArea[], longest = maximumTriangleHeightRatio) {
    this.#triangles = areas.flatMap((area) => triangleOf(area, longest) ?? []);
    this.#grid = new PointGrid(
      Float64Array.from(this.#triangles.flatMap(({ corners }) => corners[2]!)),
      apexSquarePoints,
    );
  }

  /** Returns the triangles whose apex is in a box. */
  within({ left, top, right, bottom }: Bounds): Triangle[] {
    const found: Triangle[] = [];
    this.#grid.within(left, top, right, bottom, (i) => {
      const triangle = this.#triangles[i]!;
      const [x, y] = triangle.corners[2]!;
      if (x >= left && x <= right && y >= top && y <= bottom) found.push(triangle);
    });
    return found;
  }
}
