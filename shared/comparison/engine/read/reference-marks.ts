import type { Bounds, DrawingModel } from '../../../drawing/index.ts';
import {
  applyToBox,
  type Box,
  boxBetween,
  centre,
  contains,
  distance,
  identity,
  type Matrix,
  overlapArea,
} from '../geometry.ts';

/** A section line, or the mark of a detail or an elevation; boxes in points of the newer sheet. */
export interface ReferenceMark {
  /** What it is: `Section line A`, `Mark 3/A-501`. */
  name: string;
  /** What is printed on it: the name of the view, and the number of its sheet. */
  texts: string[];
  /** Its letters or bubbles on each sheet that has it, at both ends of a section line. */
  newer: Box[];
  older: Box[];
}

/** Whether two ends are level with each other, or one is above the other. */
export const areInLine = (one: Box, other: Box): boolean => {
  const [a, b] = [centre(one), centre(other)];
  return Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= Math.max(one.width, one.height);
};

/** A mark as one sheet has it. */
interface PrintedMark {
  texts: string[];
  ends: Box[];
}

/** The name by which marks of both sheets are compared: `A`, `3/A-501`. */
const nameOf = ({ texts }: Pick<PrintedMark, 'texts'>): string => texts.join('/');

/**
 * Returns the marks of a sheet. Two equal ones in line with each other, each with the nearest one, are a section line; so are
 * two that the model pairs.
 */
const marksOf = ({ marks }: DrawingModel, matrix: Matrix): PrintedMark[] =>
  [...Map.groupBy(marks, ({ view, sheet }) => (sheet === null ? view : `${view}/${sheet}`)).values()].flatMap(
    (alike) => {
      const texts = [alike[0]!.view, alike[0]!.sheet ?? []].flat();
      const placed = (bounds: Bounds) => applyToBox(matrix, boxBetween(bounds));
      const left = alike.map(({ box, otherEnd }) => ({ box: placed(box), otherEnd: otherEnd && placed(otherEnd) }));
      const found: PrintedMark[] = [];
      for (let end = left.shift(); end; end = left.shift()) {
        const { box, otherEnd } = end;
        const [other] = left
          .filter((each) => (otherEnd ? overlapArea(otherEnd, each.box) > 0 : areInLine(box, each.box)))
          .sort((a, b) => distance(box, a.box) - distance(box, b.box));
        if (other) left.splice(left.indexOf(other), 1);
        found.push({ texts, ends: other ? [box, other.box] : [box] });
      }
      return found;
    },
  );

/** Whether one of the ends of a mark overlaps or touches one of those of another. */
const areTouching = (ends: readonly Box[], others: readonly Box[]): boolean =>
  ends.some((end) => others.some((other) => distance(end, other) === 0));

/** Returns one mark of its ends on both sheets; none where a sheet lacks it. */
const markOf = (texts: string[], newer: Box[], older: Box[]): ReferenceMark => ({
  name: `${Math.max(newer.length, older.length) > 1 ? 'Section line' : 'Mark'} ${nameOf({ texts })}`,
  ...{ texts, newer, older },
});

/** The marks of two sheets, in points of the newer one. */
export interface SheetMarks {
  older: PrintedMark[];
  newer: PrintedMark[];
}

/**
 * Returns the marks of sections, details and elevations of both sheets.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const marksOfSheets = (older: DrawingModel, newer: DrawingModel, matrix: Matrix): SheetMarks => ({
  older: marksOf(older, matrix),
  newer: marksOf(newer, identity),
});

/**
 * Pairs the marks of one name of both sheets that keep their place. Others are marks of one sheet: a name may be printed at many
 * places.
 * @param placed returns a box of the older sheet where the part of the drawing around it is on the newer one
 */
export const pairMarks = ({ older, newer }: SheetMarks, placed: (box: Box) => Box): ReferenceMark[] => {
  const left = new Set(older.map((mark) => ({ ...mark, ends: mark.ends.map(placed) })));
  const present = newer.map((now) => {
    const was = [...left].find((mark) => nameOf(mark) === nameOf(now) && areTouching(mark.ends, now.ends));
    if (was) left.delete(was);
    return markOf(now.texts, now.ends, was?.ends ?? []);
  });
  return [...present, ...[...left].map(({ texts, ends }) => markOf(texts, [], ends))];
};

/**
 * Pairs the marks of one name that are left on either sheet if a text moved from an end of one to an end of the other.
 * @param moves the boxes of texts that moved
 */
export const pairMoved = (
  marks: readonly ReferenceMark[],
  moves: readonly { from: Box; to: Box }[],
): ReferenceMark[] => {
  const isAt = (box: Box, ends: readonly Box[]) => ends.some((end) => contains(end, centre(box)));
  const removed = new Set(marks.filter(({ newer }) => newer.length === 0));
  const paired = marks.map((mark) => {
    if (mark.older.length > 0) return mark;
    const was = [...removed].find(
      (each) =>
        nameOf(each) === nameOf(mark) && moves.some(({ from, to }) => isAt(from, each.older) && isAt(to, mark.newer)),
    );
    if (!was) return mark;
    removed.delete(was);
    return markOf(mark.texts, mark.newer, was.older);
  });
  return paired.filter((mark) => mark.newer.length > 0 || removed.has(mark));
};
