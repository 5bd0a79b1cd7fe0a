import type { Word } from '../../../domain/page-text.ts';
import type { Change, TextLine } from '../change.ts';
import { type Box, inflate, type Point, union } from '../geometry.ts';
import { type Grid, type GridCell, type GridRow, spelling } from '../read/grids.ts';
import { Spellings } from '../read/spellings.ts';
import { findLines, makeLine } from '../read/text-lines.ts';
import { type Aligned, alignLists, inOrder } from './align-lists.ts';
import { countCommon, type Explained, isOutside, joinCells, keepsEdge, mergeAll, pairByTexts } from './explained.ts';
import {
  minimumContainedCharacters,
  minimumFilledShare,
  minimumKeptRowsShare,
  minimumUniqueShare,
  placeTolerancePoints,
} from './thresholds.ts';

const textsOf = (cells: readonly (GridCell | null | undefined)[]): string[] =>
  cells.flatMap((cell) => (cell && cell.text !== '' ? [spelling(cell.text)] : []));

/** Two versions of one table with its rows and columns aligned. */
interface GridPair {
  was: Grid;
  is: Grid;
  columns: Aligned;
  rows: Aligned;
  /** The index of the pair of columns whose entries name the rows; −1 without one. */
  key: number;
}

const columnOf = ({ rows }: Grid, column: number) => rows.map(({ cells }) => cells[column]);

/** Returns 1 for equal texts, and half for a text to which something was added. */
const likeness = (one: string, other: string): number => {
  if (one === other) return 1;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length >= minimumContainedCharacters && longer.includes(shorter) ? 0.5 : 0;
};

const alignColumns = (was: Grid, is: Grid): Aligned => {
  const texts = [was, is].map((grid) => grid.headings.map((_, column) => textsOf(columnOf(grid, column))));
  return alignLists(
    [was.headings.length, is.headings.length],
    [was.headings.map(spelling), is.headings.map(spelling)],
    (i, j) => {
      const [one, other] = [texts[0]![i]!, texts[1]![j]!];
      const most = Math.max(one.length, other.length);
      return most === 0 ? 1 : Math.max(countCommon(one, other) / most, likeness(one.join(''), other.join('')));
    },
  );
};

/** Whether the entries of a column name the rows. */
const isKey = (grid: Grid, column: number): boolean => {
  const texts = textsOf(columnOf(grid, column));
  const rows = grid.rows.filter(({ cells }) => textsOf(cells).length > 0).length;
  return texts.length >= minimumFilledShare * rows && new Set(texts).size >= minimumUniqueShare * texts.length;
};

const textAt = ({ cells }: GridRow, column: number): string => cells[column]?.text ?? '';

/** Aligns the rows by their keys or by all of their cells, whichever leaves fewer cells to report. */
const alignRows = (was: Grid, is: Grid, columns: Aligned, key: number): Aligned => {
  const spelt = [was, is].map(({ rows }) => rows.map(({ cells }) => cells.map((cell) => spelling(cell?.text ?? ''))));
  const [one, other] = spelt as [string[][], string[][]];
  const similarity = (i: number, j: number): number => {
    let [same, filled] = [0, 0];
    for (const [a, b] of columns) {
      const [before, after] = [one[i]![a]!, other[j]![b]!];
      if (before === '' && after === '') continue;
      filled++;
      same += likeness(before, after);
    }
    return filled === 0 ? 0 : same / filled;
  };
  const filledIn = (row: readonly string[]) => row.filter((text) => text !== '').length;
  const costOf = (pairs: Aligned): number => {
    const [left, right] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
    const alone = (rows: string[][], paired: ReadonlySet<number>) =>
      rows.reduce((sum, row, i) => sum + (paired.has(i) ? 0 : filledIn(row)), 0);
    const differing = pairs.reduce(
      (sum, [i, j]) => sum + columns.filter(([a, b]) => one[i]![a] !== other[j]![b]).length,
      0,
    );
    return differing + alone(one, left) + alone(other, right) + pairs.length - inOrder(pairs).length;
  };
  const counts = [one.length, other.length] as const;
  const bySimilarity = alignLists(counts, null, similarity);
  if (key < 0) return bySimilarity;
  const [a, b] = columns[key]!;
  const byKey = alignLists(counts, [one.map((row) => row[a]!), other.map((row) => row[b]!)], similarity);
  return costOf(byKey) <= costOf(bySimilarity) ? byKey : bySimilarity;
};

