import { expect, test } from 'vitest';
import { sheetReferences } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawnPage } from './page.ts';

const cites = (text: string, own: string | null = 'A-101') =>
  sheetReferences(drawnPage(1, 2384, 1684, [[text, 100, 100, 8]]), own);

test.each([
  ['SEE DETAIL 3/A-501', [{ sheet_number: 'A-501', detail: '3' }]],
  ['12 / S2.01 TYP.', [{ sheet_number: 'S2.01', detail: '12' }]],
  ['see S-201', [{ sheet_number: 'S-201' }]],
  ['REFER TO STRUCTURAL DRAWING S-201 FOR REINFORCEMENT', [{ sheet_number: 'S-201' }]],
  ['siehe Plan A-12', [{ sheet_number: 'A-12' }]],
  [
    'SEE SHEETS A-201, A-202 AND A-203',
    [{ sheet_number: 'A-201' }, { sheet_number: 'A-202' }, { sheet_number: 'A-203' }],
  ],
  ['SEE A-101', []],
  ['1/2" GYP BOARD, 3/4 PLYWOOD, 2X4 AT 16 O.C., 5/8-TYPE X', []],
  ['AS SHOWN ON A2 PAPER, 06/A/2020', []],
])('%s', (text, expected) => {
  expect(cites(text)).toEqual(expected);
});

test('section marks cite sheets whose numbers have the form used in the set', () => {
  const mark = (detail: string, number: string, x: number): Drawn[] => [
    [detail, x + 12, 300, 10],
    [number, x, 314, 10],
  ];
  const page = drawnPage(1, 2384, 1684, [...mark('3', 'A-501', 200), ...mark('4', 'B2', 500), ['A-502', 800, 314, 10]]);
  expect(sheetReferences(page, 'A-101', ['A-101', 'A-501'])).toEqual([{ sheet_number: 'A-501', detail: '3' }]);
  expect(sheetReferences(page, 'A-101')).toEqual([]);
});

test('a sheet keeps a limited number of references', () => {
  const many = Array.from({ length: 500 }, (_, i) => `${(i % 9) + 1}/A-${100 + i}`).join('\n');
  expect(cites(many).length).toBe(60);
});
