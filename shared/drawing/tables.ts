import type { Word } from '../domain/page-text.ts';
import { type Cell, SLIM } from './cells.ts';
import type { Bounds } from './linework.ts';
import { textOf } from './text.ts';

/** What a table is about, by its words. */
export type TableKind = 'schedule' | 'revisions' | 'legend' | 'title_block' | 'table';

/** A cell of a table. Rows and columns count from 0. */
export interface TableCell {
  row: number;
  column: number;
  row_span: number;
  column_span: number;
  /** Lines separated by `\n`. */
  text: string;
  /** Points, as displayed. */
  box: Bounds;
}

/** A ruled table of a page. */
export interface Table {
  kind: TableKind;
  /** The row over all columns at its top, or the line of text above it; null without. */
  title: string | null;
  box: Bounds;
  rows: number;
  columns: number;
  /** Row by row; empty cells included. */
  cells: TableCell[];
  /** 0 to 1. */
  confidence: number;
}

/** Larger than this share of the page a cell is the sheet's drawing area, not a cell of a table. */
const largestCell = 0.12;
/** Rows and columns of a table, and cells with text: fewer make a box with a note. */
const leastRows = 2;
const leastColumns = 2;
const leastTexts = 3;
/** With fewer texts a table has to have a full head. */
const ordinaryTexts = 4;
/**
 * Cells for each place of the grid: walls and dimension chains of a plan make a few cells over many rows and columns.
 */
const leastRegular = 0.38;
/** Share of filled cells from which a grid is a table, all over or in its first or last row (its head). */
const filledTable = 0.6;
const filledHead = 0.75;
/** A form to be filled in: nearly each place of the grid has its cell, some of them are filled, most of these by words. */
const emptyForm = { rows: 3, regular: 0.8, filled: 0.3, worded: 0.5 };
/** Words of one cell on average: more is a page of notes in frames. */
const mostWords = 40;

/** Letters of a title; longer ones are notes. */
const longestTitle = 80;

const overlap = (a0: number, a1: number, b0: number, b1: number): number => Math.min(a1, b1) - Math.max(a0, b0);

/** Groups of cells that share borders. */
const groupsOf = (cells: readonly Cell[]): Cell[][] => {
  const parent = cells.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const link = (near: 'left' | 'top', far: 'right' | 'bottom', from: 'left' | 'top', to: 'right' | 'bottom') => {
    const byNear = new Map<number, number[]>();
    for (const [i, { box }] of cells.entries()) {
      const key = Math.floor(box[near] / SLIM);
      const known = byNear.get(key);
      if (known) known.push(i);
      else byNear.set(key, [i]);
    }
    for (const [i, { box }] of cells.entries()) {
      const key = Math.floor(box[far] / SLIM);
      for (const at of [key - 1, key, key + 1]) {
        for (const j of byNear.get(at) ?? []) {
          const other = cells[j]!.box;
          if (Math.abs(other[near] - box[far]) > SLIM || overlap(box[from], box[to], other[from], other[to]) < SLIM)
            continue;
          parent[root(i)] = root(j);
        }
      }
    }
  };
  link('left', 'right', 'top', 'bottom');
  link('top', 'bottom', 'left', 'right');
  const groups = new Map<number, Cell[]>();
  for (const [i, cell] of cells.entries()) {
    const known = groups.get(root(i));
    if (known) known.push(cell);
    else groups.set(root(i), [cell]);
  }
  return [...groups.values()];
};

/** Places that lie within a double rule of each other, as one each: their middle. */
const placesOf = (values: readonly number[]): number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  const out: number[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end]! - sorted[start]! <= SLIM) end++;
    out.push((sorted[start]! + sorted[end - 1]!) / 2);
    start = end;
  }
  return out;
};

const indexOf = (places: readonly number[], value: number): number => {
  let best = 0;
  for (let i = 1; i < places.length; i++) if (Math.abs(places[i]! - value) < Math.abs(places[best]! - value)) best = i;
  return best;
};

/** One row of a group of cells: those that reach over it, from the left, and where they begin and end. */
interface Band {
  top: number;
  bottom: number;
  cells: Cell[];
}

