import { type DrawnBox, type Element, makeSheet, seededRandom, table } from './drawing.ts';
import { inkOf } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Changes of schedules: cells, the order of rows, columns. */

interface Schedule {
  title: string;
  head: string[];
  widths: number[];
  rows: string[][];
}

const corner = { x: 70, y: 70 };
const rowHeight = 16;
const headHeight = 1.3 * rowHeight;
const top = corner.y + 0.5 * rowHeight;

const windows = (seed: number): Schedule => {
  const r = seededRandom(seed, 'windows');
  const rows = Array.from({ length: r.int(14, 22) }, (_, i) => [
    `W${String(i + 1).padStart(2, '0')}`,
    String(r.int(6, 24) * 100),
    String(r.int(9, 21) * 100),
    r.pick(['0.90', '1.10', '1.30']),
    r.pick(['TRIPLE', 'DOUBLE', 'LAMINATED']),
    r.pick(['EI 30', 'EI 60', '–']),
  ]);
  return {
    title: 'WINDOW SCHEDULE',
    head: ['MARK', 'WIDTH', 'HEIGHT', 'U-VALUE', 'GLAZING', 'FIRE'],
    widths: [50, 60, 60, 60, 90, 60],
    rows,
  };
};

const drawSchedule = ({ title, head, widths, rows }: Schedule): Element[] =>
  table({ id: 'schedule', title, ...corner, widths, rowHeight, size: 7, head, rows });

const sidesOf = (seed: number, before: Schedule, after: Schedule, truth: DrawnBox[]): KindPair => {
  const base = makeSheet({ seed, kind: 'section', size: 'A2', title_block: 'strip' });
  const frame = base.elements.filter((e) => ['frame', 'title-block', 'note'].includes(e.role));
  const size = base.options.page;
  return {
    older: { size, elements: [...frame, ...drawSchedule(before)] },
    newer: { size, elements: [...frame, ...drawSchedule(after)] },
    truth,
  };
};

const cellInk = (schedule: Schedule, row: number, column: number): DrawnBox =>
  inkOf([drawSchedule(schedule).find(({ id }) => id === `schedule/${row}/${column}`)!]);

/** Three cells of a schedule with other values, in different columns. */
export const scheduleCells = (seed: number): KindPair => {
  const before = windows(seed);
  const rows = before.rows.map((row) => row.slice());
  const changed = [
    [2, 1, String(Number(rows[2]![1]) + 150)],
    [6, 3, rows[6]![3] === '0.90' ? '1.10' : '0.90'],
    [10, 5, rows[10]![5] === 'EI 60' ? 'EI 90' : 'EI 60'],
  ] as const;
  for (const [row, column, text] of changed) rows[row]![column] = text;
  const after = { ...before, rows };
  return sidesOf(
    seed,
    before,
    after,
    changed.map(([row, column]) => cellInk(after, row, column)),
  );
};

/** A schedule sorted by another column. */
export const scheduleSorted = (seed: number): KindPair => {
  const before = windows(seed);
  const after = { ...before, rows: before.rows.toSorted((a, b) => Number(a[1]) - Number(b[1])) };
  const moved = before.rows.flatMap((row, i) => (after.rows[i] === row ? [] : [i]));
  const [first, last] = [moved[0]!, moved.at(-1)!];
  const width = before.widths.reduce((a, b) => a + b, 0);
  const box = {
    x: corner.x,
    y: top + headHeight + first * rowHeight,
    width,
    height: (last - first + 1) * rowHeight,
  };
  return sidesOf(seed, before, after, [box]);
};

/** A column inserted into a schedule; those to its right are shifted. */
export const scheduleColumn = (seed: number): KindPair => {
  const r = seededRandom(seed, 'column');
  const before = windows(seed);
  const at = r.int(2, 4);
  const insert = <T>(list: readonly T[], value: T): T[] => [...list.slice(0, at), value, ...list.slice(at)];
  const after = {
    ...before,
    head: insert(before.head, 'SILL'),
    widths: insert(before.widths, 50),
    rows: before.rows.map((row) => insert(row, String(r.int(0, 11) * 100))),
  };
  const box = {
    x: corner.x + before.widths.slice(0, at).reduce((a, b) => a + b, 0),
    y: top,
    width: 50,
    height: headHeight + before.rows.length * rowHeight,
  };
  return sidesOf(seed, before, after, [box]);
};
