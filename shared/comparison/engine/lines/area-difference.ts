import type { FilledArea } from '../../../drawing/index.ts';
import { apply, type Box, type Matrix } from '../geometry.ts';
import { boundsTolerancePoints } from '../read/thresholds.ts';
import { minimumAreaPoints } from './thresholds.ts';

/** A filled area that only one of the sheets has there, or both in different colours. */
export interface ChangedArea {
  kind: 'filled' | 'emptied' | 'recoloured';
  box: Box;
}

interface Placed {
  box: Box;
  colour: string;
}

const placed = ({ points, colour }: FilledArea, matrix: Matrix): Placed => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const { x, y } = apply(matrix, { x: points[i]!, y: points[i + 1]! });
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, colour };
};

/** Areas by the square point of their upper left corner. */
class AreaIndex {
  readonly #areas = new Map<string, Placed[]>();

  constructor(areas: readonly Placed[]) {
    for (const area of areas) {
      const key = `${Math.floor(area.box.x)} ${Math.floor(area.box.y)}`;
      const there = this.#areas.get(key);
      if (there) there.push(area);
      else this.#areas.set(key, [area]);
    }
  }

  like({ x, y, width, height }: Box): Placed[] {
    const near = (a: number, b: number) => Math.abs(a - b) <= boundsTolerancePoints;
    const found: Placed[] = [];
    for (let u = Math.floor(x - boundsTolerancePoints); u <= x + boundsTolerancePoints; u++)
      for (let v = Math.floor(y - boundsTolerancePoints); v <= y + boundsTolerancePoints; v++)
        for (const area of this.#areas.get(`${u} ${v}`) ?? []) {
          const { box } = area;
          if (near(box.x, x) && near(box.y, y) && near(box.width, width) && near(box.height, height)) found.push(area);
        }
    return found;
  }
}

/**
 * Compares the filled areas of two sheets.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const differAreas = (
  older: readonly FilledArea[],
  newer: readonly FilledArea[],
  matrix: Matrix,
): ChangedArea[] => {
  const isLarge = ({ box }: Placed) => Math.min(box.width, box.height) >= minimumAreaPoints;
  const before = older.map((area) => placed(area, matrix)).filter(isLarge);
  const after = newer.map((area) => placed(area, [1, 0, 0, 1, 0, 0])).filter(isLarge);
  const [was, is] = [new AreaIndex(before), new AreaIndex(after)];
  return [
    ...after.flatMap(({ box, colour }): ChangedArea[] => {
      const same = was.like(box);
      if (same.length === 0) return [{ kind: 'filled', box }];
      return same.some((area) => area.colour === colour) ? [] : [{ kind: 'recoloured', box }];
    }),
    ...before.flatMap(({ box }): ChangedArea[] => (is.like(box).length === 0 ? [{ kind: 'emptied', box }] : [])),
  ];
};
