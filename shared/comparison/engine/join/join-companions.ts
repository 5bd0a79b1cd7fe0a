import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { removed } from '../differ/ink-difference.ts';
import { type Box, distance, type Point, union, wayOf } from '../geometry.ts';
import type { TextLine } from '../read/text-lines.ts';
import { mayMeasure } from '../read/text-meaning.ts';
import { shareAlong } from '../segment/ink-shifts.ts';

/** Heights of the lettering from a text to linework that stands at it. */
const beside = 1;
/** The same that the way, and the sides, of linework may differ by: an arrow lost its head. */
const slack = 0.5;
/** Points of linework that a word is the name of at most. */
const largest = 150;
/** How many times longer than broad a line is at least, its arrow included. */
const arrow = 3;
/** How many times longer than its number. */
const longer = 1.3;
/** Share of the ink that went which came again further along the way, where one change holds both. */
const leastAlong = 0.7;

const differ = (a: Point, b: Point): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

/** Whether the ink that went within a box came again in it, a way further. */
const cameAlong = (box: Box, way: Point, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const { width, height, density } = sheets;
  const gone: Point[] = [];
  for (let y = Math.max(0, Math.floor(box.y * density)); y <= (box.y + box.height) * density && y < height; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x <= (box.x + box.width) * density && x < width; x++)
      if (marks[y * width + x]! & removed) gone.push({ x, y });
  }
  return shareAlong(gone, Math.round(way.x * density), Math.round(way.y * density), marks, sheets) >= leastAlong;
};

/** A number that took a line along measures by it; an underline is as long as its text, and three digits name a room. */
const withLine = (line: TextLine, box: Box): TextLine => {
  const [length, breadth] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  const own = Math.max(line.box.width, line.box.height);
  const measures = mayMeasure(line.text) && !/^\d{3}$/.test(line.text.trim());
  return measures && length > arrow * breadth && length > longer * own ? { ...line, dimensionLine: box } : line;
};

/**
 * Linework that went the way of a text beside it, such as a north arrow with its word or a number with its line, is one
 * change with it.
 * @param marks those of linework alone
 */
export const joinCompanions = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const left = new Set(
    changes.filter(({ kind, box }) => kind.startsWith('graphic_') && Math.max(box.width, box.height) < largest),
  );
  const taken = new Set<Change>();
  const joined = changes.map((change): Change => {
    const [old, now] = [change.text?.old, change.text?.new];
    if (change.kind !== 'text_moved' || !old || !now) return change;
    const way = wayOf(old.box, now.box);
    const at = (graphic: Change, line: TextLine) => distance(graphic.box, line.box) <= beside * line.size;
    let whole = change;
    const take = (...graphics: Change[]) => {
      for (const graphic of graphics) {
        left.delete(graphic);
        taken.add(graphic);
        const { box, addedInk, removedInk } = whole;
        whole = {
          ...whole,
          box: graphic.kind === 'graphic_removed' ? box : union(box, graphic.box),
          addedInk: addedInk + graphic.addedInk,
          removedInk: removedInk + graphic.removedInk,
        };
      }
    };
    for (const graphic of left) {
      if (graphic.kind === 'graphic_changed') {
        if (at(graphic, old) && at(graphic, now) && cameAlong(graphic.box, way, marks, sheets)) take(graphic);
      } else if (graphic.kind === 'graphic_removed' && at(graphic, old)) {
        const near = slack * now.size;
        const sides = ({ box }: Change): Point => ({ x: box.width, y: box.height });
        const came = [...left].find(
          (other) =>
            other.kind === 'graphic_added' &&
            at(other, now) &&
            differ(wayOf(graphic.box, other.box), way) < near &&
            differ(sides(graphic), sides(other)) < near,
        );
        if (!came) continue;
        take(graphic, came);
        whole = { ...whole, text: { ...whole.text!, old: withLine(old, graphic.box), new: withLine(now, came.box) } };
      }
    }
    return whole;
  });
  return joined.filter((change) => !taken.has(change));
};
