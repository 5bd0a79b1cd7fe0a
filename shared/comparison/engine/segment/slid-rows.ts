import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { differInk, type InkTolerance } from '../differ/ink-difference.ts';
import { type Box, centre, contains, gaps, inflate, union } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { Spellings } from '../read/spellings.ts';
import { moveCellPixels } from './cells.ts';
import { crop, renderMoved } from './moved-ink.ts';
import type { MovedRegion } from './moved-region.ts';
import { agree, findKeyColumns, type KeyColumn, slideAt } from './row-keys.ts';

/** An inserted or deleted row; its box is its current or former position, in points of the newer sheet. */
export interface TableRow {
  kind: 'row_added' | 'row_removed';
  box: Box;
  name: string;
}

/** A table whose rows slid by different amounts, because rows were added and removed in several places. */
export interface SlidTable {
  /** From the first row that slid to the last, on the newer sheet. */
  box: Box;
  rows: TableRow[];
  /** Rows with the same displacement: their former box, the displacement in points, and their words. */
  bands: { from: Box; dy: number; words: MovedRegion['words'] }[];
}

/** Maximum distance in points of an entry from where its row maps it. */
const entryTolerancePoints = 1.5;
/** Maximum distance in points between columns of one table. */
const maximumColumnGapPoints = 200;
/** Minimum share of a column's entries that slid with the keys. */
const minimumSlidShare = 0.6;

/** Groups words into columns by overlap of their horizontal extents. */
const lanesOf = (words: readonly Word[]): Word[][] => {
  const lanes: { words: Word[]; right: number }[] = [];
  for (const word of words.toSorted((a, b) => a.x - b.x)) {
    const last = lanes.at(-1);
    if (!last || word.x > last.right) lanes.push({ words: [word], right: word.x + word.width });
    else {
      last.words.push(word);
      last.right = Math.max(last.right, word.x + word.width);
    }
  }
  return lanes.map((lane) => lane.words);
};

/** Returns the columns on either side of the keys whose entries slid with them, and with no other keys better. */
const columnsOf = (keys: KeyColumn, others: readonly KeyColumn[], older: readonly Word[], newer: Spellings): Word[] => {
  const along = (table: KeyColumn, words: readonly Word[]) =>
    words.filter((word) => {
      const dy = slideAt(table, centre(word).y);
      return dy !== null && newer.at(word, { x: 0, y: dy }, entryTolerancePoints);
    });
  const lanes = lanesOf(older.filter((word) => slideAt(keys, centre(word).y) !== null));
  const own = lanes.findIndex((lane) => lane.includes(keys.runs[0]!.keys[0]!.from));
  const taken = [...lanes[own]!];
  for (const step of [-1, 1]) {
    let reached = lanes[own]!;
    for (let at = own + step; at >= 0 && at < lanes.length; at += step) {
      const lane = lanes[at]!;
      if (
        gaps(lane.map((word): Box => word).reduce(union), reached.map((word): Box => word).reduce(union)).x >
        maximumColumnGapPoints
      )
        break;
      const count = along(keys, lane).length;
      if (count < minimumSlidShare * lane.length || others.some((other) => along(other, lane).length > count)) break;
      taken.push(...lane);
      reached = lane;
    }
  }
  return taken;
};

/** Finds tables with rows added or removed in several places, and the displacements of the rows between them. */
export const findSlidTables = (older: readonly Word[], newer: readonly Word[]): SlidTable[] => {
  const newerSpellings = new Spellings(newer);
  const columns = findKeyColumns(older, newer);
  const assigned = new Set<Word>();
  return columns.flatMap((keys): SlidTable[] => {
    if (keys.runs.length < 3 || assigned.has(keys.runs[0]!.keys[0]!.from)) return [];
    const others = columns.filter((other) => !agree(keys, other));
    const words = columnsOf(keys, others, older, newerSpellings);
    for (const word of words) assigned.add(word);
    const { x, width } = inflate(words.map((word): Box => word).reduce(union), 2);
    const bands = keys.runs.flatMap(({ dy, keys: [...run] }) => {
      if (Math.abs(dy) <= 1) return [];
      const y = centre(run[0]!.from).y - keys.pitch / 2;
      const from = { x, y, width, height: centre(run.at(-1)!.from).y + keys.pitch / 2 - y };
      const along = words.flatMap((word) => {
        const to = contains(from, centre(word)) ? newerSpellings.at(word, { x: 0, y: dy }, entryTolerancePoints) : null;
        return to ? [{ from: word, to }] : [];
      });
      return [{ from, dy, words: along }];
    });
    const rowOf = (kind: TableRow['kind'], key: Word): TableRow => ({
      kind,
      box: { x, width, y: centre(key).y - keys.pitch / 2, height: keys.pitch },
      name: key.text,
    });
    const rows = [
      ...keys.added.map((key) => rowOf('row_added', key)),
      ...keys.removed.map((key) => rowOf('row_removed', key)),
    ];
    const places = [...bands.map(({ from, dy }) => ({ ...from, y: from.y + dy })), ...rows.map((row) => row.box)];
    return [{ box: places.reduce(union), rows, bands }];
  });
};

