import { type Change, combine, extentOf, type TextLine } from '../change.ts';
import { type Box, centre, distance, gaps, inflate, overlapArea, type Point, union, wayOf } from '../geometry.ts';
import { areInLine, pairMoved, type ReferenceMark } from '../read/reference-marks.ts';
import { mayAccompany } from './join-dimensions.ts';
import { isInside, isWithin } from './join-owners.ts';
import {
  maximumLineBreakPoints,
  maximumMarkLineBreakPoints,
  maximumMarkTextHeights,
  maximumNamedPoints,
} from './thresholds.ts';

/** Whether linework is beside the line between two ends, and as narrow across it as the letters of the line are high. */
const runsAlong = ({ x, y, width, height }: Box, [from, to]: readonly [Point, Point], size: number): boolean => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const away = (u: number, v: number) => (dx * (v - from.y) - dy * (u - from.x)) / Math.hypot(dx, dy);
  const falling = [away(x, y), away(x + width, y + height)];
  const rising = [away(x, y + height), away(x + width, y)];
  const least = Math.min(...[...falling, ...rising].map(Math.abs));
  return (
    least <= maximumMarkTextHeights * size && [falling, rising].some(([one, other]) => Math.abs(one! - other!) <= size)
  );
};

/** Whether linework is a part of a section line: a dash between both ends, or the line with its arrow. */
const isOfLine = ({ box }: Change, ends: readonly Box[], around: readonly Box[], size: number): boolean => {
  const whole = around.reduce(union);
  const isAlong = whole.width > whole.height === box.width > box.height;
  if (!isAlong || !isInside(box, whole)) return false;
  return around.some((end) => overlapArea(end, box) > 0) || runsAlong(box, ends.map(centre) as [Point, Point], size);
};

const isUpright = ({ width, height }: Box): boolean => height > width;

/**
 * Returns the pieces of the line through the middle of a bubble, followed from it from piece to piece: a section line with its
 * tail.
 * @param size the height of the texts in the bubble, which its arrow may exceed it by
 */
const lineThrough = (bubble: Box, size: number, linework: readonly Change[]): Change[] => {
  const { x, y } = centre(bubble);
  const around = inflate(bubble, size);
  const onAxis = linework.filter(({ box }) => {
    const own = inflate(box, 1);
    return isUpright(box)
      ? box.width <= around.width && own.x <= x && x <= own.x + own.width
      : box.height <= around.height && own.y <= y && y <= own.y + own.height;
  });
  const areWithin = (maximumPoints: number, one: Box, other: Box) => {
    const { x: aside, y: above } = gaps(one, other);
    return Math.max(aside, above) <= maximumPoints;
  };
  const line = new Set(onAxis.filter(({ box }) => areWithin(maximumLineBreakPoints, bubble, box)));
  for (const { box: reached } of line)
    for (const piece of onAxis) {
      const isAlong = isUpright(piece.box) === isUpright(reached);
      if (isAlong && areWithin(maximumMarkLineBreakPoints, reached, piece.box)) line.add(piece);
    }
  return [...line];
};

const isLinework = ({ kind, text }: Change): boolean =>
  text === null && (kind === 'restyled' || kind.startsWith('graphic_'));

/**
 * Returns the linework of a mark on one sheet: around an end, such as its arrow; along the line between both ends; the line
 * through a single bubble, or the leader from it to what it names. Null if its bubble is a part of larger linework.
 * @param size the height of the texts of the mark
 */
const partsOf = (ends: readonly Box[], linework: readonly Change[], size: number): Change[] | null => {
  if (ends.length === 0) return [];
  const around = ends.map((end) => inflate(end, maximumMarkTextHeights * size));
  const beside = linework.filter(({ box }) => around.some((end) => isInside(box, end)));
  if (ends.length === 2) return [...beside, ...linework.filter((change) => isOfLine(change, ends, around, size))];
  const drawn = linework.filter(({ kind }) => kind === 'graphic_added' || kind === 'graphic_removed');
  const line = lineThrough(ends[0]!, size, drawn);
  const leaders = drawn.filter((change) => !line.includes(change) && overlapArea(ends[0]!, change.box) > 0);
  const isLarger = ({ box }: Change) => Math.max(box.width, box.height) > maximumNamedPoints;
  return leaders.some(isLarger) ? null : [...beside, ...line, ...leaders];
};

