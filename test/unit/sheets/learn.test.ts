import { expect, test } from 'vitest';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { applyTemplate, templateOf } from '../../../shared/domain/sheets/learn/template.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

/** The block of an office that labels in words of its own, so that no general rule reads it. */
const sheet = (number: string, title: readonly string[], edition: string, width = 2384) =>
  drawnPage(1, width, 1684, [
    ...drawing(width, 1684),
    ['CLIENT', 2060, 1400, 7],
    ['Kowhai Trust', 2060, 1420, 12],
    ...title.map((line, i): Drawn => [line, 2060, 1470 + 18 * i, 14]),
    ['CHECKED', 2060, 1560, 7],
    [number, 2060, 1590, 14],
    ['DRAWN', 2230, 1560, 7],
    [edition, 2230, 1590, 14],
  ]);

const taught = templateOf(sheet('kw.one.7', ['Te whare', 'o runga'], 'fourth'), {
  sheet_number: 'kw.one.7',
  title: 'Te whare o runga',
  revision: 'fourth',
});

test('the next sheet of a corrected block is read at its places', () => {
  const next = sheet('kw.two.3', ['Te papa'], 'first');
  expect(readTitleBlock(next).sheet_number).not.toBe('kw.two.3');
  expect(applyTemplate(taught, next)).toMatchObject({
    sheet_number: { value: 'kw.two.3', confidence: 0.9 },
    title: { value: 'Te papa' },
    revision: { value: 'first' },
  });
});

test('a place left empty is no field, and a field that was not corrected is not learnt', () => {
  const read = applyTemplate(taught, sheet('kw.two.4', ['Te papa'], ''));
  expect(read.revision?.value).toBeNull();
  expect(read).not.toHaveProperty('date');
});

test('a sheet of another block or another form is not read by the template', () => {
  const other = drawnPage(1, 2384, 1684, [
    ['CLIENT', 100, 1400, 7],
    ['CHECKED', 300, 1400, 7],
    ['DRAWN', 500, 1400, 7],
    ['kw.two.3', 2060, 1590, 14],
  ]);
  expect(applyTemplate(taught, other)).toEqual({});
  expect(applyTemplate(taught, sheet('kw.two.3', ['Te papa'], 'first', 3000))).toEqual({});
});

test('a value that the sheet does not print teaches nothing', () => {
  expect(templateOf(sheet('kw.one.7', ['Te whare'], 'fourth'), { sheet_number: 'Z-999' }).fields).toEqual({});
});
