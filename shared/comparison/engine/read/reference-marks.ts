import type { DrawingModel } from '../../../drawing/index.ts';
import { applyToBox, type Box, boxBetween, centre, distance, identity, type Matrix } from '../geometry.ts';

/** A section line, or the mark of a detail or an elevation; boxes in points of the newer sheet. */
export interface ReferenceMark {
  /** What it is: `Section line A`, `Mark 3/A-501`. */
  name: string;
  /** What is printed on it: the name of the view, and the number of its sheet. */
  texts: string[];
  /** Its letters or bubbles, at both ends of a section line. */
  ends: Box[];
}

/** Whether two ends are level with each other, or one is above the other. */
const areInLine = (one: Box, other: Box): boolean => {
  const [a, b] = [centre(one), centre(other)];
  return Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= Math.max(one.width, one.height);
};

/**
 * Returns the marks of a sheet. Two equal ones in line with each other, each with the nearest one, are a section line; so are
 * two without a sheet, which the model finds in pairs, in any direction.
 */
const marksOf = ({ marks }: DrawingModel, matrix: Matrix): ReferenceMark[] =>
  [...Map.groupBy(marks, ({ view, sheet }) => (sheet === null ? view : `${view}/${sheet}`))].flatMap(
    ([name, alike]) => {
      const texts = [alike[0]!.view, alike[0]!.sheet ?? []].flat();
      const left = alike.map(({ box }) => applyToBox(matrix, boxBetween(box)));
      const found: ReferenceMark[] = [];
      for (let end = left.shift(); end; end = left.shift()) {
        const first = end;
        const isOnlyPair = alike.length === 2 && alike[0]!.sheet === null;
        const inLine = left.filter((box) => isOnlyPair || areInLine(first, box));
        const [other] = inLine.sort((a, b) => distance(first, a) - distance(first, b));
        if (other) left.splice(left.indexOf(other), 1);
        found.push({
          name: `${other ? 'Section line' : 'Mark'} ${name}`,
          texts,
          ends: other ? [first, other] : [first],
        });
      }
      return found;
    },
  );

/**
 * Returns the marks of sections, details and elevations of both sheets.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const referenceMarks = (older: DrawingModel, newer: DrawingModel, matrix: Matrix): ReferenceMark[] => [
  ...marksOf(newer, identity),
  ...marksOf(older, matrix),
];
