import type { Bounds, DrawingModel } from '../../../drawing/index.ts';
import { applyToBox, type Box, boxBetween, centre, distance, identity, type Matrix, overlapArea } from '../geometry.ts';

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

interface PrintedMark {
  name: string;
  texts: string[];
  ends: Box[];
}

/**
 * Returns the marks of a sheet. Two equal ones in line with each other, each with the nearest one, are a section line; so are
 * two that the model pairs.
 */
const marksOf = ({ marks }: DrawingModel, matrix: Matrix): PrintedMark[] =>
  [...Map.groupBy(marks, ({ view, sheet }) => (sheet === null ? view : `${view}/${sheet}`))].flatMap(
    ([name, alike]) => {
      const texts = [alike[0]!.view, alike[0]!.sheet ?? []].flat();
      const placed = (bounds: Bounds) => applyToBox(matrix, boxBetween(bounds));
      const left = alike.map(({ box, twin }) => ({ box: placed(box), twin: twin && placed(twin) }));
      const found: PrintedMark[] = [];
      for (let end = left.shift(); end; end = left.shift()) {
        const { box, twin } = end;
        const [other] = left
          .filter((each) => (twin ? overlapArea(twin, each.box) > 0 : areInLine(box, each.box)))
          .sort((a, b) => distance(box, a.box) - distance(box, b.box));
        if (other) left.splice(left.indexOf(other), 1);
        found.push({ name, texts, ends: other ? [box, other.box] : [box] });
      }
      return found;
    },
  );

/** Returns the least distance between ends of two marks. */
const between = (one: PrintedMark, other: PrintedMark): number =>
  Math.min(...one.ends.flatMap((a) => other.ends.map((b) => distance(a, b))));

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
 * Pairs the marks of one name of both sheets, the nearest ones first: the same mark, which may have moved.
 * @param placed returns a box of the older sheet where the part of the drawing around it is on the newer one
 */
export const pairMarks = ({ older, newer }: SheetMarks, placed: (box: Box) => Box): ReferenceMark[] => {
  const before = older.map((mark) => ({ ...mark, ends: mark.ends.map(placed) }));
  const pairs = newer
    .flatMap((now) =>
      before.filter(({ name }) => name === now.name).map((was) => ({ was, now, away: between(was, now) })),
    )
    .sort((a, b) => a.away - b.away);
  const paired = new Map<PrintedMark, PrintedMark>();
  for (const { was, now } of pairs) if (!paired.has(was) && !paired.has(now)) paired.set(was, now).set(now, was);
  const markOf = ({ name, texts }: PrintedMark, after: Box[], former: Box[]): ReferenceMark => ({
    name: `${Math.max(after.length, former.length) > 1 ? 'Section line' : 'Mark'} ${name}`,
    ...{ texts, newer: after, older: former },
  });
  return [
    ...newer.map((now) => markOf(now, now.ends, paired.get(now)?.ends ?? [])),
    ...before.filter((was) => !paired.has(was)).map((was) => markOf(was, [], was.ends)),
  ];
};