const lineOf = (cell: GridCell | null | undefined): TextLine | null => {
  if (!cell || cell.words.length === 0) return null;
  const lines = findLines(cell.words);
  return { ...makeLine(lines.flatMap(({ words }) => words)), text: cell.text };
};

const changeOf = (kind: Change['kind'], box: Box, more: Partial<Change>): Change => ({
  ...{ kind, box, text: null, addedInk: 0, removedInk: 0 },
  ...more,
});

const wordsIn = (rows: readonly GridRow[]): Word[] =>
  rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.words ?? []));

const compareText = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const isSorted = (texts: readonly string[]): boolean =>
  new Set(texts).size > 1 && texts.every((text, i) => i === 0 || compareText(texts[i - 1]!, text) <= 0);

const wayBetween = (one: Box, other: Box): Point => ({ x: other.x - one.x, y: other.y - one.y });

/** The name of the row of headings. */
const headingRow = 'heading';

/** Returns the differences between two versions of a table. */
class GridComparison {
  readonly #pair: GridPair;
  readonly #chain: Aligned;

  constructor(pair: GridPair) {
    this.#pair = pair;
    this.#chain = inOrder(pair.rows);
  }

  /** Returns the displacement of a pair of rows, in points: that of the cell that moved furthest. */
  wayOf([i, j]: Aligned[number]): { x: number; y: number } {
    const { was, is, columns } = this.#pair;
    const [before, after] = [was.rows[i]!, is.rows[j]!];
    const shared = columns.filter(([a, b]) => before.cells[a] && after.cells[b]);
    const ways = shared.map(([a, b]) => wayBetween(before.cells[a]!.box, after.cells[b]!.box));
    if (ways.length === 0) return wayBetween(before.box, after.box);
    return ways.reduce((one, other) => (Math.hypot(other.x, other.y) > Math.hypot(one.x, one.y) ? other : one));
  }

  stays(pair: Aligned[number]): boolean {
    const { x, y } = this.wayOf(pair);
    return Math.max(Math.abs(x), Math.abs(y)) <= placeTolerancePoints;
  }

  /** The displacement of the table, if no row and neither end kept its place. */
  get way(): { x: number; y: number } | null {
    const { was, is, rows } = this.#pair;
    return keepsEdge(was.box, is.box) || rows.some((pair) => this.stays(pair)) ? null : this.wayOf(rows[0]!);
  }

  nameOf(grid: Grid, row: GridRow): string | undefined {
    const { columns, key, is } = this.#pair;
    if (grid.headings.some((heading) => heading !== '') && textsOf(row.cells).every((text) => isHeading(grid, text)))
      return headingRow;
    const own = key < 0 ? '' : textAt(row, columns[key]![grid === is ? 1 : 0]);
    return own || row.cells.find((cell) => cell && cell.text !== '')?.text;
  }

