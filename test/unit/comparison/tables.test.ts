import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { alignLists, inOrder } from '../../../shared/comparison/engine/differ/align-lists.ts';
import { visibleChanges, wipeExplained } from '../../../shared/comparison/engine/differ/explained.ts';
import { compareTables } from '../../../shared/comparison/engine/differ/table-changes.ts';
import { identity } from '../../../shared/comparison/engine/geometry.ts';
import { type Grid, gridsOf } from '../../../shared/comparison/engine/read/grids.ts';
import { unruledGridsOf } from '../../../shared/comparison/engine/read/unruled-grids.ts';
import type { Word } from '../../../shared/domain/page-text.ts';
import type { Table } from '../../../shared/drawing/index.ts';

const [cellWidth, cellHeight] = [60, 14];

interface Drawn {
  table: Table;
  words: Word[];
}

/** A ruled table of one word per cell. */
const draw = (rows: readonly string[][], { x = 50, y = 100, more = {} as Partial<Table> } = {}): Drawn => {
  const cells = rows.flatMap((row, i) =>
    row.map((text, j) => {
      const [left, top] = [x + j * cellWidth, y + i * cellHeight];
      const box = { left, top, right: left + cellWidth, bottom: top + cellHeight };
      return { row: i, column: j, row_span: 1, column_span: 1, text, box };
    }),
  );
  const words = cells
    .filter(({ text }) => text !== '')
    .map(({ text, box }): Word => {
      return { text, x: box.left + 3, y: box.top + 3, width: 5 * text.length, height: 8, size: 8, angle: 0 };
    });
  const columns = rows[0]!.length;
  const box = { left: x, top: y, right: x + columns * cellWidth, bottom: y + rows.length * cellHeight };
  const table: Table = {
    ...{ kind: 'schedule', title: 'DOOR SCHEDULE', box, rows: rows.length, columns, cells, confidence: 1 },
    ...more,
  };
  return { table, words };
};

const gridsIn = (drawn: readonly Drawn[], words = drawn.flatMap((one) => one.words)): Grid[] =>
  gridsOf(
    drawn.map(({ table }) => table),
    words,
    words,
    identity,
  );

const compare = (older: readonly Drawn[], newer: readonly Drawn[], beside: { older?: Word[]; newer?: Word[] } = {}) => {
  const words = {
    older: [...older.flatMap((one) => one.words), ...(beside.older ?? [])],
    newer: [...newer.flatMap((one) => one.words), ...(beside.newer ?? [])],
  };
  const found = compareTables(gridsIn(older, words.older), gridsIn(newer, words.newer), words);
  const cells = found.doubtful.flat();
  const say = [...found.changes, ...cells].map(({ kind, name, heading, text, count }) =>
    [kind, name, heading, text && `${text.old?.text} → ${text.new?.text}`, count].filter(Boolean).join(' '),
  );
  return { ...found, say: say.sort() };
};

const head = ['MARK', 'WIDTH', 'FIRE', 'FINISH'];
const doors = [
  ['D1', '900', '30', 'OAK'],
  ['D2', '1000', '60', 'PAINT'],
  ['D3', '800', '30', 'STEEL'],
  ['D4', '1200', '90', 'OAK'],
  ['D5', '700', '–', 'PAINT'],
];

describe('the rows of a table', () => {
  test('are matched by their keys; a changed cell is named by row and heading', () => {
    const after = [head, ...doors.map((row) => row.map((text) => (text === '1200' ? '1300' : text)))];
    expect(compare([draw([head, ...doors])], [draw(after)]).say).toEqual(['row_changed D4 WIDTH 1200 → 1300']);
  });

  test('added and removed are one change each, with their entries as parts', () => {
    const after = [head, doors[0]!, ['D1A', '650', 'EI 30', 'GLASS'], doors[1]!, doors[2]!, doors[4]!];
    const { say, changes, older, newer } = compare([draw([head, ...doors])], [draw(after)]);
    expect(say).toEqual(['row_added D1A', 'row_removed D4']);
    expect(changes.find(({ kind }) => kind === 'row_added')!.parts!.map(({ text }) => text!.new!.text)).toEqual(
      after[2],
    );
    expect([older.size, newer.size]).toEqual([24, 24]);
  });

  test('to whose entries something was added are the same', () => {
    const finishes = [['OAK FLOOR'], ['PAINT WHITE'], ['STEEL DOOR']];
    const after = [...finishes.slice(0, 2), ['STEEL DOOR EI30']];
    expect(compare([draw(finishes)], [draw(after)]).say).toEqual([
      'row_changed STEEL DOOR EI30 STEEL DOOR → STEEL DOOR EI30',
    ]);
    expect(compare([draw(finishes)], [draw([...finishes.slice(0, 2), ['GLASS']])]).say).toHaveLength(2);
  });

  test('keep their identity where all following keys are renumbered', () => {
    const renumbered = doors.slice(2).map(([, ...rest], i) => [`D${i + 4}`, ...rest]);
    const after = [head, doors[0]!, doors[1]!, ['D3', '650', 'EI 30', 'GLASS'], ...renumbered];
    expect(compare([draw([head, ...doors])], [draw(after)]).say).toEqual([
      'row_added D3',
      'row_changed D4 MARK D3 → D4',
      'row_changed D5 MARK D4 → D5',
      'row_changed D6 MARK D5 → D6',
    ]);
  });

  test('in another order are one change, which names the column they are sorted by', () => {
    const older = [draw([head, ...doors])];
    const sorted = doors.toSorted((a, b) => Number(a[1]) - Number(b[1]));
    expect(compare(older, [draw([head, ...sorted])]).say).toEqual(['rows_moved WIDTH 2']);
    const moved = [doors[1]!, doors[2]!, doors[3]!, doors[0]!, doors[4]!];
    expect(compare(older, [draw([head, ...moved])]).say).toEqual(['rows_moved D1']);
  });

  test('that lost their rules but kept their words did not change', () => {
    const older = draw([head, ...doors]);
    const last = older.words.slice(-4);
    const { say, older: explained } = compare([older], [draw([head, ...doors.slice(0, 4)])], { newer: last });
    expect(say).toEqual([]);
    expect(last.some((word) => explained.has(word))).toBe(false);
  });
});

