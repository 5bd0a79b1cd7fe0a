import type { Word } from '../../../domain/page-text.ts';
import { centre } from '../geometry.ts';

/** A run of rows with the same displacement, identified by their keys from top to bottom. */
interface RowRun {
  /** Displacement in points, down the newer sheet. */
  dy: number;
  keys: { from: Word; to: Word }[];
}

/** The rows of one table, matched between the sheets by the keys in one of its columns. */
export interface KeyColumn {
  runs: RowRun[];
  /** Keys of added rows, and of removed ones. */
  added: Word[];
  removed: Word[];
  /** Distance in points from one row to the next. */
  pitch: number;
}

/** Tolerances in points for the start of a column's words, and for the displacement of its rows. */
const columnTolerancePoints = 1;
const slideTolerancePoints = 1;
/** Minimum number of rows of a table. */
const minimumRows = 5;
/** Maximum number of empty rows within a table. */
const maximumEmptyRows = 3;

/** Groups words into columns by a coordinate that all words of a column share. */
const columnsBy = (words: readonly Word[], place: (word: Word) => number): Word[][] => {
  const columns: Word[][] = [];
  for (const word of words.toSorted((a, b) => place(a) - place(b))) {
    const last = columns.at(-1);
    if (last && place(word) - place(last[0]!) <= columnTolerancePoints) last.push(word);
    else columns.push([word]);
  }
  return columns;
};

/** Returns the words that occur once in a column, from top to bottom. */
const uniqueWords = (words: readonly Word[]): Word[] => {
  const counts = new Map<string, number>();
  for (const { text } of words) counts.set(text, (counts.get(text) ?? 0) + 1);
  return words.filter(({ text }) => counts.get(text) === 1).sort((a, b) => centre(a).y - centre(b).y);
};

/** Returns the longest subset of pairs in the same order on both sheets. */
const longestOrdered = (pairs: readonly { from: Word; to: Word }[]): { from: Word; to: Word }[] => {
  const length: number[] = [];
  const before: number[] = [];
  for (let i = 0; i < pairs.length; i++) {
    [length[i], before[i]] = [1, -1];
    for (let j = 0; j < i; j++) {
      if (pairs[j]!.to.y < pairs[i]!.to.y && length[j]! + 1 > length[i]!) [length[i], before[i]] = [length[j]! + 1, j];
    }
  }
  const chain: { from: Word; to: Word }[] = [];
  for (let i = length.indexOf(Math.max(...length)); i >= 0; i = before[i]!) chain.unshift(pairs[i]!);
  return chain;
};

const slideOf = ({ from, to }: { from: Word; to: Word }): number => centre(to).y - centre(from).y;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const between = (words: readonly Word[], above: Word, below: Word): Word[] =>
  words.filter((word) => centre(word).y > centre(above).y && centre(word).y < centre(below).y);

/**
 * Splits a column where the displacement of its keys changes without an added or removed row, or after too many empty
 * rows.
 */
const tablesIn = (older: readonly Word[], newer: readonly Word[]): KeyColumn[] => {
  const newerByText = new Map(newer.map((word) => [word.text, word]));
  const pairs = older.flatMap((from) => {
    const to = newerByText.get(from.text);
    return to && Math.abs(to.size - from.size) < 0.12 * from.size ? [{ from, to }] : [];
  });
  if (pairs.length < minimumRows) return [];
  const chain = longestOrdered(pairs);
  const pitch = median(chain.slice(1).map(({ to }, i) => centre(to).y - centre(chain[i]!.to).y));
  const tables: KeyColumn[] = [];
  let table: KeyColumn | null = null;
  let last: { from: Word; to: Word } | null = null;
  for (const pair of chain) {
    const added: Word[] = last ? between(newer, last.to, pair.to) : [];
    const removed: Word[] = last ? between(older, last.from, pair.from) : [];
    const turn = last ? slideOf(pair) - slideOf(last) : 0;
    const count = added.length - removed.length;
    const rowDistance = last ? centre(pair.to).y - centre(last.to).y : 0;
    const explained = Math.abs(turn) <= slideTolerancePoints || (turn > 0 ? count > 0 : count < 0);
    if (!table || !explained || rowDistance > maximumEmptyRows * pitch * (1 + added.length)) {
      table = { runs: [{ dy: slideOf(pair), keys: [pair] }], added: [], removed: [], pitch };
      tables.push(table);
    } else {
      // Keys exchanged in place are text changes.
      if (Math.abs(turn) > slideTolerancePoints) {
        table.runs.push({ dy: slideOf(pair), keys: [] });
        table.added.push(...added);
        table.removed.push(...removed);
      }
      table.runs.at(-1)!.keys.push(pair);
    }
    last = pair;
  }
  return tables.filter(({ runs, added, removed }) => {
    const kept = runs.reduce((sum, run) => sum + run.keys.length, 0);
    return kept >= minimumRows && added.length + removed.length < kept;
  });
};

/** Returns the displacement of a column's row at a height of the older sheet; null if it has no row there. */
export const slideAt = ({ runs, pitch }: KeyColumn, y: number): number | null => {
  const run = runs.find(
    ({ keys }) => y > centre(keys[0]!.from).y - pitch / 2 && y < centre(keys.at(-1)!.from).y + pitch / 2,
  );
  return run ? run.dy : null;
};

/** Whether the rows of two columns have the same displacements. */
export const agree = (one: KeyColumn, other: KeyColumn): boolean => {
  const comparisons = other.runs.flatMap(({ dy, keys }) =>
    keys.map(({ from }) => ({ own: dy, ours: slideAt(one, centre(from).y) })),
  );
  return comparisons.every(({ own, ours }) => ours !== null && Math.abs(ours - own) <= slideTolerancePoints);
};

/**
 * Finds columns of keys on two sheets, such as the marks of a schedule, and matches the older rows with the newer
 * ones in order. Returns the column with most rows first; a table may have several such columns.
 * @param older words in coordinates of the newer sheet
 */
export const findKeyColumns = (older: readonly Word[], newer: readonly Word[]): KeyColumn[] => {
  const level = (word: Word) => word.angle === 0 && word.slant === undefined;
  const places = [(word: Word) => word.x, (word: Word) => centre(word).x];
  const found = places.flatMap((place) => {
    const newerColumns = columnsBy(newer.filter(level), place);
    return columnsBy(older.filter(level), place).flatMap((olderColumn) => {
      if (olderColumn.length < minimumRows) return [];
      const newerColumn = newerColumns.find(
        (words) => Math.abs(place(words[0]!) - place(olderColumn[0]!)) <= columnTolerancePoints,
      );
      return newerColumn ? tablesIn(uniqueWords(olderColumn), uniqueWords(newerColumn)) : [];
    });
  });
  const rows = ({ runs }: KeyColumn) => runs.reduce((sum, { keys }) => sum + keys.length, 0);
  return found.sort((a, b) => rows(b) - rows(a));
};
