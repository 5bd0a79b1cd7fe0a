import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Change, textOf } from '../change.ts';
import { cluster } from '../cluster.ts';
import { eachMarkIn } from '../differ/each-mark.ts';
import { pairByTexts } from '../differ/explained.ts';
import { added, removed, unchanged } from '../differ/ink-difference.ts';
import { hasMarks, pixelsOf, toPoints } from '../differ/marks.ts';
import { maximumSymbolPoints, minimumMarkedShare } from '../differ/thresholds.ts';
import { type Box, inflate, overlapArea, shareInCommon, union } from '../geometry.ts';
import { type Drawing, type Drawings, isSmall, mergeDrawings } from './drawings.ts';
import {
  drawingMarginPoints,
  maximumDimensionLengthRatio,
  maximumKeptShare,
  maximumPairKeptShare,
  minimumCommonShare,
  minimumMovedShare,
  minimumRecognizedTexts,
  minimumTextLikenessRatio,
} from './thresholds.ts';
import { titleIn } from './view-title.ts';

/** Drawings that are on one sheet only, or that replace each other. */
interface Redrawn {
  older: Drawing[];
  newer: Drawing[];
}

/** Whether one drawing stands where the other stood. */
const arePlacedAlike = ({ box: a }: Drawing, { box: b }: Drawing): boolean => shareInCommon(a, b) >= minimumCommonShare;

/** Pairs the drawings that were drawn anew with those that they replace, by their texts, then by their places. */
const pairDrawings = (
  older: readonly Drawing[],
  newer: readonly Drawing[],
  textsOf: (drawing: Drawing) => string[],
): Redrawn[] => {
  const isLettered = (one: Drawing) => textsOf(one).length >= minimumRecognizedTexts;
  const recognized = pairByTexts(older.filter(isLettered), newer.filter(isLettered), textsOf, minimumTextLikenessRatio);
  const taken = new Set(recognized.flatMap(({ was, is }) => [was, is]));
  const isOlder = new Set(older);
  const groups = cluster(
    [...older, ...newer].filter((one) => !taken.has(one)),
    (a, b) => isOlder.has(a) !== isOlder.has(b) && arePlacedAlike(a, b),
  );
  return [
    ...recognized.map(({ was, is }) => ({ older: [was], newer: [is] })),
    ...groups.map((group) => ({
      older: group.filter((one) => isOlder.has(one)),
      newer: group.filter((one) => !isOlder.has(one)),
    })),
  ];
};

/** Returns the texts of a sheet's words, by drawing. */
const textsBy = ({ drawings, words }: SheetContent): Map<Drawing, string[]> => {
  const texts = new Map<Drawing, string[]>(drawings.all.map((one) => [one, []]));
  for (const word of words) {
    const own = drawings.at(word);
    if (own) texts.get(own)!.push(word.text);
  }
  return texts;
};

/** Whether a text may be the name of a drawing. */
const isName = (change: Change): boolean =>
  /\p{L}{2}/u.test(textOf(change)) && !(change.text!.new ?? change.text!.old)!.dimensionLine;

/** Whether drawings consist of dimensions alone: their lines, the lines that extend them, and the marks at their ends. */
const isDimensioning = (drawings: readonly Drawing[], texts: readonly Change[]): boolean => {
  const lines = texts.filter((change) => !isName(change)).map(({ text }) => (text!.new ?? text!.old)!.dimensionLine);
  // An angle has an arc instead.
  if (lines.includes(undefined)) return true;
  const lengths = lines.map((line) => Math.max(line!.width, line!.height));
  const drawn = drawings.reduce((sum, { length }) => sum + length, 0);
  return drawn < maximumDimensionLengthRatio * lengths.reduce((sum, length) => sum + length, 0);
};

/** Returns the texts that both versions of a drawing have, and those that moved with it. */
const keptTexts = (texts: readonly Change[]): Change[] => {
  const removedTexts = texts.filter(({ kind }) => kind === 'text_removed');
  const kept = texts.filter(({ kind }) => kind === 'text_moved');
  for (const addedText of texts.filter(({ kind }) => kind === 'text_added')) {
    const at = removedTexts.findIndex((other) => textOf(other) === textOf(addedText));
    if (at >= 0) kept.push(addedText, ...removedTexts.splice(at, 1));
  }
  return kept;
};

/** Counts the marks of one kind on drawings and clears them; the box of the result is in points. */
const takeMarks = (
  drawings: readonly Drawing[],
  marks: Uint8Array,
  sheets: AlignedSheets,
  kind: number,
): { count: number; box: Box | null } => {
  const { width, height, density } = sheets;
  let [count, left, top, right, bottom] = [0, width, height, 0, 0];
  for (const square of drawings.flatMap(({ squares }) => squares))
    eachMarkIn(marks, width, pixelsOf(inflate(square, drawingMarginPoints), sheets), (u, v, at) => {
      if (!(marks[at]! & kind)) return;
      count++;
      marks[at] = unchanged;
      if (u < left) left = u;
      if (v < top) top = v;
      if (u >= right) right = u + 1;
      if (v >= bottom) bottom = v + 1;
    });
  return { count, box: count === 0 ? null : toPoints({ left, top, right, bottom }, density) };
};