describe('a table', () => {
  test('with an inserted column has one change', () => {
    const after = [
      [...head.slice(0, 2), 'SILL', ...head.slice(2)],
      ...doors.map(([a, b, ...c]) => [a!, b!, '100', ...c]),
    ];
    const { say, areas } = compare([draw([head, ...doors])], [draw(after)]);
    expect(say).toEqual(['column_added SILL']);
    expect(areas).toHaveLength(2);
  });

  test('that only moved is left to the search for views; one that moved and changed is both', () => {
    const older = [draw([head, ...doors])];
    const moved = compare(older, [draw([head, ...doors], { x: 400 })]);
    expect([moved.say, moved.older.size]).toEqual([[], 0]);
    const changed = [head, ...doors.slice(1)];
    expect(compare(older, [draw(changed, { x: 400 })]).say).toEqual(['row_removed D1', 'view_moved DOOR SCHEDULE']);
  });

  test('pushed down by a longer one above did not move', () => {
    const other = [
      ['ROOM', 'AREA'],
      ...['OFFICE', 'HALL', 'STORE', 'WC', 'LIFT'].map((name, i) => [name, `${10 + i}`]),
    ];
    const older = [draw([head, ...doors]), draw(other, { y: 300 })];
    const longer = [head, ...doors, ['D6', '900', '30', 'OAK']];
    const newer = [draw(longer), draw(other, { y: 300 + cellHeight })];
    const { say, newer: explained } = compare(older, newer);
    expect(say).toEqual(['row_added D6']);
    expect(explained.size).toBe(28 + 12);
  });

  test('of views, a title block or a label with its value is not compared by rows', () => {
    const rows = [head, ...doors];
    expect(gridsIn([draw(rows, { more: { kind: 'title_block' } })])).toEqual([]);
    expect(gridsIn([draw(rows.slice(0, 2))])).toEqual([]);
    const views = draw(rows);
    const words = views.words.map((word) => ({ ...word, size: 2 }));
    expect(gridsIn([{ ...views, words }])).toEqual([]);
    expect(gridsIn([views])[0]!.headings).toEqual(head);
  });

  test('reports a cell that kept its place only if its ink differs', () => {
    const after = [head, ...doors.map((row) => row.map((text) => (text === '1200' ? '1300' : text)))];
    const found = compare([draw([head, ...doors])], [draw(after)]);
    const sheets = { width: 400, height: 300, density: 1 } as AlignedSheets;
    const marks = new Uint8Array(400 * 300);
    expect(visibleChanges(found, marks, sheets)).toEqual([]);
    marks.fill(1, 165 * 400 + 110, 165 * 400 + 130);
    expect(visibleChanges(found, marks, sheets)).toHaveLength(1);
  });
});

test('a table with other widths of columns did not change', () => {
  const older = draw([head, ...doors]);
  const wider = (x: number) => 50 + (x - 50) * 1.2;
  const newer = {
    words: older.words.map((word) => ({ ...word, x: wider(word.x) })),
    table: {
      ...older.table,
      cells: older.table.cells.map((cell) => ({
        ...cell,
        box: { ...cell.box, left: wider(cell.box.left), right: wider(cell.box.right) },
      })),
    },
  };
  const { say, tables, newer: explained } = compare([older], [newer]);
  expect([say, explained.size, tables.length]).toEqual([[], 24, 2]);
});

