import type { Coverage } from './coverage.ts';
import { lengthOf } from './line.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { Bubble } from './symbols.ts';

/** A grid line: a long line that leads to a bubble with its name. Points, as displayed. */
export interface GridLine {
  name: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A section or detail mark: the number of the view, and the sheet that contains it. */
export interface Mark {
  view: string;
  sheet: string;
  box: Bounds;
}

const gridName = /^[\p{Lu}\d]{1,3}([.'′-]\d{1,2})?$/u;
const sheetName = /^(?=.*\d)[\p{Lu}\d][\p{L}\d.-]{1,7}$/u;
export const viewName = /^[\p{Lu}\d]{1,3}$/u;
/** Minimum length of a grid line in diameters of its bubble; leaders to a tag are shorter. */
const minimumLengthDiameters = 5;
/**
 * Finds the grid lines of a page: for each bubble the longest line that ends at its border and points to its centre.
 */
export const gridOf = ({ lines }: Coverage, bubbles: readonly Bubble[]): GridLine[] => {
  const found: GridLine[] = [];
  const long = lines.filter((line) => lengthOf(line) >= minimumLengthDiameters * 8);
  for (const { x, y, radius, lines: said } of bubbles) {
    if (said.length !== 1 || !gridName.test(said[0]!)) continue;
    for (const line of long) {
      const length = lengthOf(line);
      if (length < minimumLengthDiameters * 2 * radius) continue;
      const [ux, uy] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
      const aside = Math.abs(ux * (y - line.y0) - uy * (x - line.x0));
      if (aside > 2 * TOLERANCE) continue;
      const nearest = Math.min(Math.hypot(line.x0 - x, line.y0 - y), Math.hypot(line.x1 - x, line.y1 - y));
      // A dashed line may end before the bubble does.
      if (nearest > 2 * radius) continue;
      found.push({ name: said[0]!, x0: line.x0, y0: line.y0, x1: line.x1, y1: line.y1 });
      break;
    }
  }
  return found;
};

/** Finds the marks of a page: bubbles with a view's number above a sheet's. */
export const marksOf = (bubbles: readonly Bubble[]): Mark[] =>
  bubbles.flatMap(({ x, y, radius, lines }) => {
    const [view, sheet] = lines;
    if (lines.length !== 2 || !viewName.test(view!) || !sheetName.test(sheet!)) return [];
    return [
      { view: view!, sheet: sheet!, box: { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius } },
    ];
  });
