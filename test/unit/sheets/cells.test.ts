import { describe, expect, test } from 'vitest';
import type { CellBox, PageText, Word } from '../../../shared/domain/page-text.ts';
import { cellFinder, sideOf } from '../../../shared/domain/sheets/cells.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { linesOf } from '../../../shared/domain/sheets/lines.ts';
import { confidenceOf } from '../../../shared/domain/sheets/score.ts';
import { segmentsOf } from '../../../shared/domain/sheets/segments.ts';
import { type Drawn, drawing, drawnPage, read } from './page.ts';

const [WIDTH, HEIGHT] = [1684, 1191];
const box = (left: number, top: number, right: number, bottom: number): CellBox => ({ left, top, right, bottom });
const pageWith = (cells: CellBox[]): PageText => ({ ...drawnPage(1, WIDTH, HEIGHT, []), cells });
const wordAt = (x: number, y: number, angle = 0): Word => ({
  ...{ text: 'A', x: x - 5, y: y - 5, width: 10, height: 10, size: 10, angle },
});

describe('the cell of a word', () => {
  const block = box(1300, 900, 1660, 1170);
  const date = box(1300, 1100, 1420, 1170);

  test.each([[[block, date]], [[date, block]]])('is the smallest one around its centre', (cells) => {
    const find = cellFinder(pageWith(cells));
    expect(find(wordAt(1350, 1150))).toEqual({ u0: 1300, u1: 1420, v0: 1100, v1: 1170 });
    expect(find(wordAt(1500, 1000))).toEqual({ u0: 1300, u1: 1660, v0: 900, v1: 1170 });
    expect(find(wordAt(100, 100))).toBeNull();
  });

  test('is one object for all of its words', () => {
    const find = cellFinder(pageWith([date]));
    expect(find(wordAt(1350, 1120))).toBe(find(wordAt(1400, 1160)));
  });

  test('is found although it covers the sheet', () => {
    expect(cellFinder(pageWith([box(10, 10, 1670, 1180)]))(wordAt(800, 600))).not.toBeNull();
  });

  test('is rotated to the reading direction of the word', () => {
    expect(cellFinder(pageWith([date]))(wordAt(1350, 1150, 90))).toEqual({
      ...{ u0: 1100, u1: 1170, v0: WIDTH - 1420, v1: WIDTH - 1300 },
    });
  });
});

test.each([
  ['right', { u0: 102, u1: 200, v0: 0, v1: 20 }],
  ['left', { u0: -100, u1: -1, v0: 0, v1: 20 }],
  ['below', { u0: 0, u1: 100, v0: 21, v1: 40 }],
  ['above', { u0: 0, u1: 100, v0: -20, v1: -2 }],
  [null, { u0: 120, u1: 200, v0: 0, v1: 20 }],
  [null, { u0: 102, u1: 200, v0: 15, v1: 60 }],
] as const)('a neighbouring cell is on the side: %s', (side, other) => {
  expect(sideOf({ u0: 0, u1: 100, v0: 0, v1: 20 }, other)).toBe(side);
});

describe('a confidence', () => {
  test('rises with the score, and falls with every rival', () => {
    const of = (...scores: number[]) =>
      confidenceOf(
        'sheet_number',
        scores.map((score, i) => ({ text: `A-10${i}`, score })),
      );
    expect(of(3)).toBeGreaterThan(of(1));
    expect(of(3, 2.8)).toBeLessThan(of(3, -2));
    expect(of(3, 2.8, 2.7)).toBeLessThan(of(3, 2.8));
  });

  test('is not lowered by the same text in another place', () => {
    const [best, same] = [3, 2.8].map((score) => ({ text: 'A-101', score }));
    expect(confidenceOf('sheet_number', [best!, same!])).toBe(confidenceOf('sheet_number', [best!]));
  });

  test('is not lowered by the same letters and digits, and is by others', () => {
    const of = (rival: string) =>
      confidenceOf('title', [
        { text: 'Lighting plan', score: 3 },
        { text: rival, score: 2.8 },
      ]);
    expect(of('LIGHTING PLAN.')).toBe(confidenceOf('title', [{ text: 'Lighting plan', score: 3 }]));
    expect(of('Lighting plans')).toBeLessThan(of('LIGHTING PLAN.'));
  });

  test('of a title is not lowered by its own lines, that of a number is by a part of it', () => {
    const of = (field: 'title' | 'sheet_number', text: string, rival: string) =>
      confidenceOf(field, [
        { text, score: 3 },
        { text: rival, score: 2.8 },
      ]);
    const alone = confidenceOf('title', [{ text: 'Lighting plan east wing', score: 3 }]);
    expect(of('title', 'Lighting plan east wing', 'LIGHTING PLAN')).toBe(alone);
    expect(of('title', 'Lighting plan', 'Lighting plan east wing')).toBeLessThan(alone);
    expect(of('sheet_number', 'A-101', '101')).toBeLessThan(of('sheet_number', 'A-101', 'A 101'));
  });

  test('is not higher for recognised words than for printed ones', () => {
    for (const field of ['sheet_number', 'title', 'revision', 'date', 'scale'] as const) {
      const answer = [{ text: 'x', score: 3 }];
      expect(confidenceOf(field, answer, true)).toBeLessThanOrEqual(confidenceOf(field, answer));
    }
  });

  test('of a drawn answer among printed words is that of a recognised one', () => {
    const drawn = [{ text: 'x', score: 6, certainty: 0.99 }];
    expect(confidenceOf('title', drawn)).toBe(confidenceOf('title', drawn, true));
    expect(confidenceOf('title', drawn)).toBeLessThan(confidenceOf('title', [{ text: 'x', score: 6 }]) - 0.05);
  });

  test('is between 0.05 and 0.99', () => {
    expect(confidenceOf('date', [{ text: '1.1.2020', score: 1000 }])).toBe(0.99);
    expect(confidenceOf('date', [{ text: '1.1.2020', score: -1000 }])).toBe(0.05);
  });
});

