import type { AlignedSheets } from '../align/align-sheets.ts';
import type { TextChange, TextLine } from '../change.ts';
import { type Box, overlapArea, union } from '../geometry.ts';
import { isResized } from './text-difference.ts';
import {
  maximumExtensionTextHeights,
  minimumMarkedLineShare,
  minimumVisibleTextHeights,
  shiftPenaltyPerTextHeightRatio,
} from './thresholds.ts';

/** Returns the length of a dimension line in points; 0 for none. */
export const lengthOfLine = (line: Box | undefined): number => (line ? Math.max(line.width, line.height) : 0);

/**
 * Finds the other position of a dimension line that was moved sideways. It states the same length, so it runs between
 * the same ends and differs only in its distance from the measured object. The search uses marks alone, because the
 * text of the other sheet may cover an end. Returns null if no such line was removed or added.
 * @param known the line on the sheet where it was found, in points
 * @param line the text on the other sheet
 * @param kind the mark of the other sheet's ink
 */
export const findShiftedLine = (
  known: Box,
  line: TextLine,
  marks: Uint8Array,
  kind: number,
  { width, height, density }: AlignedSheets,
): Box | null => {
  const level = known.width > known.height;
  const scaled = (value: number) => Math.round(value * density);
  const [from, to, centre] = level
    ? [scaled(known.x), scaled(known.x + known.width), scaled(known.y + known.height / 2)]
    : [scaled(known.y), scaled(known.y + known.height), scaled(known.x + known.width / 2)];
  const { box, size } = line;
  const [covered, until] = level
    ? [scaled(box.x), scaled(box.x + box.width)]
    : [scaled(box.y), scaled(box.y + box.height)];
  const [near, far] = level ? [scaled(box.y), scaled(box.y + box.height)] : [scaled(box.x), scaled(box.x + box.width)];
  const isMarked = (along: number, across: number): boolean => {
    const [x, y] = level ? [along, across] : [across, along];
    return x >= 0 && y >= 0 && x < width && y < height && (marks[y * width + x]! & kind) !== 0;
  };
  const shareAt = (across: number): number => {
    const throughText = across > near && across < far;
    let [count, marked] = [0, 0];
    for (let along = from; along <= to; along++) {
      if (throughText && along >= covered && along <= until) continue;
      count++;
      if ([-1, 0, 1].some((off) => isMarked(along, across + off))) marked++;
    }
    return count < minimumVisibleTextHeights * size * density ? 0 : marked / count;
  };
  let [best, most] = [0, 0];
  for (
    let off = -Math.round(maximumExtensionTextHeights * size * density);
    off <= maximumExtensionTextHeights * size * density;
    off++
  ) {
    const share = shareAt(centre + off);
    // A chain has other lines of that length further from the text.
    const away = Math.max(near - centre - off, centre + off - far, 0) / (size * density);
    if (share > minimumMarkedLineShare && share - away * shiftPenaltyPerTextHeightRatio > most)
      [best, most] = [centre + off, share - away * shiftPenaltyPerTextHeightRatio];
  }
  if (most === 0) return null;
  const across = best / density;
  return level ? { ...known, y: across, height: known.height } : { ...known, x: across, width: known.width };
};

/** Whether two texts state the same length at the same line. */
const areAtSameLine = ({ old }: TextChange, { new: now }: TextChange): boolean => {
  const [was, is] = [old?.dimensionLine, now?.dimensionLine];
  if (!was || !is || old!.text !== now!.text) return false;
  return overlapArea(was, is) > 0.5 * Math.max(was.width * was.height, is.width * is.height);
};

/** Joins a number removed and added elsewhere along one dimension line into one change: resized or moved. */
export const joinAlongLines = (changes: readonly TextChange[]): TextChange[] => {
  const removedNumbers = new Set(changes.filter(({ kind }) => kind === 'text_removed'));
  const joined = changes.map((change): TextChange => {
    if (change.kind !== 'text_added') return change;
    const was = [...removedNumbers].find((one) => areAtSameLine(one, change));
    if (!was) return change;
    removedNumbers.delete(was);
    const [old, now] = [was.old!, change.new!];
    if (isResized(old, now)) return { kind: 'restyled', old, new: now, box: union(was.box, change.box) };
    return { kind: 'text_moved', old, new: now, box: change.box };
  });
  return joined.filter((change) => change.kind !== 'text_removed' || removedNumbers.has(change));
};