const bandsOf = (cells: readonly Cell[]): Band[] => {
  const ys = placesOf(cells.flatMap(({ box }) => [box.top, box.bottom]));
  const bands: Band[] = [];
  for (let i = 0; i + 1 < ys.length; i++) {
    const [top, bottom] = [ys[i]!, ys[i + 1]!];
    const across = cells
      .filter(({ box }) => overlap(box.top, box.bottom, top, bottom) > (bottom - top) / 2)
      .sort((a, b) => a.box.left - b.box.left);
    // A gap between neighbours parts two bands side by side.
    let run: Cell[] = [];
    for (const cell of across) {
      const last = run.at(-1);
      if (last && cell.box.left - last.box.right > SLIM) {
        bands.push({ top, bottom, cells: run });
        run = [];
      }
      run.push(cell);
    }
    if (run.length > 0) bands.push({ top, bottom, cells: run });
  }
  return bands;
};

const leftOf = ({ cells }: Band): number => cells[0]!.box.left;
const rightOf = ({ cells }: Band): number => Math.max(...cells.map(({ box }) => box.right));

/** Whether two rows divide the same width in a way that the columns of one table do. */
const fit = (one: Band, other: Band): boolean => {
  if (Math.abs(leftOf(one) - leftOf(other)) > SLIM || Math.abs(rightOf(one) - rightOf(other)) > SLIM) return false;
  if (one.cells.some((cell) => other.cells.includes(cell))) return true;
  const inner = ({ cells }: Band) => cells.slice(1).map(({ box }) => box.left);
  const [fewer, more] = [inner(one), inner(other)].sort((a, b) => a.length - b.length) as [number[], number[]];
  const shared = fewer.filter((x) => more.some((y) => Math.abs(x - y) <= SLIM)).length;
  return fewer.length > 0 && shared / fewer.length >= 0.75 && shared / more.length >= 0.3;
};

/** The line of words right above a box, where one stands alone there. */
const captionAbove = (box: Bounds, words: readonly Word[]): string | null => {
  const near = words.flatMap((word, index) => {
    const gap = box.top - (word.y + word.height);
    const x = word.x + word.width / 2;
    return word.angle === 0 && gap > -1 && gap < 1.6 * word.height && x > box.left - SLIM && x < box.right + SLIM
      ? [index]
      : [];
  });
  if (near.length === 0 || near.length > 10) return null;
  const { text } = textOf(near, words);
  return text.includes('\n') ? text.split('\n').at(-1)! : text;
};

const toTable = (bands: readonly Band[], title: string | null, words: readonly Word[]): Table | undefined => {
  const cells = [...new Set(bands.flatMap((band) => band.cells))];
  const xs = placesOf(cells.flatMap(({ box }) => [box.left, box.right]));
  const ys = placesOf(bands.flatMap(({ top, bottom }) => [top, bottom]));
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  const texts = cells.filter(({ text }) => text !== '');
  if (rows < leastRows || columns < leastColumns || texts.length < leastTexts) return undefined;
  if (texts.reduce((sum, { words }) => sum + words.length, 0) > mostWords * texts.length) return undefined;
  const box = { left: xs[0]!, top: ys[0]!, right: xs.at(-1)!, bottom: ys.at(-1)! };
  const placed = cells
    .map(({ box, text }) => {
      const [row, column] = [indexOf(ys, box.top), indexOf(xs, box.left)];
      const row_span = Math.max(1, indexOf(ys, box.bottom) - row);
      const column_span = Math.max(1, indexOf(xs, box.right) - column);
      return { row, column, row_span, column_span, text, box };
    })
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const share = (some: readonly TableCell[]) => some.filter(({ text }) => text !== '').length / some.length;
  const inRow = (row: number) => placed.filter((cell) => cell.row <= row && cell.row + cell.row_span > row);
  const [head, foot] = [inRow(0), inRow(rows - 1)];
  const filled = share(placed);
  const regular = Math.min(1, cells.length / (rows * columns));
  const worded = texts.filter(({ text }) => /\p{L}{3}/u.test(text)).length / texts.length;
  const isForm =
    rows >= emptyForm.rows && regular >= emptyForm.regular && filled >= emptyForm.filled && worded >= emptyForm.worded;
  const isTable =
    regular >= leastRegular && (filled >= filledTable || Math.max(share(head), share(foot)) >= filledHead);
  // A table that waits for its first entry has words in its head alone.
  const isHeadAlone = Math.max(share(head), share(foot)) === 1 && worded >= 0.6 && regular >= emptyForm.regular;
  if (texts.length < ordinaryTexts && !isHeadAlone) return undefined;
  if (!isTable && !isForm) return undefined;
  const heading = title ?? captionAbove(box, words);
  return {
    kind: kindOf(heading ?? '', [...head, ...foot].map(({ text }) => text).join('\n'), placed),
    title: heading,
    box,
    rows,
    columns,
    cells: placed,
    confidence: Math.round((0.5 + 0.3 * filled + 0.2 * regular) * 100) / 100,
  };
};