const endsOf = ({ newer, older }: ReferenceMark): Box[] => [...newer, ...older];

const linesOf = ({ text }: Change): TextLine[] => [text?.old, text?.new].filter((line) => line != null);

/** Whether a change is within an end of a mark. */
const isAtEnd = (change: Change, mark: ReferenceMark): boolean => endsOf(mark).some((end) => isWithin(change, end));

/**
 * Returns the texts of a mark: those within its ends, and the nearest one in line with its only end that says all that is printed
 * on it: at an end that the model does not see, unless another mark has it.
 */
const textsOf = (mark: ReferenceMark, changes: readonly Change[], marks: readonly ReferenceMark[]): Change[] => {
  const { texts, newer, older } = mark;
  const own = changes.filter(
    (change) =>
      linesOf(change).some((line) => texts.some((name) => line.text.startsWith(name))) && isAtEnd(change, mark),
  );
  if (texts.length === 1 || Math.max(newer.length, older.length) > 1) return own;
  const saysAll = ({ words }: TextLine) => texts.every((name) => words.some(({ text }) => text === name));
  const isInLine = ({ box }: TextLine) => endsOf(mark).some((end) => areInLine(end, box));
  const away = ({ box }: Change) => Math.min(...endsOf(mark).map((end) => distance(end, box)));
  const unseen = changes
    .filter((change) => linesOf(change).some((line) => saysAll(line) && isInLine(line)))
    .filter((change) => !marks.some((each) => isAtEnd(change, each)))
    .sort((a, b) => away(a) - away(b));
  return [...own, ...unseen.slice(0, 1)];
};

/** Returns what the texts of a mark say about all of it. */
const changeOf = ({ name, older, newer }: ReferenceMark, texts: Change[], now: Change[], was: Change[]): Change => {
  const extent = extentOf([...new Set([...texts, ...now, ...was])]);
  const whole = { mark: name, text: null, ...extent };
  const isOf = (kind: Change['kind']) => texts.every((text) => text.kind === kind);
  const isOnBoth = older.length > 0 && newer.length > 0;
  if (!isOnBoth && isOf('text_added')) return { kind: 'graphic_added', ...whole };
  if (!isOnBoth && isOf('text_removed')) return { kind: 'graphic_removed', ...whole };
  if (isOf('text_changed')) return { ...(texts.length === 1 ? texts[0]! : combine('repeated', texts)), ...extent };
  if (!isOf('text_moved')) return { kind: 'graphic_changed', ...whole };
  const { box } = extentOf([...texts, ...now]);
  const { x, y } = wayOf(texts[0]!.text!.old!.box, texts[0]!.text!.new!.box);
  return { kind: 'graphic_moved', ...whole, box, from: { ...box, x: box.x - x, y: box.y - y } };
};

/**
 * Joins what differs in a mark of a section, a detail or an elevation on either sheet: its texts and bubbles, their arrows,
 * and the line or the dashes between them.
 * @param found the marks of both sheets; those that only one has may have moved
 */
export const joinMarks = (changes: readonly Change[], found: readonly ReferenceMark[]): Change[] => {
  const left = new Set(changes);
  const moved = changes.filter(({ kind }) => kind === 'text_moved');
  const marks = pairMoved(
    found,
    moved.map(({ text, box }) => ({ from: text!.old!.box, to: box })),
  );
  const joined = marks.flatMap((mark): Change[] => {
    const texts = textsOf(mark, [...left], marks);
    const [first] = texts;
    if (!first) return [];
    const { size } = (first.text!.new ?? first.text!.old)!;
    const isOnBoth = mark.older.length > 0 && mark.newer.length > 0;
    const partsOn = (ends: readonly Box[], otherSide: Change['kind']) => {
      const mayBelong = (change: Change) => (isOnBoth ? change.kind !== otherSide : mayAccompany(first, change));
      return partsOf(
        ends,
        [...left].filter((change) => isLinework(change) && mayBelong(change)),
        size,
      );
    };
    const [now, was] = [partsOn(mark.newer, 'graphic_removed'), partsOn(mark.older, 'graphic_added')];
    if (!now || !was) return [];
    const parts = [...new Set([...texts, ...now, ...was])];
    if (parts.length === 1) return [];
    for (const part of parts) left.delete(part);
    return [changeOf(mark, texts, now, was)];
  });
  return [...left, ...joined];
};