  rowsAlone(side: 'was' | 'is'): GridRow[] {
    const at = side === 'was' ? 0 : 1;
    const paired = new Set(this.#pair.rows.map((pair) => pair[at]));
    return this.#pair[side].rows.filter((row, i) => !paired.has(i) && textsOf(row.cells).length > 0);
  }

  /** The single cells that changed, row by row. */
  cells(): { pair: Aligned[number]; changes: Change[] }[] {
    const { was, is, columns, rows } = this.#pair;
    return rows.flatMap((pair) => {
      const [before, after] = [was.rows[pair[0]]!, is.rows[pair[1]]!];
      const changes = columns.flatMap(([a, b]): Change[] => {
        if (spelling(textAt(before, a)) === spelling(textAt(after, b))) return [];
        const [old, now] = [lineOf(before.cells[a]), lineOf(after.cells[b])];
        const box = now?.box ?? after.cells[b]?.box ?? before.cells[a]!.box;
        const name = this.nameOf(is, after);
        const heading = name === headingRow ? undefined : is.headings[b] || was.headings[a];
        return [
          changeOf('row_changed', box, {
            text: { kind: 'text_changed', old, new: now, box },
            table: is.title,
            ...(heading && { heading }),
            ...(name !== undefined && { name }),
          }),
        ];
      });
      return changes.length === 0 ? [] : [{ pair, changes }];
    });
  }

  /** The change of the order of rows, if it changed. */
  order(): Change[] {
    const { was, is, columns, rows } = this.#pair;
    const kept = new Set(this.#chain.map(([i]) => i));
    const moved = rows.filter(([i]) => !kept.has(i));
    if (moved.length === 0) return [];
    const sorted = columns.find(
      ([a, b]) =>
        isSorted(
          bodyOf(
            is,
            rows.map(([, j]) => j).sort((x, y) => x - y),
            b,
          ),
        ) &&
        !isSorted(
          bodyOf(
            was,
            rows.map(([i]) => i),
            a,
          ),
        ),
    );
    const heading = sorted && (is.headings[sorted[1]] || undefined);
    const names = moved.map(([, j]) => this.nameOf(is, is.rows[j]!));
    const box = rows
      .filter((pair) => !this.stays(pair))
      .map(([, j]) => is.rows[j]!.box)
      .reduce(union, is.rows[moved[0]![1]]!.box);
    return [
      changeOf('rows_moved', box, {
        table: is.title,
        ...(heading && { heading }),
        ...(moved.length === 1 && names[0] !== undefined ? { name: names[0] } : { count: moved.length }),
      }),
    ];
  }

  /** The added and removed columns. */
  columns(): Change[] {
    const { was, is, columns } = this.#pair;
    const alone = (grid: Grid, side: 0 | 1, kind: Change['kind']) => {
      const paired = new Set(columns.map((pair) => pair[side]));
      return grid.headings.flatMap((heading, i): Change[] => {
        const cells = columnOf(grid, i).filter((cell) => cell !== null && cell !== undefined);
        if (paired.has(i) || textsOf(cells).length === 0) return [];
        const name = heading || textsOf(cells)[0]!;
        return [changeOf(kind, cells.map(({ box }) => box).reduce(union), { table: is.title, name })];
      });
    };
    return [...alone(was, 0, 'column_removed'), ...alone(is, 1, 'column_added')];
  }
}

const isHeading = ({ headings }: Grid, text: string): boolean =>
  headings.some((heading) => spelling(heading).includes(text));

/** Returns the texts of a column in the given rows, without its heading. */
const bodyOf = (grid: Grid, rows: readonly number[], column: number): string[] =>
  rows.map((row) => textAt(grid.rows[row]!, column)).filter((text) => text !== '' && text !== grid.headings[column]);

const growthOf = ({ was, is }: GridPair): number => is.box.height - was.box.height;

/** Whether a table moved up or down because another one above or below it has more or fewer rows. */
const isPushed = ({ x, y }: { x: number; y: number }, own: GridPair, pairs: readonly GridPair[]): boolean =>
  Math.abs(x) <= placeTolerancePoints &&
  pairs.some((other) => other !== own && Math.abs(Math.abs(growthOf(other)) - Math.abs(y)) <= placeTolerancePoints);

/** The change for an added or removed row, with its entries as parts. */
const rowChange = (row: GridRow, kind: 'row_added' | 'row_removed', table: string | null, name?: string): Change => {
  const parts = row.cells.flatMap((cell): Change[] => {
    const line = lineOf(cell);
    if (!line) return [];
    const { box } = line;
    return kind === 'row_added'
      ? [changeOf('text_added', box, { text: { kind: 'text_added', old: null, new: line, box } })]
      : [changeOf('text_removed', box, { text: { kind: 'text_removed', old: line, new: null, box } })];
  });
  return changeOf(kind, row.box, { table, parts, ...(name !== undefined && { name }) });
};

/** Returns the rows of one version that the other lacks, and those that the other sheet has outside of the table. */
const rowsAlone = (
  rows: readonly GridRow[],
  there: Spellings,
  paired: ReadonlySet<Word>,
): { alone: GridRow[]; outside: GridRow[] } => {
  const stays = (row: GridRow) => isOutside(wordsIn([row]), there, paired);
  return { alone: rows.filter((row) => !stays(row)), outside: rows.filter(stays) };
};

/** Returns what a pair of tables explains; null if it is left to other steps. */
const explainPair = (
  pair: GridPair,
  pairs: readonly GridPair[],
  [before, after]: readonly [Spellings, Spellings],
): Explained | null => {
  const { was, is } = pair;
  const comparison = new GridComparison(pair);
  const [wordsWere, wordsAre] = [new Set(wordsIn(was.rows)), new Set(wordsIn(is.rows))];
  const removed = rowsAlone(comparison.rowsAlone('was'), after, wordsAre);
  const added = rowsAlone(comparison.rowsAlone('is'), before, wordsWere);
  const cells = comparison.cells();
  const structure = [
    ...comparison.columns(),
    ...removed.alone.map((row) => rowChange(row, 'row_removed', is.title, comparison.nameOf(was, row))),
    ...added.alone.map((row) => rowChange(row, 'row_added', is.title, comparison.nameOf(is, row))),
    ...comparison.order(),
  ];
  const rowsMoved = pair.rows.some((rows) => !comparison.stays(rows));
  const isChanged = structure.length > 0 || cells.length > 0;
  const way = comparison.way && !isPushed(comparison.way, pair, pairs) ? comparison.way : null;
  // A table that only moved; or texts below each other that only look like a table, few of whose rows recur.
  const kept = (pair.rows.length - cells.length) / Math.max(was.rows.length, is.rows.length);
  const isCertain = was.ruled || (rowsMoved && structure.length > 0 && kept >= minimumKeptRowsShare);
  if ((way && !isChanged) || !isCertain) return null;
  const moved = way && changeOf('view_moved', is.box, { from: was.box, ...(is.title !== null && { name: is.title }) });
  const tables = structure.length > 0 || rowsMoved ? [was.box, is.box].map((box) => inflate(box, 2)) : [];
  const captions = was.title === is.title ? [was.caption, is.caption] : [[], []];
  const without = (words: ReadonlySet<Word>, rows: readonly GridRow[], caption: readonly Word[]) => {
    const outside = new Set(wordsIn(rows));
    return new Set([...words, ...caption].filter((word) => !outside.has(word)));
  };
  return {
    changes: [
      ...structure,
      ...cells.filter(({ pair: rows }) => !comparison.stays(rows)).map(({ changes }) => joinCells(changes)),
      ...(moved ? [moved] : []),
    ],
    doubtful: cells.filter(({ pair: rows }) => comparison.stays(rows)).map(({ changes }) => changes),
    older: without(wordsWere, removed.outside, captions[0]!),
    newer: without(wordsAre, added.outside, captions[1]!),
    tables,
    areas: [...tables, ...(tables.length > 0 ? captions.flat().map((word) => inflate(word, 1)) : [])],
  };
};

/**
 * Compares the tables of two sheets cell by cell. A table that only moved is left to the search for moved views, and
 * one without rules whose rows kept their places to the comparison of lines.
 * @param words the words of both sheets, in points of the newer one
 */
export const compareTables = (
  older: readonly Grid[],
  newer: readonly Grid[],
  words: { older: readonly Word[]; newer: readonly Word[] },
): Explained => {
  const textsIn = ({ rows }: Grid) => textsOf(rows.flatMap(({ cells }) => cells));
  const pairs = pairByTexts(older, newer, textsIn).flatMap(({ was, is }): GridPair[] => {
    const columns = alignColumns(was, is);
    const key = columns.findIndex(([a, b]) => isKey(was, a) && isKey(is, b));
    const rows = alignRows(was, is, columns, key);
    return rows.length === 0 ? [] : [{ was, is, columns, rows, key }];
  });
  const spellings = [new Spellings(words.older), new Spellings(words.newer)] as const;
  return mergeAll(pairs.flatMap((pair) => explainPair(pair, pairs, spellings) ?? []));
};