/** Returns what happened to drawings: those that moved with their texts, were replaced, added or removed. */
const kindOf = ({ older, newer }: Redrawn, isView: boolean): Change['kind'] => {
  if (older.length > 0 && newer.length > 0)
    return arePlacedAlike(mergeDrawings(older), mergeDrawings(newer)) ? 'graphic_changed' : 'view_moved';
  const what = isView ? 'view' : 'graphic';
  return newer.length > 0 ? `${what}_added` : `${what}_removed`;
};

/**
 * Returns the change of drawings and takes the texts that belong to it; null for a dimension that stands alone, which
 * is not a drawing.
 * @param own the texts that changed on them
 */
const changeOf = (
  redrawn: Redrawn,
  own: readonly Change[],
  words: { older: readonly Word[]; newer: readonly Word[] },
  taken: Set<Change>,
  sheets: AlignedSheets,
  marks: Uint8Array,
): Change | null => {
  const { older, newer } = redrawn;
  const isReplaced = older.length > 0 && newer.length > 0;
  const { width, height } = [...older, ...newer].map(({ box }) => box).reduce(union);
  const isView = own.length > 1 && Math.min(width, height) >= maximumSymbolPoints;
  if (!isReplaced && !isView && isDimensioning([...older, ...newer], own)) return null;
  const parts = isReplaced ? keptTexts(own) : own.slice();
  for (const text of parts) taken.add(text);
  const [went, came] = [takeMarks(older, marks, sheets, removed), takeMarks(newer, marks, sheets, added)];
  const kind = kindOf(redrawn, isView);
  const texts = parts.flatMap(({ text, box }) => (newer.length === 0 ? box : (text!.new?.box ?? [])));
  const box = [(newer.length > 0 ? came : went).box ?? [], texts].flat(2).reduce(union);
  const title = kind.startsWith('view_') ? titleIn(newer.length > 0 ? words.newer : words.older, box) : null;
  const name = title ?? (isReplaced || own.length === 0 ? null : textOf(own[0]!));
  return {
    ...{ kind, box, text: null, addedInk: came.count, removedInk: went.count },
    ...(kind === 'view_moved' && { from: mergeDrawings(older).box }),
    ...(name && { name }),
    ...((isView || isReplaced) && parts.length > 0 && { parts }),
  };
};

/** What was drawn anew, and the texts that changed and do not belong to it. */
interface RedrawnChanges {
  changes: Change[];
  texts: Change[];
}

/** What a sheet shows, at its position on the newer one. */
export interface SheetContent {
  drawings: Drawings;
  words: readonly Word[];
}

/**
 * Finds the drawings that are on one sheet only or were drawn anew, each as one change. A view that was added or
 * removed has its texts as parts, one that was drawn anew those that kept their value. Clears the marks of its linework.
 * @param texts the texts that changed
 * @param views the views that moved
 * @param all marks of all differences, including texts
 */
export const findRedrawn = (
  older: SheetContent,
  newer: SheetContent,
  texts: readonly Change[],
  views: readonly { box: Box }[],
  sheets: AlignedSheets,
  all: Uint8Array,
  marks: Uint8Array,
): RedrawnChanges => {
  const isMoved = (box: Box) =>
    views.some((view) => overlapArea(view.box, box) >= minimumMovedShare * box.width * box.height);
  const isMarked = (square: Box) => hasMarks(all, sheets, square);
  const isNew = (drawing: Drawing, kept: number): boolean => {
    const { box, squares, length, changed } = drawing;
    if (length === 0 || isSmall(drawing) || changed < (1 - kept) * length || isMoved(box)) return false;
    return squares.filter(isMarked).length >= minimumMarkedShare * squares.length;
  };
  const changedOn = ({ drawings }: SheetContent) => drawings.all.filter((one) => isNew(one, maximumPairKeptShare));
  const isRedrawn = ({ older: was, newer: is }: Redrawn): boolean =>
    [...was, ...is].some((one) => isNew(one, maximumKeptShare));
  const placed = texts.map((change) => {
    const { old, new: now } = change.text!;
    return { change, on: [old && older.drawings.at(old.box), now && newer.drawings.at(now.box)] };
  });
  const lettering = new Map([...textsBy(older), ...textsBy(newer)]);
  const taken = new Set<Change>();
  const pairs = pairDrawings(changedOn(older), changedOn(newer), (one) => lettering.get(one)!);
  const changes = pairs.filter(isRedrawn).flatMap((redrawn) => {
    const drawings: (Drawing | null | undefined)[] = [...redrawn.older, ...redrawn.newer];
    const own = placed.filter(
      ({ change, on }) => !taken.has(change) && on.some((one) => one && drawings.includes(one)),
    );
    return (
      changeOf(
        redrawn,
        own.map(({ change }) => change),
        { older: older.words, newer: newer.words },
        taken,
        sheets,
        marks,
      ) ?? []
    );
  });
  return { changes, texts: texts.filter((text) => !taken.has(text)) };
};
