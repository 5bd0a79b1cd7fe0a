import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import {
  type Cell,
  cellsOf,
  coverageOf,
  type Rules,
  rulesOf,
  type Table,
  tablesOf,
} from '../../../shared/drawing/index.ts';
import { withRowsBelow } from '../../../shared/drawing/legends.ts';
import { LineIndex } from '../../../shared/drawing/line-index.ts';

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];
const page = { width: 1000, height: 700 };
const word = (text: string, x: number, y: number): Word => ({
  text,
  x,
  y,
  width: 5 * text.length,
  height: 8,
  size: 8,
  angle: 0,
});
const rules = (pieces: readonly Piece[]): Rules =>
  rulesOf(
    coverageOf({
      count: pieces.length,
      ends: Float64Array.from(pieces.flat()),
      pen: new Uint32Array(pieces.length),
      pens: [{ colour: '#000000', width: 0.5, dash: [], layer: null, edge: false }],
      areas: [],
    }),
  );
const tables = (pieces: readonly Piece[], words: readonly Word[]): Table[] =>
  tablesOf(cellsOf(rules(pieces), words), words, page);
const levels = (from: number, to: number, ...ys: number[]): Piece[] => ys.map((y) => [from, y, to, y]);
const uprights = (from: number, to: number, ...xs: number[]): Piece[] => xs.map((x) => [x, from, x, to]);
/** One word in each cell of a grid. */
const filled = (xs: readonly number[], ys: readonly number[], said: readonly (readonly string[])[]): Word[] =>
  said.flatMap((row, r) => row.flatMap((text, c) => (text === '' ? [] : [word(text, xs[c]! + 4, ys[r]! + 6)])));

const xs = [100, 160, 300, 400];
const ys = [100, 120, 140, 160];
const grid = [...levels(100, 400, ...ys), ...uprights(100, 160, ...xs)];
const said = [
  ['Mark', 'Size', 'Note'],
  ['D1', '900', ''],
  ['D2', '800', 'glazed'],
];

