import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, inflate, overlapArea, union } from '../geometry.ts';
import { mergeTexts } from '../join/merge-texts.ts';
import type { TextLine } from '../read/text-lines.ts';
import { mayMeasure, meaningOf } from '../read/text-meaning.ts';
import { findDimensionLine } from './dimension-lines.ts';
import { takeDimension } from './dimension-marks.ts';
import { added, removed } from './ink-difference.ts';
import { marksIn, toPoints, wipe } from './marks.ts';
import { findPutAside, joinAlongLines, lengthOfLine, likeLength } from './same-dimension.ts';
import type { TextChange } from './text-difference.ts';

/**
 * The text changes that show: text whose ink is the same on both sheets is an accident of the text layer.
 * Takes their marks away, so that what is left is linework.
 * @param moved words that left with a region, where they stood, and words that came with one, where they are
 * @param reliable whether the text layers can be believed
 */
export const findTextChanges = (
  marks: Uint8Array,
  changes: readonly TextChange[],
  sheets: AlignedSheets,
  inTitleBlock: (box: Box) => boolean,
  moved: { left: readonly Word[]; came: readonly Word[] },
  reliable: boolean,
): Change[] => {
  const { density } = sheets;
  const isTaken = (change: TextChange): boolean =>
    (change.kind === 'text_removed' && isTakenBy(moved.came, change)) ||
    (change.kind === 'text_added' && isTakenBy(moved.left, change));
  const seen = changes.filter((change) => {
    const total = placesOf(change).reduce((sum, box) => {
      const region = marksIn(marks, sheets, inflate(box, 1));
      // Where the text layer cannot be relied on, faint ink is no witness for it.
      return sum + region.added + region.removed - (reliable ? 0 : region.faint);
    }, 0);
    if (total >= density) return true;
    return reliable && (total > 0 || (isNearly(change) && differsVisibly(change, sheets)) || isTaken(change));
  });
  const told = joinAlongLines(
    mergeTexts(seen, inTitleBlock).map((text) => (inTitleBlock(text.box) ? text : atLines(text, marks, sheets))),
  );
  const found = told.map((text): Change => {
    const region = marksIn(marks, sheets, inflate(text.box, 1));
    const box = fitText(text, toPoints(region, density));
    const change: Change = { kind: text.kind, box, text, addedInk: region.added, removedInk: region.removed };
    if (text.kind === 'restyled') change.style = text.new!.size > text.old!.size ? 'larger' : 'smaller';
    return change;
  });
  for (const { text } of found) for (const box of placesOf(text!)) wipe(marks, sheets, inflate(box, 1));
  return found.map((change) => ({
    ...change,
    box: takeDimension(change.text!, marks, sheets).reduce(union, change.box),
  }));
};

/** The line with the dimension line that it stands at, if it states a length; a single digit does at a marked one. */
const atLine = (line: TextLine | null, picture: Uint8Array, sheets: AlignedSheets): TextLine | null => {
  if (line === null || (!mayMeasure(line.text) && meaningOf(line.text) !== 'dimension')) return line;
  const found = findDimensionLine(line, picture, sheets);
  if (!found || (!found.marked && /^\d$/.test(line.text))) return line;
  return { ...line, dimensionLine: found.box, ...(found.leader && { leader: found.leader }) };
};

/** A change of text with the dimension lines that either side stands at; two of one length are of one length. */
const atLines = (text: TextChange, marks: Uint8Array, sheets: AlignedSheets): TextChange => {
  const [old, now] = [atLine(text.old, sheets.older, sheets), atLine(text.new, sheets.newer, sheets)];
  if (!old || !now || old.text !== now.text) return { ...text, old, new: now };
  const agreed = (line: TextLine, other: TextLine, kind: number): TextLine => {
    const known = other.dimensionLine;
    if (!known || lengthOfLine(line.dimensionLine) > likeLength * lengthOfLine(known)) return line;
    return { ...line, dimensionLine: findPutAside(known, line, marks, kind, sheets) ?? known };
  };
  return { ...text, old: agreed(old, now, removed), new: agreed(now, old, added) };
};

/** Whether another word of the other sheet stands in the place of a text: their ink may be nearly the same. */
const isTakenBy = (words: readonly Word[], { box, new: now, old }: TextChange): boolean => {
  const own = new Set((now ?? old)!.words.map(({ text }) => text));
  const most = box.width * box.height;
  return words.some(
    (word) => !own.has(word.text) && overlapArea(word, box) > 0.5 * Math.min(word.width * word.height, most),
  );
};

/** Where a change of text shows: text that moved shows where it was as well. */
const placesOf = ({ kind, box, old }: TextChange): Box[] => (kind === 'text_moved' ? [box, old!.box] : [box]);

/** Of about the same length: what differs more than that cannot hide in a few pixels. */
const isNearly = ({ old, new: now }: TextChange): boolean =>
  old !== null && now !== null && Math.abs(old.text.length - now.text.length) <= 1;

/** Pixels of height below which the strokes of letters run into each other. */
const tiny = 10;

/** A digit in small print may change without one pixel that stands out from its surroundings. */
const differsVisibly = (
  { box, old, new: now }: TextChange,
  { older, newer, width, height, density }: AlignedSheets,
): boolean => {
  const size = (now ?? old)!.size * density;
  const least = size < tiny ? 48 : 72;
  let count = 0;
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x < right; x++) {
      const at = y * width + x;
      if (Math.abs(older[at]! - newer[at]!) > least) count++;
    }
  }
  return count >= 3;
};

/**
 * Along the line the words themselves, across it their ink: a font's ascent and descent are mostly empty. Where only
 * part of the letters changed, their ink says too little and the height of capitals stands for it.
 */
const fitText = (text: TextChange, ink: Box): Box => {
  const { size, angle, slant } = (text.new ?? text.old)!;
  const { box } = text;
  if (slant !== undefined) return union(ink, box);
  const level = angle % 180 === 0;
  const narrow = level
    ? union(ink, { ...ink, x: box.x, width: box.width })
    : union(ink, { ...ink, y: box.y, height: box.height });
  if ((level ? narrow.height : narrow.width) >= 0.6 * size) return narrow;
  const [above, below] = [0.03 * size, 0.25 * size];
  switch (angle) {
    case 90:
      return union(narrow, { ...box, x: box.x + below, width: box.width - above - below });
    case 180:
      return union(narrow, { ...box, y: box.y + below, height: box.height - above - below });
    case 270:
      return union(narrow, { ...box, x: box.x + above, width: box.width - above - below });
    default:
      return union(narrow, { ...box, y: box.y + above, height: box.height - above - below });
  }
};
