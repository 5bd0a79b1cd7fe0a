import { type Change, type TextLine, withPart } from '../change.ts';
import { maximumExtensionTextHeights, maximumMarkSideTextHeights } from '../differ/thresholds.ts';
import { type Box, contains, gaps, inflate, union } from '../geometry.ts';
import { isAngle, meaningOfLine } from '../read/text-meaning.ts';
import {
  displacementTolerancePoints,
  maximumArcPieceTextHeights,
  maximumDimensionGapTextHeights,
  maximumLineBreadthPoints,
} from './thresholds.ts';

const isWithin = (box: Box, around: Box): boolean =>
  contains(around, box) && contains(around, { x: box.x + box.width, y: box.y + box.height });

/** Decided by the line's box, because horizontal text may stand in the gap of a vertical line. */
const isLevel = ({ width, height }: Box): boolean => width >= height;

/** Whether linework belongs to the dimension line of a text: the line, a mark at its end, or an extension line. */
const belongsToLine = (graphic: Box, line: TextLine): boolean => {
  const { dimensionLine, size } = line;
  if (dimensionLine === undefined) return false;
  if (isWithin(graphic, inflate(dimensionLine, maximumMarkSideTextHeights * size))) return true;
  const level = isLevel(dimensionLine);
  const [breadth, length] = level ? [graphic.width, graphic.height] : [graphic.height, graphic.width];
  if (breadth > maximumLineBreadthPoints || length > maximumExtensionTextHeights * size) return false;
  const { x, y } = gaps(graphic, dimensionLine);
  const at = (box: Box) => (level ? [box.x, box.x + box.width] : [box.y, box.y + box.height]) as [number, number];
  const [from, to] = at(dimensionLine);
  const middle = (at(graphic)[0] + at(graphic)[1]) / 2;
  const atEnd = Math.min(Math.abs(middle - from), Math.abs(middle - to)) < maximumDimensionGapTextHeights * size;
  return atEnd && Math.max(x, y) < maximumDimensionGapTextHeights * size;
};

/** Whether linework is an extension line at its old and its new position, because the dimension's end moved. */
const isMovedEnd = ({ x, y, width, height }: Box, old: TextLine, now: TextLine): boolean => {
  const [was, is] = [old.dimensionLine, now.dimensionLine];
  if (!was || !is || isLevel(was) !== isLevel(is)) return false;
  const level = isLevel(is);
  const [from, to, length] = level ? [x, x + width, height] : [y, y + height, width];
  if (length > maximumExtensionTextHeights * now.size) return false;
  const { x: aside, y: above } = gaps({ x, y, width, height }, union(was, is));
  if ((level ? above : aside) >= maximumMarkSideTextHeights * now.size) return false;
  const ends = (box: Box) => (level ? [box.x, box.x + box.width] : [box.y, box.y + box.height]);
  const isAt = (place: number, edge: number) => Math.abs(place - edge) < displacementTolerancePoints;
  return ends(was).some((before, i) => {
    const after = ends(is)[i]!;
    return isAt(Math.min(before, after), from) && isAt(Math.max(before, after), to);
  });
};

/** Whether linework, such as a leader, touches the text of a dimension without a dimension line of its own. */
const isBeside = (graphic: Box, text: Box, line: TextLine): boolean => {
  const { x, y } = gaps(graphic, text);
  const level = line.angle % 180 === 0;
  const [alongGap, acrossGap] = level ? [x, y] : [y, x];
  const breadth = level ? graphic.height : graphic.width;
  return breadth <= 3.5 * line.size && alongGap <= 0.6 * line.size && acrossGap <= 0.5 * line.size;
};

/** Whether linework may have been added or removed together with a text. */
export const mayAccompany = (change: Change, graphic: Change): boolean => {
  if (change.kind === 'text_added') return graphic.kind !== 'graphic_removed';
  if (change.kind === 'text_removed') return graphic.kind !== 'graphic_added';
  return true;
};

/** Returns the pieces of an angle's arc with its arrows, followed from the text from piece to piece. */
const arcOf = (text: Change, size: number, graphics: Iterable<Change>): Change[] => {
  const pieces = [...graphics].filter(
    ({ kind, box }) =>
      kind.startsWith('graphic_') && Math.max(box.width, box.height) < maximumArcPieceTextHeights * size,
  );
  const [arc, reached] = [new Set<Change>(), [text.box]];
  for (const box of reached) {
    for (const piece of pieces) {
      const { x, y } = gaps(piece.box, box);
      if (arc.has(piece) || Math.max(x, y) > maximumMarkSideTextHeights * size || !mayAccompany(text, piece)) continue;
      arc.add(piece);
      reached.push(piece.box);
    }
  }
  return [...arc];
};

/** Joins a dimension with its line, its arrows or strokes, and the lines leading to it, into one change. */
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
      const own = mayAccompany(change, graphic) && (isEnd || lines.some((one) => belongsToLine(graphic.box, one)));
      if (!own && !arc.has(graphic) && !(graphic.kind === sign && isBeside(graphic.box, change.box, line))) continue;
      left.delete(graphic);
      whole = withPart(whole, graphic);
    }
    return whole;
  });
  return [...joined, ...left];
};