describe('tables', () => {
  test('have rows and columns of cells, including empty ones', () => {
    const [table, ...others] = tables(grid, filled(xs, ys, said));
    expect(others).toEqual([]);
    expect(table).toMatchObject({ rows: 3, columns: 3, title: null, kind: 'table' });
    expect(table!.cells.map(({ row, column, text }) => [row, column, text])).toEqual(
      said.flatMap((row, r) => row.map((text, c) => [r, c, text])),
    );
    expect(table!.box).toEqual({ left: 100, top: 100, right: 400, bottom: 160 });
  });

  test('whose sides are interrupted at each row have the same cells', () => {
    const rows = [100, 120, 140, 160, 180];
    const sides = xs.flatMap((x) => rows.slice(0, -1).map((y, i): Piece => [x, y + 0.5, x, rows[i + 1]! - 0.5]));
    const found = tables([...levels(100, 400, ...rows), ...sides], filled(xs, rows, [...said, ['D3', '700', '']]));
    expect(found).toMatchObject([{ rows: 4, columns: 3 }]);
  });

  test('have one row where a symbol in a cell looks like a cell, with its text', () => {
    const symbol = [...levels(310, 330, 122, 138), ...uprights(122, 138, 310, 330)];
    const words = [...filled(xs, ys, said), word('TG', 312, 126)];
    const [table] = tables([...grid, ...symbol], words);
    expect(table).toMatchObject({ rows: 3, columns: 3 });
    expect(table!.cells.find(({ row, column }) => row === 1 && column === 2)!.text).toBe('TG');
  });

  test('without rules between their columns have those of their texts', () => {
    const rows = [80, ...ys, 180];
    const pieces = [...levels(100, 400, ...rows), ...uprights(80, 180, 100, 400)];
    const words = [
      word('DOORS', 104, 86),
      ...filled([100, 220, 330], [100, 120, 140, 160], [...said, ['D3', '700', 'steel']]),
    ];
    const [table, ...others] = tables(pieces, words);
    expect(others).toEqual([]);
    expect(table).toMatchObject({ rows: 4, columns: 3, title: 'DOORS' });
    expect(table!.cells.slice(0, 6).map(({ text }) => text)).toEqual(said.flat().slice(0, 6));
  });

  test('have no columns of texts where most rows have one text', () => {
    const rows = [80, 100, 120, 140, 160, 180, 200, 220, 240];
    const pieces = [...levels(100, 400, ...rows), ...uprights(80, 240, 100, 400)];
    const notes = rows.slice(0, -1).map((y, i) => word(i < 3 ? 'See' : 'See the notes of the architect', 104, y + 6));
    const marks = rows.slice(0, 3).map((y) => word('A1', 300, y + 6));
    expect(tables(pieces, [...notes, ...marks])).toEqual([]);
  });

  test('have no columns of texts in one or two frames', () => {
    const frame = [...levels(100, 400, 100, 170), ...uprights(100, 170, 100, 400)];
    const notes = filled([100, 260], ys.concat(154), [
      ['Doors', 'oak'],
      ['Floors', 'tiles'],
      ['Walls', 'plaster'],
      ['Roof', 'slate'],
    ]);
    expect(tables(frame, notes)).toEqual([]);
    expect(tables([...frame, ...levels(100, 400, 136)], notes)).toEqual([]);
    // Rules between the rows make them a table.
    expect(tables([...frame, ...levels(100, 400, 118, 136, 150)], notes)).toMatchObject([{ columns: 2 }]);
  });

  test('have no columns of texts below ruled columns', () => {
    const notes = [160, 180, 200, 220];
    const pieces = [...grid, ...levels(100, 400, ...notes), ...uprights(160, 220, 100, 400)];
    const words = [
      ...filled(xs, ys, said),
      ...filled([100, 240], notes, [
        ['Total', '3'],
        ['Glazed', '1'],
        ['Plain', '2'],
      ]),
    ];
    expect(tables(pieces, words)).toMatchObject([{ rows: 3, columns: 3 }]);
  });

  test('on a page ruled only in part are not divided at upright rules as long as they are', () => {
    const half = { width: 1000, height: 300 };
    const pieces = [...levels(100, 400, ...ys), ...uprights(100, 160, 100, 300, 400), ...uprights(100, 140, 160)];
    const words = filled(xs, ys, said);
    const found = (size: typeof page) => tablesOf(cellsOf(rules(pieces), words), words, size, { rules: rules(pieces) });
    expect(found(half)).toMatchObject([{ rows: 3, columns: 3 }]);
  });

  test('whose rows are divided differently are a title block in a corner of the sheet, and nothing elsewhere', () => {
    const block = (left: number, top: number): Table[] => {
      const at = (pieces: readonly Piece[]) =>
        pieces.map(([x0, y0, x1, y1]): Piece => [x0 + left, y0 + top, x1 + left, y1 + top]);
      const pieces = at([
        ...levels(0, 300, 0, 20, 40, 60, 80),
        ...uprights(0, 80, 0, 300),
        ...uprights(0, 20, 60, 100, 150),
        ...uprights(20, 40, 150),
        ...uprights(40, 60, 150, 200, 250),
        ...uprights(60, 80, 150),
      ]);
      const places = [4, 64, 104, 154, 4, 154, 4, 154, 204, 254, 4, 154];
      const rows = [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3];
      return tables(
        pieces,
        places.map((x, i) => word(`Wort${i}`, left + x, top + 20 * rows[i]! + 6)),
      );
    };
    expect(block(690, 610)).toMatchObject([{ kind: 'title_block' }]);
    expect(block(300, 300)).toEqual([]);
  });

  test('have a row across all columns as title', () => {
    const titled = [...grid, ...levels(100, 400, 80), ...uprights(80, 100, 100, 400)];
    const words = [word('DOOR', 110, 86), word('SCHEDULE', 140, 86), ...filled(xs, ys, said)];
    expect(tables(titled, words)).toMatchObject([{ title: 'DOOR SCHEDULE', kind: 'schedule', rows: 3 }]);
  });

  test('have the heads above them that a space divides from their rows', () => {
    const heads = [...levels(100, 400, 72, 86), ...uprights(72, 86, ...xs)];
    const words = filled(
      xs,
      [70, 100, 120, 140],
      [said[0]!, ['D1', '900', 'oak'], ['D2', '800', 'glazed'], ['D3', '700', 'oak']],
    );
    const [table, ...others] = tables([...heads, ...grid], words);
    expect(others).toEqual([]);
    expect(table).toMatchObject({ rows: 4, columns: 3, box: { top: 72, bottom: 160 } });
    expect(table!.cells.slice(0, 4).map(({ text }) => text)).toEqual(['Mark', 'Size', 'Note', 'D1']);
    // A row with other columns is no head.
    const wide = [...levels(100, 400, 72, 86), ...uprights(72, 86, 100, 200, 300, 400)];
    expect(tables([...wide, ...grid], words)).toMatchObject([{ rows: 3 }]);
  });

  test('with the labels of a title block in Portuguese are one', () => {
    const labels = [
      ['Prancha', 'Data', 'Desenhista'],
      ['Revisão', 'Escala', 'Visto'],
      ['Folha', 'Obra', 'Unidade'],
    ];
    expect(tables(grid, filled(xs, ys, labels))).toMatchObject([{ kind: 'title_block' }]);
  });

  test('of several sections are one with the headings between them as rows', () => {
    // The second section follows a full-width heading, lacks a head of its own, and has the same columns.
    const second = grid.map(([x0, y0, x1, y1]): Piece => [x0, y0 + 80, x1, y1 + 80]);
    const words = [
      ...filled(xs, ys, said),
      word('WINDOWS', 110, 166),
      ...filled(
        xs,
        ys.map((y) => y + 80),
        [
          ['W1', '700', 'oak'],
          ['W2', '600', ''],
          ['W3', '500', 'oak'],
        ],
      ),
    ];
    const [table, ...others] = tables([...grid, ...second], words);
    expect(others).toEqual([]);
    expect(table).toMatchObject({ rows: 7, columns: 3 });
    expect(table!.cells.find(({ row }) => row === 3)).toMatchObject({ text: 'WINDOWS', column_span: 3 });
    // A table with a head of its own is another one.
    const repeated = [
      ...filled(xs, ys, said),
      ...filled(
        xs,
        ys.map((y) => y + 80),
        said,
      ),
    ];
    expect(tables([...grid, ...second], repeated)).toHaveLength(2);
  });

  test('with a label and what is filled in in each cell are title blocks', () => {
    const labels = [
      ['PROGETTO:', 'CORSO:', 'NOTE:'],
      ['TITLE', 'UNITS', 'SIZE'],
      ['a', 'b', 'c'],
    ];
    const values = labels.flatMap((row, r) =>
      row.map((_, c) => ({ ...word('own', xs[c]! + 4, ys[r]! + 11), height: 5 })),
    );
    const small = filled(xs, ys, labels).map((each) => ({ ...each, y: each.y - 4, height: 5 }));
    expect(tables(grid, [...small, ...values])).toMatchObject([{ kind: 'title_block' }]);
    expect(tables(grid, filled(xs, ys, labels))).toMatchObject([{ kind: 'table' }]);
  });

  test('support cells across several rows and columns', () => {
    const merged: Piece[] = [
      ...levels(100, 400, 100, 160),
      [160, 120, 400, 120],
      [160, 140, 400, 140],
      ...uprights(100, 160, 100, 160, 400),
      [300, 120, 300, 160],
    ];
    const words = filled(xs, ys, [
      ['Level', 'Openings', ''],
      ['', 'Door', 'Window'],
      ['', '4', '7'],
    ]);
    const [table] = tables(merged, words);
    expect(table!.cells).toMatchObject([
      { row: 0, column: 0, row_span: 3, column_span: 1, text: 'Level' },
      { row: 0, column: 1, row_span: 1, column_span: 2, text: 'Openings' },
      { row: 1, column: 1, text: 'Door' },
      { row: 1, column: 2, text: 'Window' },
      { row: 2, column: 1, text: '4' },
      { row: 2, column: 2, text: '7' },
    ]);
  });

  test('may be open at the sides', () => {
    const open = [...levels(100, 400, ...ys), ...uprights(100, 160, 160, 300)];
    expect(tables(open, filled(xs, ys, said))).toMatchObject([{ rows: 3, columns: 3 }]);
  });

  test('may be open on all sides, with a first and a last row between rules of the columns alone', () => {
    const open = [...levels(100, 400, 120, 140, 160), ...uprights(100, 180, 160, 300)];
    // A stroke of the drawing above makes one rule longer than the others.
    const longer = uprights(90, 180, 230);
    const head = filled([100, 160, 230, 300], ys, [['Mark', 'Size', 'Note', 'Date']]);
    expect(tables([...open, ...longer], head)).toMatchObject([
      { rows: 4, columns: 4, box: { left: 100, top: 100, right: 400, bottom: 180 } },
    ]);
  });

  test('do not include parking bays and other symbols with the same texts', () => {
    const texts = (some: string) =>
      filled(
        xs,
        ys,
        [0, 1, 2].map((row) => [0, 1, 2].map((column) => `${some}${row + column}`)),
      );
    expect(tables(grid, texts('P'))).toHaveLength(1);
    const same = filled(
      xs,
      ys,
      [0, 1, 2].map(() => ['front', 'back', 'front']),
    );
    expect(tables(grid, same)).toEqual([]);
  });

  test('do not include a grid whose texts are placed without regard to its lines', () => {
    const texts = [
      ['Bedroom', 'Kitchen', 'Bath'],
      ['Hall', 'Living', 'Store'],
      ['Stair', 'Study', 'Utility'],
    ];
    const inside = filled(xs, ys, texts);
    expect(tables(grid, inside)).toHaveLength(1);
    // The texts of the first column reach over the line between the first two columns.
    const crossing = inside.map((each) => (each.x < 160 ? { ...each, x: 160 - 0.6 * each.width } : each));
    expect(tables(grid, crossing)).toEqual([]);
    expect(tables(grid, [word('SCHEDULE', 102, 90), ...crossing])).toMatchObject([{ kind: 'schedule' }]);
  });

  test('do not include bays whose cells reach beyond the rows they are found in, or share a place', () => {
    const table = (some: readonly Cell[]) => tablesOf(some, [], page);
    const cell = (left: number, top: number, right: number, bottom: number): Cell => ({
      box: { left, top, right, bottom },
      words: [],
      text: `Room ${left} ${top}`,
    });
    const rows = [100, 120, 140].map((top) => [cell(100, top, 200, top + 20), cell(200, top, 300, top + 20)]);
    expect(table(rows.flat())).toMatchObject([{ rows: 3, columns: 2 }]);
    expect(table([...rows.flat(), cell(202, 122, 300, 140)])).toEqual([]);
  });

  test('may have cells that span rows and columns, if one row is divided into all columns', () => {
    const pieces = [
      ...levels(300, 600, 100, 220),
      ...levels(360, 600, 120),
      ...levels(420, 600, 140, 160),
      ...levels(300, 600, 180),
      ...levels(540, 600, 200),
      ...uprights(100, 220, 300, 360, 600),
      ...uprights(120, 220, 420, 480),
      ...uprights(160, 220, 540),
    ];
    const said = [
      ['Mark', 302, 140],
      ['System', 440, 106],
      ['Fuel', 364, 150],
      ['Heat', 440, 126],
      ['Use', 540, 126],
      ['kW', 424, 146],
      ['MWh', 500, 146],
      ['a', 424, 166],
      ['b', 484, 166],
      ['c', 544, 166],
      ...[302, 364, 424, 484].map((x) => [`v${x}`, x, 196] as const),
      ['100', 544, 186],
      ['15', 544, 206],
    ] as const;
    const words = said.map(([text, x, y]) => word(text, x, y));
    expect(tables(pieces, words)).toMatchObject([{ kind: 'table', rows: 6, columns: 5 }]);
  });

  test('do not include walls with a few numbers between them', () => {
    const words = [word('2.40', 110, 105), word('3.10', 170, 125), word('88', 310, 145), word('12', 110, 145)];
    expect(tables(grid, words)).toEqual([]);
  });

  test('are recognised as revision tables or title blocks by their labels', () => {
    const revisions = filled(xs, ys, [
      ['Rev', 'Description', 'Date'],
      ['A', 'Issued', '2026-01-02'],
      ['', '', ''],
    ]);
    expect(tables(grid, revisions)).toMatchObject([{ kind: 'revisions' }]);
    const block = filled(xs, ys, [
      ['Scale', 'Drawn', 'Date'],
      ['1:50', 'ab', '2026'],
      ['Sheet', 'Project', 'A-1'],
    ]);
    expect(tables(grid, block)).toMatchObject([{ kind: 'title_block' }]);
  });

  test('whose lettering is drawn as strokes have a complete grid with ink in most cells', () => {
    const letters: Piece[] = ys
      .slice(0, -1)
      .flatMap((y) =>
        xs.slice(0, -1).flatMap((x) => [0, 1, 2, 3].map((k): Piece => [x + 5 + 4 * k, y + 6, x + 7 + 4 * k, y + 13])),
      );
    const drawn = (pieces: readonly Piece[]) => {
      const coverage = coverageOf({
        count: pieces.length,
        ends: Float64Array.from(pieces.flat()),
        pen: new Uint32Array(pieces.length),
        pens: [{ colour: '#000000', width: 0.5, dash: [], layer: null, edge: false }],
        areas: [],
      });
      return tablesOf(cellsOf(rulesOf(coverage), []), [], page, { index: new LineIndex(coverage.lines) });
    };
    expect(drawn([...grid, ...letters])).toMatchObject([{ rows: 3, columns: 3, confidence: 0.6 }]);
    expect(drawn(grid)).toEqual([]);
  });

  test('have no title in an area above them with a text somewhere in it', () => {
    const area = [...grid, ...levels(100, 400, 20), ...uprights(20, 100, 100, 400)];
    const address = word('2042 Barber Drive', 110, 30);
    expect(tables(area, [address, ...filled(xs, ys, said)])).toMatchObject([{ title: null }]);
  });

  test('have the nearest text above them as title, rather than a note on the same line', () => {
    const words = [word('DOORS', 102, 90), word('galvanised', 280, 90), ...filled(xs, ys, said)];
    expect(tables(grid, words)).toMatchObject([{ title: 'DOORS' }]);
  });

  test('do not cross the border of the sheet', () => {
    // A strip for signatures outside the border, whose rows do not match those of the table.
    const border: Piece[] = [[100, 10, 100, 690]];
    const strip = [...levels(70, 100, 90, 110, 150, 170), ...uprights(90, 170, 70, 85)];
    const pieces = [...grid, ...border, ...strip];
    const words = [...filled(xs, ys, said), word('x', 74, 128), word('y', 90, 96)];
    const found = tablesOf(cellsOf(rules(pieces), words), words, page, { rules: rules(pieces) });
    expect(found).toMatchObject([{ rows: 3, columns: 3, box: { left: 100 } }]);
  });

  test('are not divided by rules between their columns as long as the border of the sheet', () => {
    const rows = Array.from({ length: 31 }, (_, i) => 50 + 20 * i);
    const pieces = [...levels(300, 700, ...rows), ...uprights(50, 650, 300, 400, 700)];
    const words = rows.slice(0, -1).flatMap((y, i) => [word(`D${i}`, 304, y + 6), word(`Door ${i}`, 404, y + 6)]);
    const found = tablesOf(cellsOf(rules(pieces), words), words, page, { rules: rules(pieces) });
    expect(found).toMatchObject([{ rows: 30, columns: 2 }]);
  });

  test('are title blocks if their rows name the scale and the number of a sheet, unlike a list of sheets', () => {
    const kinds = (texts: readonly (readonly string[])[]) =>
      tables(grid, filled(xs, ys, texts)).map(({ kind }) => kind);
    expect(
      kinds([
        ['Stupeň', 'Datum', '05/2026'],
        ['Formát', 'Měřítko', '1:50'],
        ['Zakázka', 'Číslo výkresu', 'D.1'],
      ]),
    ).toEqual(['title_block']);
    expect(
      kinds([
        ['Výkres č.', 'Datum', 'Měřítko'],
        ['D.1', '05/2026', '1:50'],
        ['D.2', '05/2026', '1:20'],
      ]),
    ).toEqual(['table']);
  });

  test('are title blocks if each of their rows starts with a label and a colon', () => {
    const kinds = (labels: readonly string[]) =>
      tables(
        [...levels(100, 400, 100, 120, 140, 160), ...uprights(100, 160, 100, 260, 400)],
        filled(
          [100, 260],
          ys,
          labels.map((label, i) => [label, `entry ${i}`]),
        ),
      ).map(({ kind }) => kind);
    expect(kinds(['More plans:', 'Project name:', 'Drawing title:'])).toEqual(['title_block']);
    expect(kinds(['More plans:', 'Project name', 'Drawing title'])).toEqual(['table']);
  });

  test('are legends in a frame without rules inside, with the rows and columns of their texts', () => {
    const frame = [...levels(100, 400, 100, 220), ...uprights(100, 220, 100, 400)];
    const rows = ['Socket', 'Switch', 'Lamp', 'Fan'];
    const body = rows.flatMap((text, i) => [word(text.slice(0, 2), 120, 130 + 20 * i), word(text, 200, 130 + 20 * i)]);
    expect(tables(frame, [word('Simbología', 110, 106), ...body])).toMatchObject([{ kind: 'legend' }]);
    const [legend, ...others] = tables(frame, [word('LEGEND', 110, 106), ...body]);
    expect(others).toEqual([]);
    expect(legend).toMatchObject({
      kind: 'legend',
      title: 'LEGEND',
      rows: 4,
      columns: 2,
      box: { left: 100, bottom: 220 },
    });
    expect(legend!.cells.map(({ text }) => text)).toEqual(rows.flatMap((text) => [text.slice(0, 2), text]));
    expect(tables(frame, [word('VIEWS', 110, 106), ...body])).toEqual([]);
    const headed = [...frame, ...levels(100, 400, 80), ...uprights(80, 100, 100, 400)];
    expect(tables(headed, [word('LEGEND', 110, 86), ...body])).toMatchObject([{ title: 'LEGEND', rows: 4 }]);
  });

  test('that are legends contain the abbreviations below them', () => {
    const pieces = [
      ...grid,
      ...levels(100, 400, 80, 240),
      ...uprights(80, 100, 100, 400),
      ...uprights(160, 240, 100, 400),
    ];
    const below = ['AB', 'CD', 'EF'].flatMap((text, i) => [
      word(text, 110, 170 + 20 * i),
      word('words', 200, 170 + 20 * i),
    ]);
    const words = [word('LEGEND', 110, 86), ...filled(xs, ys, said), ...below];
    expect(tables(pieces, words)).toMatchObject([{ kind: 'legend', rows: 6, columns: 3, box: { bottom: 240 } }]);
  });

  test('that are legends contain a thin cell below them once', () => {
    const legend: Table = {
      ...{ kind: 'legend', title: 'LEGEND', rows: 1, columns: 1, cells: [], confidence: 0.8 },
      box: { left: 100, top: 100, right: 400, bottom: 200 },
    };
    const thin = { box: { left: 100, top: 200, right: 400, bottom: 203 }, words: [0], text: 'AB' };
    expect(withRowsBelow(legend, [thin], [word('AB', 110, 200)])).toMatchObject({ rows: 2, box: { bottom: 203 } });
  });
});
