import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change, TextChange, TextLine } from '../change.ts';
import { type Box, inflate, union } from '../geometry.ts';
import { mayMeasure, meaningOf } from '../read/text-meaning.ts';
import { findDimensionLine } from './dimension-lines.ts';
import { removeDimensionMarks } from './dimension-marks.ts';
import { added, removed } from './ink-difference.ts';
import { marksIn, toPoints, wipe } from './marks.ts';
import { mergeTexts } from './merge-texts.ts';
import { findShiftedLine, joinAlongLines, lengthOfLine } from './same-dimension.ts';
import { maximumTinyPixels, minimumSameLengthRatio } from './thresholds.ts';

/**
 * Returns the text changes that are visible: where the ink is the same on both sheets, only the text layer differs.
 * Clears the marks of those changes, so that linework remains.
 * @param reliable whether the text layers can be trusted
 */
export const findTextChanges = (
  marks: Uint8Array,
  changes: readonly TextChange[],
  sheets: AlignedSheets,
  inTitleBlock: (box: Box) => boolean,
  reliable: boolean,
): Change[] => {
  const { density } = sheets;
  const seen = changes.filter((change) => {
    const total = visibleBoxes(change).reduce((sum, box) => {
      const region = marksIn(marks, sheets, inflate(box, 1));
      // With an unreliable text layer, faint ink is not evidence for a change.
      return sum + region.added + region.removed - (reliable ? 0 : region.faint);
    }, 0);
    if (total >= density) return true;
    return reliable && (total > 0 || (haveSimilarLength(change) && differsVisibly(change, sheets)));
  });
  const merged = joinAlongLines(
    mergeTexts(seen, inTitleBlock).map((text) =>
      inTitleBlock(text.box) ? text : withDimensionLines(text, marks, sheets),
    ),
  );
  const found = merged.map((text): Change => {
    const region = marksIn(marks, sheets, inflate(text.box, 1));
    const box = fitText(text, toPoints(region, density));
    const change: Change = { kind: text.kind, box, text, addedInk: region.added, removedInk: region.removed };
    if (text.kind === 'restyled') change.style = text.new!.size > text.old!.size ? 'larger' : 'smaller';
    return change;
  });
  // Lines that moved for others of their text are outside of its box.
  const wordBoxes = ({ old, new: now }: TextChange): Box[] => [...(old?.words ?? []), ...(now?.words ?? [])];
  for (const { text } of found)
    for (const box of [...visibleBoxes(text!), ...wordBoxes(text!)]) wipe(marks, sheets, inflate(box, 1));
  return found.map((change) => ({
    ...change,
    box: removeDimensionMarks(change.text!, marks, sheets).reduce(union, change.box),
  }));
};

/** Adds the dimension line of a text that states a length; a single digit needs one with marked ends. */
const withDimensionLine = (line: TextLine | null, picture: Uint8Array, sheets: AlignedSheets): TextLine | null => {
  if (line === null || (!mayMeasure(line.text) && meaningOf(line.text) !== 'dimension')) return line;
  const found = findDimensionLine(line, picture, sheets);
  if (!found || (!found.marked && /^\d$/.test(line.text))) return line;
  return { ...line, dimensionLine: found.box, ...(found.leader && { leader: found.leader }) };
};

/** Adds the dimension lines of both sides of a text change; if the text is the same, so is the length of its line. */
const withDimensionLines = (text: TextChange, marks: Uint8Array, sheets: AlignedSheets): TextChange => {
  const [old, now] = [
    withDimensionLine(text.old, sheets.older, sheets),
    withDimensionLine(text.new, sheets.newer, sheets),
  ];
  if (!old || !now || old.text !== now.text) return { ...text, old, new: now };
  const agreed = (line: TextLine, other: TextLine, kind: number): TextLine => {
    const known = other.dimensionLine;
    if (!known || lengthOfLine(line.dimensionLine) > minimumSameLengthRatio * lengthOfLine(known)) return line;
    return { ...line, dimensionLine: findShiftedLine(known, line, marks, kind, sheets) ?? known };
  };
  return { ...text, old: agreed(old, now, removed), new: agreed(now, old, added) };
};

/** Returns the boxes where a text change is visible; moved text is visible at its former position as well. */
const visibleBoxes = ({ kind, box, old }: TextChange): Box[] => (kind === 'text_moved' ? [box, old!.box] : [box]);

/** Whether both texts have about the same length; larger differences cannot hide in a few pixels. */
const haveSimilarLength = ({ old, new: now }: TextChange): boolean =>
  old !== null && now !== null && Math.abs(old.text.length - now.text.length) <= 1;

/** A digit in small print may change without any pixel that stands out from its surroundings. */
const differsVisibly = (
  { box, old, new: now }: TextChange,
  { older, newer, width, height, density }: AlignedSheets,
): boolean => {
  const size = (now ?? old)!.size * density;
  const least = size < maximumTinyPixels ? 48 : 72;
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
 * Returns the box of a text change: along the line the words, across it their ink, because a font's ascent and
 * descent are mostly empty. If only some letters changed, their ink is too little, and the height of capitals is
 * used.
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
