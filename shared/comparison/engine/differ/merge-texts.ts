import type { TextChange, TextLine } from '../change.ts';
import { cluster } from '../cluster.ts';
import { type Box, gaps, union } from '../geometry.ts';
import { acrossLines, makeLine, sortLines } from '../read/text-lines.ts';
import { meaningOf } from '../read/text-meaning.ts';
import { maximumEntrySpaceTextHeights } from './thresholds.ts';

const lineOf = (change: TextChange): TextLine => (change.new ?? change.old)!;

const listNumber = /^\(?([A-Z]|\d{1,2})[.)]$/;

/** A number with a meaning of its own, such as a dimension or a stair step; two of them form no sentence. */
const number = /^[<>~±+-]?\d+([.,]\d+)?\??$/;

const isMeasure = (text: string): boolean => number.test(text) || meaningOf(text) === 'dimension';

/** Whether a word moved from one line of a text to another one because the text was reworded. */
const reflows = (from: TextChange, to: TextChange): boolean => {
  const alone = (line: TextLine, other: TextLine) =>
    line.words.map(({ text }) => text).filter((text) => !other.words.some((word) => word.text === text));
  const gained = alone(to.new!, to.old!);
  return alone(from.old!, from.new!).some((text) => /\p{L}/u.test(text) && gained.includes(text));
};

/** A revision letter, initials or a date, which occur in rows of tables. */
const entry = /^([A-Z]{1,3}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})$/;

/** Whether both moved by the same displacement. */
const movedAlike = (a: TextChange, b: TextChange): boolean => {
  const way = ({ old, new: now }: TextChange) => ({ x: now!.box.x - old!.box.x, y: now!.box.y - old!.box.y });
  const [one, other] = [way(a), way(b)];
  return Math.abs(one.x - other.x) < 1.5 && Math.abs(one.y - other.y) < 1.5;
};

/** The kinds of change that lines of one entry of a title block may have, which is reworded as a whole. */
const isEntry = /^text_(added|removed|changed)$/;

/** Whether a text is a line of words, or a date among them. Values and tags stand below each other without being one text. */
const isWordy = ({ text }: TextLine): boolean =>
  (/\p{L}{2}/u.test(text) && !isMeasure(text)) || meaningOf(text) === 'date';

/** Whether the kinds of two changes are those of lines of one text: of the title block, where entries stand close, or of a note. */
const areAlike = (a: TextChange, b: TextChange, inTitleBlock: (box: Box) => boolean): boolean => {
  const areBoth = (kind: TextChange['kind']) => a.kind === kind && b.kind === kind;
  if (areBoth('text_moved')) return movedAlike(a, b);
  if (a.kind === b.kind && a.kind !== 'text_changed') return true;
  // Lines that changed each by itself are entries of a list.
  if (areBoth('text_changed')) return reflows(a, b) || reflows(b, a);
  const changes = [a, b];
  if (changes.some(({ box }) => inTitleBlock(box)))
    return changes.every(({ kind, box }) => isEntry.test(kind) && inTitleBlock(box));
  return changes.every((change) => change.kind !== 'restyled' && isWordy(lineOf(change)));
};

/** Returns the lines of two changes on the sheet that has both. */
const linesOf = (a: TextChange, b: TextChange): [TextLine, TextLine] =>
  a.kind === 'text_removed' || b.kind === 'text_removed'
    ? [a.old ?? lineOf(a), b.old ?? lineOf(b)]
    : [lineOf(a), lineOf(b)];

/** Whether two changes are lines of one paragraph: one below the other and close, or side by side in one row. */
const adjacent = (a: TextChange, b: TextChange, inTitleBlock: (box: Box) => boolean): boolean => {
  const [one, other] = linesOf(a, b);
  const size = Math.min(one.size, other.size);
  const gap = gaps(one.box, other.box);
  // First, as nearly all pairs of lines on a sheet are far apart.
  if (Math.max(gap.x, gap.y) >= maximumEntrySpaceTextHeights * size || !areAlike(a, b, inTitleBlock)) return false;
  if (!inTitleBlock(one.box) && isMeasure(one.text) && isMeasure(other.text)) return false;
  const lineDistance = acrossLines(one, other);
  if (lineDistance === null || (one.slant !== undefined && lineDistance > 1.7 * size)) return false;
  if (Math.max(one.size, other.size) > 1.25 * size) return false;
  const level = one.angle % 180 === 0;
  const [along, across] = level ? [gap.x, gap.y] : [gap.y, gap.x];
  const extent = (box: Box, lengthwise: boolean) => (lengthwise === level ? box.width : box.height);
  const shorter = (lengthwise: boolean) => Math.min(extent(one.box, lengthwise), extent(other.box, lengthwise));
  // The number of a note is set apart from its text, and entries of a revision table even further.
  const numbered = listNumber.test(one.text) || listNumber.test(other.text);
  // The letters of a section stand at both ends of its line, in one row as well.
  const entries = one.text !== other.text && (entry.test(one.text) || entry.test(other.text));
  const tabular = entries || (inTitleBlock(one.box) && inTitleBlock(other.box));
  const space = tabular ? maximumEntrySpaceTextHeights : numbered ? 3 : 0.95;
  const sideBySide = along < space * size && -across > 0.35 * shorter(false);
  const stacked = across < size && -along > 0.5 * shorter(true);
  // What came in the place of another text is not its next line.
  const areSameSort = a.kind === b.kind && a.kind !== 'text_changed';
  return (stacked || sideBySide) && (areSameSort || lineDistance > 0.5 * size);
};

/** Joins the lines of one text that were added, removed, moved or reworded into one change, from what it was to what it is. */
export const mergeTexts = (changes: readonly TextChange[], inTitleBlock: (box: Box) => boolean): TextChange[] =>
  cluster(changes, (a, b) => adjacent(a, b, inTitleBlock)).map((group) => {
    if (group.length === 1) return group[0]!;
    const join = (sides: (TextLine | null)[]): TextLine | null => {
      const known = sides.filter((side) => side !== null);
      if (known.length === 0) return null;
      const lines = sortLines(known);
      return { ...makeLine(lines.flatMap((line) => line.words)), text: lines.map((line) => line.text).join(' ') };
    };
    // A line that only moved made room for others.
    const changed = group.filter(({ kind }) => kind !== 'text_moved');
    return {
      kind: group.every(({ kind }) => kind === group[0]!.kind) ? group[0]!.kind : 'text_changed',
      old: join(group.map((change) => change.old)),
      new: join(group.map((change) => change.new)),
      box: (changed.length > 0 ? changed : group).map(({ box }) => box).reduce(union),
    };
  });