/** Labels of a title block: several of them make one. */
const blockLabels =
  /\b(scale|drawn|checked|approved|designed|project|client|sheet|drawing|job|date|maßstab|massstab|datum|gezeichnet|geprüft|projekt|bauherr|échelle|dessin[ée]?|projet|masse|scala|tavola|progetto|масштаб|лист|縮尺|図面)\b/giu;
const fewestLabels = 4;

const spellings: readonly (readonly [TableKind, RegExp])[] = [
  ['legend', /\b(legend|legende|légende|key|symbols?|abbreviations?|leyenda|legenda)\b|凡例/i],
  [
    'schedule',
    /\b(schedule|list|take-?off|quantit\w+|liste|stückliste|nomenclature|tableau)\b|ведомость|спецификация|экспликация/i,
  ],
  ['revisions', /\b(rev(isions?)?|amendments?|änderung(en)?|modifications?|révisions?|indice|изм)\b\.?/i],
];

/** What a table is about: by its title first, else by the words of its first and last row. */
const kindOf = (title: string, head: string, cells: readonly TableCell[]): TableKind => {
  const byTitle = spellings.find(([, spelling]) => spelling.test(title));
  if (byTitle) return byTitle[0];
  const labels = new Set(cells.flatMap(({ text }) => text.toLowerCase().match(blockLabels) ?? []));
  if (labels.size >= fewestLabels) return 'title_block';
  return spellings.find(([, spelling]) => spelling.test(head))?.[0] ?? 'table';
};

/** The tables among the ruled cells of a page, from the top. */
export const tablesOf = (
  cells: readonly Cell[],
  words: readonly Word[],
  { width, height }: { width: number; height: number },
): Table[] => {
  const areaOf = ({ left, top, right, bottom }: Bounds) => (right - left) * (bottom - top);
  const small = cells.filter(({ box }) => areaOf(box) < largestCell * width * height);
  const tables: Table[] = [];
  for (const group of groupsOf(small)) {
    if (group.length < leastTexts) continue;
    const open = bandsOf(group);
    const used = new Set<Band>();
    for (const band of open) {
      if (used.has(band) || band.cells.length < leastColumns) continue;
      const run = [band];
      used.add(band);
      for (;;) {
        const last = run.at(-1)!;
        const next = open.find(
          (other) => !used.has(other) && Math.abs(other.top - last.bottom) < 0.01 && fit(last, other),
        );
        if (!next) break;
        used.add(next);
        run.push(next);
      }
      const first = run[0]!;
      const above = open.find(
        (other) =>
          other.cells.length === 1 &&
          Math.abs(other.bottom - first.top) < 0.01 &&
          Math.abs(leftOf(other) - leftOf(first)) <= SLIM &&
          Math.abs(rightOf(other) - rightOf(first)) <= SLIM,
      );
      const heading = above?.cells[0]?.text ?? '';
      const table = toTable(
        run,
        heading !== '' && heading.length <= longestTitle ? heading.replaceAll('\n', ' ') : null,
        words,
      );
      if (table) tables.push(table);
    }
  }
  return tables.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
};