/** Returns the regions formed by the rows of tables with equal displacement. */
export const regionsOf = (
  tables: readonly SlidTable[],
  older: SheetSource,
  sheets: AlignedSheets,
  tolerance: InkTolerance,
): Promise<MovedRegion[]> =>
  Promise.all(
    tables.flatMap((table) =>
      table.bands.map(async ({ from, dy, words }): Promise<MovedRegion> => {
        const { density } = sheets;
        const box = { ...from, y: from.y + dy };
        const [left, top] = [box.x, box.y].map((at) => Math.max(0, Math.round(at * density))) as [number, number];
        const width = Math.min(sheets.width, Math.round((box.x + box.width) * density)) - left;
        const height = Math.min(sheets.height, Math.round((box.y + box.height) * density)) - top;
        const window = { left, top, width, height };
        const flock = { matrix: [1, 0, 0, 1, 0, dy] as const, weight: words.length, words };
        const moved = await renderMoved(older, sheets, flock, window);
        const here = crop(sheets.newer, sheets.width, left, top, width, height);
        const marks = differInk({ older: moved, newer: here, width, height }, tolerance);
        const cells = new Uint8Array(Math.ceil(width / moveCellPixels) * Math.ceil(height / moveCellPixels)).fill(1);
        return { matrix: flock.matrix, words, box, from, ...window, cells, older: moved, marks };
      }),
    ),
  );

/** Maximum distance in points from a table's words to its frame. */
const maximumFrameDistancePoints = 24;

/**
 * Whether linework is the end of a table's frame, which moved with its last row: it lies within the rows by which the
 * table grew or shrank, and extends into the frame.
 */
export const isEndOfTable = ({ box, rows }: Pick<SlidTable, 'box' | 'rows'>, graphic: Box): boolean => {
  const came = rows.filter(({ kind }) => kind === 'row_added').length;
  const grown = Math.abs(2 * came - rows.length) * (rows[0]?.box.height ?? 0);
  const end = box.y + box.height;
  const inFrame =
    graphic.x + graphic.width > box.x - maximumFrameDistancePoints &&
    graphic.x < box.x + box.width + maximumFrameDistancePoints;
  return (
    inFrame &&
    grown > 0 &&
    graphic.y > end - grown - maximumFrameDistancePoints / 2 &&
    graphic.y + graphic.height < end + grown + maximumFrameDistancePoints / 2
  );
};

/** Whether the rows of a table already explain a region that slid up or down. */
export const isExplainedBy = (
  tables: readonly SlidTable[],
  { box, matrix }: Pick<MovedRegion, 'box' | 'matrix'>,
): boolean => {
  const [a, b, , , dx] = matrix;
  if (a !== 1 || b !== 0 || Math.abs(dx) > entryTolerancePoints) return false;
  return tables.some((table) => {
    const { x, y } = gaps(box, inflate(table.box, 40));
    return x < 0 && y < 0 && x * y > 0.7 * box.width * box.height;
  });
};

/** Returns the region without the cells covered by the rows of a table. */
export const withoutTables = (region: MovedRegion, tables: readonly SlidTable[], density: number): MovedRegion => {
  const columns = Math.ceil(region.width / moveCellPixels);
  const places = tables.flatMap(({ bands }) => bands.map(({ from, dy }) => ({ ...from, y: from.y + dy })));
  const cells = region.cells.map((value, at) => {
    const x = (region.left + ((at % columns) + 0.5) * moveCellPixels) / density;
    const y = (region.top + (Math.floor(at / columns) + 0.5) * moveCellPixels) / density;
    return places.some((place) => contains(place, { x, y })) ? 0 : value;
  });
  return { ...region, cells };
};
