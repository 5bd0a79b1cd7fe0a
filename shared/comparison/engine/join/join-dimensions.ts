import type { Change } from '../change.ts';
import { type Box, contains, gaps, inflate, union } from '../geometry.ts';
import type { TextLine } from '../read/text-lines.ts';
import { isAngle, meaningOfLine } from '../read/text-meaning.ts';

/** Heights of the lettering that arrows, strokes and the line itself reach over about a dimension line. */
const about = 0.9;
/** The same from a line's end to an extension line there, the breadth of one in points, and how long one is at most. */
const beside = 0.4;
const hairline = 3;
const longest = 5;

const isWithin = (box: Box, around: Box): boolean =>
  contains(around, box) && contains(around, { x: box.x + box.width, y: box.y + box.height });

/** Its text may stand level in a gap of an upright line. */
const isLevel = ({ width, height }: Box): boolean => width >= height;

/** Whether linework is of the dimension line of a text: the line, a mark at its end, or a line that leads there. */
const isOfLine = (graphic: Box, line: TextLine): boolean => {
  const { dimensionLine, size } = line;
  if (dimensionLine === undefined) return false;
  if (isWithin(graphic, inflate(dimensionLine, about * size))) return true;
  const level = isLevel(dimensionLine);
  const [breadth, length] = level ? [graphic.width, graphic.height] : [graphic.height, graphic.width];
  if (breadth > hairline || length > longest * size) return false;
  const { x, y } = gaps(graphic, dimensionLine);
  const at = (box: Box) => (level ? [box.x, box.x + box.width] : [box.y, box.y + box.height]) as [number, number];
  const [from, to] = at(dimensionLine);
  const middle = (at(graphic)[0] + at(graphic)[1]) / 2;
  const atEnd = Math.min(Math.abs(middle - from), Math.abs(middle - to)) < beside * size;
  return atEnd && Math.max(x, y) < beside * size;
};

/** Points of an extension line as it was and as it is, side by side, on either side of the ends that moved. */
const strokes = 2;
/** Heights of the lettering that the end of a dimension moved by at most to tell so. */
const slightly = 1.5;

/** Whether linework is an extension line where it was and where it is: the dimension's end moved from one to the other. */
const isMovedEnd = ({ x, y, width, height }: Box, old: TextLine, now: TextLine): boolean => {
  const [was, is] = [old.dimensionLine, now.dimensionLine];
  if (!was || !is || isLevel(was) !== isLevel(is)) return false;
  const level = isLevel(is);
  const [from, to, length] = level ? [x, x + width, height] : [y, y + height, width];
  if (length > longest * now.size) return false;
  const { x: aside, y: above } = gaps({ x, y, width, height }, union(was, is));
  if ((level ? above : aside) >= about * now.size) return false;
  const ends = (box: Box) => (level ? [box.x, box.x + box.width] : [box.y, box.y + box.height]);
  return ends(was).some((before, i) => {
    const after = ends(is)[i]!;
    const [first, last] = [Math.min(before, after), Math.max(before, after)];
    const isThere = Math.abs(first - from) < strokes && Math.abs(last - to) < strokes;
    return isThere && last - first < slightly * now.size;
  });
};

/** Whether linework stands at the text of a dimension that has no line of its own there: such as a leader to it. */
const isBeside = (graphic: Box, text: Box, line: TextLine): boolean => {
  const { x, y } = gaps(graphic, text);
  const level = line.angle % 180 === 0;
  const [alongGap, acrossGap] = level ? [x, y] : [y, x];
  const breadth = level ? graphic.height : graphic.width;
  return breadth <= 3.5 * line.size && alongGap <= 0.6 * line.size && acrossGap <= 0.5 * line.size;
};

/** Linework that may have come or gone with a text. */
const goesWith = (change: Change, graphic: Change): boolean => {
  if (change.kind === 'text_added') return graphic.kind !== 'graphic_removed';
  if (change.kind === 'text_removed') return graphic.kind !== 'graphic_added';
  return true;
};

/** Heights of the lettering that a piece of an angle's arc is long at most, and from one piece to the next. */
const longestArc = 12;
const nextPiece = 0.6;

/** The pieces of the arc that an angle stands at, with its arrows: from the text on, each next to the one before. */
const arcOf = (text: Change, size: number, graphics: Iterable<Change>): Change[] => {
  const pieces = [...graphics].filter(
    ({ kind, box }) => kind.startsWith('graphic_') && Math.max(box.width, box.height) < longestArc * size,
  );
  const [arc, reached] = [new Set<Change>(), [text.box]];
  for (const box of reached) {
    for (const piece of pieces) {
      const { x, y } = gaps(piece.box, box);
      if (arc.has(piece) || Math.max(x, y) > nextPiece * size || !goesWith(text, piece)) continue;
      arc.add(piece);
      reached.push(piece.box);
    }
  }
  return [...arc];
};

/** A dimension is one object with its line, its arrows or strokes and the lines that lead there. */
export const joinDimensions = (texts: readonly Change[], graphics: readonly Change[]): Change[] => {
  const left = new Set(graphics);
  const joined = texts.map((change): Change => {
    const lines = [change.text?.old, change.text?.new].filter((line) => line != null);
    const [line] = lines;
    if (!line || lines.every((one) => meaningOfLine(one) !== 'dimension' && !/^\d{3}$/.test(one.text))) return change;
    const sign = { text_added: 'graphic_added', text_removed: 'graphic_removed' }[change.kind as 'text_added'];
    let whole = change;
    const arc = new Set(isAngle(line.text) ? arcOf(change, line.size, left) : []);
    for (const graphic of graphics) {
      if (!left.has(graphic)) continue;
      const { old, new: now } = change.text!;
      const isEnd = old && now && isMovedEnd(graphic.box, old, now);
      const own = goesWith(change, graphic) && (isEnd || lines.some((one) => isOfLine(graphic.box, one)));
      if (!own && !arc.has(graphic) && !(graphic.kind === sign && isBeside(graphic.box, change.box, line))) continue;
      left.delete(graphic);
      whole = {
        ...whole,
        box: union(whole.box, graphic.box),
        addedInk: whole.addedInk + graphic.addedInk,
        removedInk: whole.removedInk + graphic.removedInk,
      };
    }
    return whole;
  });
  return [...joined, ...left];
};