test('a value in the cell beside its label is read, and not a text that is closer to the label in another cell', () => {
  const texts = [
    ...drawing(WIDTH, HEIGHT),
    ['Plan-Nr.', 1300, 1110, 7],
    ['4711-A-02', 1600, 1110, 9],
    ['W17', 1300, 1130, 9],
    ['Datum', 1300, 1150, 7],
    ['09.06.2015', 1600, 1150, 9],
  ] as const;
  const page = drawnPage(1, WIDTH, HEIGHT, texts);
  const rows = [1097, 1117, 1137].flatMap((top) => [box(1290, top, 1590, top + 20), box(1590, top, 1670, top + 20)]);
  const { sheet_number, date } = readTitleBlock({ ...page, cells: rows });
  expect({ sheet_number, date }).toEqual({ sheet_number: '4711-A-02', date: '09.06.2015' });
  expect(readTitleBlock(page).sheet_number).not.toBe('4711-A-02');
});

test('words in Hebrew and Arabic are read from the right, figures and Latin words between them from the left', () => {
  const lineOf = (text: string) => linesOf(drawnPage(1, WIDTH, HEIGHT, [[text, 200, 200, 10]])).lines[0]?.text;
  expect(lineOf('קומה תוכנית')).toBe('תוכנית קומה');
  expect(lineOf('A 101 גיליון')).toBe('גיליון A 101');
  expect(lineOf('الأول الطابق مسقط')).toBe('مسقط الطابق الأول');
});

test('a count of sheets is not the number where another label names the drawing', () => {
  const block = (number: string) =>
    read(WIDTH, HEIGHT, [
      ['TITLE', 1300, 1020, 7],
      ['BEARING PLATE', 1310, 1040, 14],
      ['DWG NO', 1300, 1070, 7],
      [number, 1310, 1090, 14],
      ['SCALE', 1300, 1120, 7],
      ['1:5', 1350, 1120, 9],
      ['SHEET', 1500, 1120, 7],
      ['1', 1540, 1120, 12],
      ['OF', 1560, 1120, 7],
      ['3', 1580, 1120, 12],
    ]);
  expect(block('BP-204').sheet_number).toBe('BP-204');
  expect(block('').sheet_number).not.toBe('1');
});

test('a label that its cell breaks is one label', () => {
  const texts = [
    ['Dátum:', 1300, 1100, 8],
    ['2026. 03. 29.', 1310, 1115, 10],
    ['Rajzszám:', 1450, 1100, 8],
    ['CNC-001', 1460, 1118, 14],
    ['Méret-', 1560, 1096, 8],
    ['arány:', 1560, 1105, 8],
    ['1:8', 1565, 1124, 14],
  ] as const;
  const { labels } = segmentsOf(drawnPage(1, WIDTH, HEIGHT, texts));
  expect(labels.map(({ text, kind }) => [text, kind])).toContainEqual(['Méretarány:', 'scale']);
});

/** A block of ruled rows with a label on the left of each and these texts in its cell. */
const rowsOf = (rows: readonly (readonly [label: string, ...values: string[]])[], step = 24) => {
  const cells = rows.flatMap((_, i) => {
    const top = 1600 - step * (rows.length - i);
    return [box(1980, top, 2080, top + step), box(2080, top, 2360, top + step)];
  });
  const texts = rows.flatMap(([label, ...values], i): Drawn[] => {
    const top = 1600 - step * (rows.length - i);
    return [[label, 1985, top + 15, 7], ...values.map((value, k): Drawn => [value, 2090 + 120 * k, top + 15, 9])];
  });
  return { ...drawnPage(1, 2384, 1684, [...drawing(2384, 1684), ...texts]), cells };
};

test('a scale without its one, a date of year and month, and of two scales that of the larger paper are read', () => {
  const block = (scale: string[], date = '2025 /07/') =>
    readTitleBlock(
      rowsOf([
        ['TITLE', 'GROUND FLOOR PLAN'],
        ['DRAWING NO', 'A-101'],
        ['DATE', date],
        ['SCALE', ...scale],
        ['REV', 'B'],
      ]),
    );
  expect(block(['.25']).scale).toBe('.25');
  expect(block(['0,5']).scale).toBe('0,5');
  expect(block(['A3:N.S', 'A1:N.S'])).toMatchObject({ scale: 'A1:N.S', date: '2025 /07/' });
});

test('a title with an open bracket continues in the same cell', () => {
  const sheet = (title: string[]) =>
    readTitleBlock(
      rowsOf([
        ['TITLE', ...title],
        ['DRAWING NO', 'A-101'],
        ['SCALE', '1:50'],
        ['DATE', '09.06.2015'],
      ]),
    );
  expect(sheet(['Floor plan (level', 'two)']).title).toBe('Floor plan (level two)');
  expect(sheet(['Floor plan', 'Mr Smith']).title).not.toContain('Smith');
});