test('the title of a table goes with it; rules that extend beyond its texts are not a change', () => {
  const caption = (y: number): Word[] => [
    ...['DOOR', 'SCHEDULE'].map((text, i) => ({ text, x: 50 + 40 * i, y, width: 35, height: 9, size: 9, angle: 0 })),
  ];
  const older = draw([head, ...doors]);
  const rest = { older: caption(89), newer: caption(89) };
  const found = compare([older], [draw([head, ...doors.slice(1)])], rest);
  expect([...rest.older, ...rest.newer].every((word) => found.older.has(word) || found.newer.has(word))).toBe(true);
  const sheets = { width: 400, height: 300, density: 1 } as AlignedSheets;
  const marks = new Uint8Array(400 * 300);
  marks.fill(1, 130 * 400 + 200, 130 * 400 + 330);
  marks.fill(1, 130 * 400 + 340, 130 * 400 + 350);
  wipeExplained(found, found.changes, marks, sheets);
  expect([...marks.keys()].filter((at) => marks[at])).toEqual(
    Array.from({ length: 10 }, (_, i) => 130 * 400 + 340 + i),
  );
});

describe('a table without rules', () => {
  const keys = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8'];
  const entries = (names: readonly string[], x = 50): Word[] =>
    draw(
      names.map((name) => [name, 'TYP', `${name.charCodeAt(1)}`]),
      { x },
    ).words;
  const compareWords = (older: Word[], newer: Word[]) => {
    const found = compareTables(unruledGridsOf(older), unruledGridsOf(newer), { older, newer });
    return { ...found, say: found.changes.map(({ kind, name }) => `${kind} ${name}`).sort() };
  };

  test('is found by its columns; rows added and removed in several places are one change each', () => {
    const after = entries(['D1', 'N1', 'D2', 'D3', 'N2', 'D4', 'D6', 'D7', 'D8']);
    const { say, newer } = compareWords(entries(keys), after);
    expect(say).toEqual(['row_added N1', 'row_added N2', 'row_removed D5']);
    expect(newer.size).toBe(after.length);
  });

  test('whose rows kept their places is compared line by line, as are few rows and stacked texts of a plan', () => {
    const changed = entries(keys).map((word) => (word.text === '53' ? { ...word, text: '99' } : word));
    expect(compareWords(entries(keys), changed).newer.size).toBe(0);
    expect(unruledGridsOf(entries(keys.slice(0, 4)))).toEqual([]);
    expect(unruledGridsOf(entries(keys).filter((_, i) => i % 3 === 0))).toEqual([]);
  });

  test('of which most entries are others is left to other steps: numbers of seats that only look like one', () => {
    const seats = (names: readonly string[]) => {
      const rows = names.map((name) => [name, 'TYP', `${name.charCodeAt(1)}`]);
      return draw([['TAG', 'KIND', 'SEAT'], ...rows]).words;
    };
    const others = Array.from('abcdefghijkl', (letter) => `S${letter}`);
    expect(compareWords(seats(keys), seats(['D1', 'D2', ...others, ...keys.slice(2)])).newer.size).toBe(0);
  });

  test('beside another one with other rows is left to other steps', () => {
    const other = (names: readonly string[]) => entries(names, 280);
    const older = [...entries(keys), ...other(keys.map((key) => key.replace('D', 'L')))];
    const newer = [
      ...entries(['D1', 'N1', ...keys.slice(1)]),
      ...other(['L1', 'L2', 'L3', 'L4', 'L5', 'M1', 'L6', 'L7', 'L8']),
    ];
    expect(compareWords(older, newer).newer.size).toBe(0);
  });
});

describe('two lists', () => {
  test('are aligned by unique keys in any order, the rest by similarity between the same neighbours', () => {
    const pairs = alignLists(
      [4, 4],
      [
        ['a', 'b', 'x', 'c'],
        ['c', 'a', 'b', 'y'],
      ],
      () => 0.6,
    );
    expect(pairs).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
    ]);
    expect(
      alignLists(
        [3, 3],
        [
          ['a', 'x', 'b'],
          ['y', 'a', 'b'],
        ],
        (i, j) => Number(i === 1 && j === 2),
      ),
    ).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });

  test('do not pair an entry before a common one with an entry after it', () => {
    const pairs = alignLists(
      [3, 3],
      [
        ['x', 'a', 'b'],
        ['a', 'b', 'y'],
      ],
      () => 1,
    );
    expect(pairs).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test('are aligned in order without keys', () => {
    const [one, other] = ['abcd', 'axbd'];
    expect(alignLists([4, 4], null, (i, j) => Number(one[i] === other[j]))).toEqual([
      [0, 0],
      [1, 2],
      [3, 3],
    ]);
    expect(
      inOrder([
        [0, 3],
        [1, 0],
        [2, 1],
      ]),
    ).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});
