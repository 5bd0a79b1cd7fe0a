import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Box, overlapArea, union } from '../geometry.ts';
import type { TextLine } from '../read/text-lines.ts';
import { isResized, type TextChange } from './text-difference.ts';

/** Heights of the lettering that a dimension line may have been put aside. */
const reach = 5;
/** Share of a line, without what its text covers, that must be marked where it went, or came. */
const leastMarked = 0.6;
/** What a line's share counts less for each height of the lettering that it lies off the text. */
const remote = 0.2;
/** Heights of the lettering that must be left of a line beside its text. */
const leastLeft = 0.25;

/** Share of the longer of two lines that the other has where both state one length. */
export const likeLength = 0.9;

/** Points from end to end; 0 of none. */
export const lengthOfLine = (line: Box | undefined): number => (line ? Math.max(line.width, line.height) : 0);

/**
 * Where a dimension line went when a dimension was put aside: it states the same length, so it runs between the same
 * ends and lies only further from what it measures. Found by its marks alone, as the text of the other sheet may cover
 * an end of it. Null where no such line went, or came.
 * @param known the line on the sheet where it is known, points
 * @param line the text on the other sheet
 * @param kind the marks that the other sheet's ink leaves
 */
export const findPutAside = (
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
    return count < leastLeft * size * density ? 0 : marked / count;
  };
  let [best, most] = [0, 0];
  for (let off = -Math.round(reach * size * density); off <= reach * size * density; off++) {
    const share = shareAt(centre + off);
    // A chain has other lines of that length further from the text.
    const away = Math.max(near - centre - off, centre + off - far, 0) / (size * density);
    if (share > leastMarked && share - away * remote > most) [best, most] = [centre + off, share - away * remote];
  }
  if (most === 0) return null;
  const across = best / density;
  return level ? { ...known, y: across, height: known.height } : { ...known, x: across, width: known.width };
};

/** Whether two texts state one length at one line: each line lies on the other. */
const atOneLine = ({ old }: TextChange, { new: now }: TextChange): boolean => {
  const [was, is] = [old?.dimensionLine, now?.dimensionLine];
  if (!was || !is || old!.text !== now!.text) return false;
  return overlapArea(was, is) > 0.5 * Math.max(was.width * was.height, is.width * is.height);
};

/** A number that went and came elsewhere along one dimension line was put there: in another size, or moved. */
export const joinAlongLines = (changes: readonly TextChange[]): TextChange[] => {
  const gone = new Set(changes.filter(({ kind }) => kind === 'text_removed'));
  const joined = changes.map((change): TextChange => {
    if (change.kind !== 'text_added') return change;
    const was = [...gone].find((one) => atOneLine(one, change));
    if (!was) return change;
    gone.delete(was);
    const [old, now] = [was.old!, change.new!];
    if (isResized(old, now)) return { kind: 'restyled', old, new: now, box: union(was.box, change.box) };
    return { kind: 'text_moved', old, new: now, box: change.box };
  });
  return joined.filter((change) => change.kind !== 'text_removed' || gone.has(change));
};
