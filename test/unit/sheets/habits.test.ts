import { describe, expect, it, test } from 'vitest';
import { gridMarks } from '../../../shared/domain/sheets/grid-marks.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { linesOf } from '../../../shared/domain/sheets/lines.ts';
import { isScale, isShortDate } from '../../../shared/domain/sheets/patterns.ts';
import { type Drawn, drawing, drawnPage, read } from './page.ts';

const [WIDTH, HEIGHT] = [2448, 1584];

test.each(['26 03 2024', '2018 08 23', '2025/07/', '2025/07', '20200510'])('%s is a date beside its label', (text) => {
  expect(isShortDate(text)).toBe(true);
});

test.each(['36 03 2024', '2018 18 23', '03 2024 26'])('%s is no date', (text) => {
  expect(isShortDate(text)).toBe(false);
});

test.each(['A3/1:100', 'A1:N.S A3:N.S', 'A1: 1/100', 'N.S'])('%s is a scale', (text) => {
  expect(isScale(text)).toBe(true);
});

it.each(['1/2025', '1/1998', '00:01'])('%s is no scale', (text) => {
  expect(isScale(text)).toBe(false);
  expect(isScale('1/2000')).toBe(true);
});

test('a count of sheets is no scale', () => {
  const block: Drawn[] = [
    ['Title', 2000, 1430, 8],
    ['Power Board', 2000, 1450, 14],
    ['Date of issue', 2100, 1500, 8],
    ['17/02/2018', 2100, 1515, 10],
    ['Sheet', 2250, 1500, 8],
    ['1/2', 2250, 1515, 10],
  ];
  expect(read(WIDTH, HEIGHT, block).scale).toBeNull();
  const scaled: Drawn[] = [...block.slice(0, 4), ['Scale', 2250, 1500, 8], ['1/2', 2250, 1515, 10]];
  expect(read(WIDTH, HEIGHT, scaled).scale).toBe('1/2');
});

test('the number of a revision that is empty is not its neighbour: `Rev. ID`', () => {
  const { revision, scale } = read(WIDTH, HEIGHT, [
    ['Tegningsnr.', 2200, 1350, 8],
    ['A10-1', 2200, 1366, 10],
    ['Mål:', 2040, 1350, 8],
    ['1:500', 2040, 1366, 10],
    ['Tegning', 1720, 1430, 8],
    ['Situasjonsplan', 1720, 1446, 10],
    ['Rev. ID', 2200, 1430, 8],
  ]);
  expect({ revision, scale }).toEqual({ revision: null, scale: '1:500' });
});

test('marks of one size that form a row, and those that face each other, are the zones of the frame', () => {
  const frame: Drawn[] = [
    ...['1', '2', '3', '4'].map((mark, i): Drawn => [mark, 300 + 500 * i, 1570, 11]),
    ['A', 2430, 1200, 11],
    ['B', 2430, 600, 11],
    ['A', 2200, 1400, 14],
    ['C', 1000, 900, 11],
  ];
  const { lines } = linesOf(drawnPage(1, WIDTH, HEIGHT, frame));
  expect([...gridMarks(lines)].map(({ text }) => text).sort()).toEqual(['1', '2', '3', '4', 'A', 'B']);
});

describe('the index of a set', () => {
  const listed = ['FLOOR PLAN', 'ROOF PLAN', 'ELEVATIONS', 'SECTIONS', 'WALL DETAILS'];
  const cover: Drawn[] = [
    ...drawing(WIDTH, HEIGHT),
    ...listed.flatMap((title, i): Drawn[] => [
      [`A-10${i + 1}`, 300, 900 + 20 * i, 12],
      [title, 400, 900 + 20 * i, 12],
    ]),
    ['COVER SHEET', 2160, 1400, 18],
    ['A-001', 2160, 1500, 44],
  ];
  const block = (title: string | null, number: string | null): Drawn[] => [
    ...drawing(WIDTH, HEIGHT),
    ...(title ? [[title, 2160, 1400, 18] as const] : []),
    ...(number ? [[number, 2160, 1500, 44] as const] : []),
  ];
  const pages = (third: Drawn[]) =>
    [cover, block('FLOOR PLAN', 'A-101'), third, block('ELEVATIONS', 'A-103')].map((texts, i) =>
      drawnPage(i + 1, WIDTH, HEIGHT, texts),
    );

  it('gives a sheet without a number the number that it lists with the title', () => {
    expect(readSheets(pages(block('ROOF PLAN', null)))[2]).toMatchObject({ sheet_number: 'A-102', title: 'ROOF PLAN' });
  });

  it('gives no sheet the number of another one', () => {
    expect(readSheets(pages(block('FLOOR PLAN', null)))[2]?.sheet_number).toBeNull();
  });

  it('gives a sheet without a title the title that it lists with the number', () => {
    expect(readSheets(pages(block(null, 'A-102')))[2]).toMatchObject({ sheet_number: 'A-102', title: 'ROOF PLAN' });
  });
});
