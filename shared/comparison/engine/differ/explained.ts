import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, inflate, shareInCommon, union } from '../geometry.ts';
import type { Spellings } from '../read/spellings.ts';
import { unchanged } from './ink-difference.ts';
import { marksIn, wipe } from './marks.ts';
import { minimumRowLikenessRatio, placeTolerancePoints } from './thresholds.ts';

/** Differences found by comparing objects of both sheets, such as tables, instead of lines of text and ink. */
export interface Explained {
  changes: Change[];
  /** Changed cells, row by row, or notes that kept their place: they count only if ink differs there. */
  doubtful: Change[][];
  /** The words of either sheet that are part of these objects, changed or not. */
  older: Set<Word>;
  newer: Set<Word>;
  /** Areas of the newer sheet in which the objects explain all differences of ink. */
  areas: Box[];
  /** Those of the areas whose horizontal rules may extend beyond them. */
  tables: Box[];
}

/** Counts the texts that two lists have in common. */
export const countCommon = (one: readonly string[], other: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
  return other.filter((text) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  }).length;
};

/** Pairs the versions of objects by their texts, then by their places. */
export const pairByTexts = <T extends { box: Box }>(
  older: readonly T[],
  newer: readonly T[],
  textsOf: (object: T) => string[],
  leastLikeness = minimumRowLikenessRatio,
): { was: T; is: T }[] => {
  const texts = new Map([...older, ...newer].map((object) => [object, textsOf(object)]));
  const candidates = older.flatMap((was) =>
    newer.flatMap((is) => {
      const [one, other] = [texts.get(was)!, texts.get(is)!];
      const likeness = countCommon(one, other) / Math.min(one.length, other.length);
      return likeness >= leastLikeness ? [{ was, is, fit: likeness + shareInCommon(was.box, is.box) }] : [];
    }),
  );
  const used = new Set<T>();
  return candidates
    .sort((a, b) => b.fit - a.fit)
    .filter(({ was, is }) => {
      if (used.has(was) || used.has(is)) return false;
      used.add(was).add(is);
      return true;
    });
};

/** Whether an object begins or ends where it did: its first or last rows may have been removed. */
export const keepsEdge = (was: Box, is: Box): boolean => {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= placeTolerancePoints;
  return isNear(was.x, is.x) && (isNear(was.y, is.y) || isNear(was.y + was.height, is.y + is.height));
};

/**
 * Whether the other sheet has words in the same place, outside of the object that is compared: its rules or its lines
 * are interrupted there on one of the sheets.
 * @param paired the words of the object on the other sheet
 */
export const isOutside = (words: readonly Word[], there: Spellings, paired: ReadonlySet<Word>): boolean =>
  words.every((word) => {
    const same = there.at(word, { x: 0, y: 0 }, placeTolerancePoints);
    return same && !paired.has(same);
  });

/** Combines what several kinds of objects explain. */
export const mergeAll = (all: readonly Explained[]): Explained => ({
  changes: all.flatMap(({ changes }) => changes),
  doubtful: all.flatMap(({ doubtful }) => doubtful),
  older: new Set(all.flatMap(({ older }) => [...older])),
  newer: new Set(all.flatMap(({ newer }) => [...newer])),
  areas: all.flatMap(({ areas }) => areas),
  tables: all.flatMap(({ tables }) => tables),
});

const textBox = ({ text, box }: Change): Box =>
  [text?.old?.box, text?.new?.box].filter((one) => one !== undefined).reduce(union, box);

/** Joins the changed cells of a row to one change. */
export const joinCells = (parts: Change[]): Change => {
  const { table, name } = parts[0]!;
  if (parts.length === 1) return parts[0]!;
  return {
    ...{ kind: 'row_changed', text: null, addedInk: 0, removedInk: 0, parts },
    box: parts.map(({ box }) => box).reduce(union),
    ...(table !== undefined && { table }),
    ...(name !== undefined && { name }),
  };
};

/** Returns the changes of objects, without those that differ only in the text layer. */
export const visibleChanges = (explained: Explained, marks: Uint8Array, sheets: AlignedSheets): Change[] => [
  ...explained.changes,
  ...explained.doubtful.flatMap((cells) => {
    const seen = cells.filter((cell) => {
      const { added, removed } = marksIn(marks, sheets, inflate(textBox(cell), 1));
      return added + removed > 0;
    });
    return seen.length === 0 ? [] : [joinCells(seen)];
  }),
];

/** Clears the rest of horizontal rules that extend beyond an area, such as those between the rows of a table. */
const wipeRulesBeside = (box: Box, marks: Uint8Array, { width, height, density }: AlignedSheets): void => {
  const [left, right] = [box.x, box.x + box.width].map((x) => Math.min(width, Math.max(0, Math.round(x * density))));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++) {
    const row = y * width;
    for (let x = left! - 1; x >= 0 && marks[row + x] !== unchanged; x--) marks[row + x] = unchanged;
    for (let x = right!; x < width && marks[row + x] !== unchanged; x++) marks[row + x] = unchanged;
  }
};

/** Clears the marks that the objects explain. */
export const wipeExplained = (
  { areas, tables, doubtful }: Explained,
  changes: readonly Change[],
  marks: Uint8Array,
  sheets: AlignedSheets,
): void => {
  for (const box of tables) wipeRulesBeside(box, marks, sheets);
  for (const box of areas) wipe(marks, sheets, box);
  for (const change of [...changes.flatMap((one) => [one, ...(one.parts ?? [])]), ...doubtful.flat()])
    if (change.text) wipe(marks, sheets, inflate(textBox(change), 1));
};
