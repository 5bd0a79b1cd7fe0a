import { expect, test } from 'vitest';
import { readSheets, withRelations } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

test('each sheet of a set has its discipline and the sheets that it cites', () => {
  const block = (number: string, title: string): Drawn[] => [
    ...drawing(2384, 1684),
    ['DRAWING TITLE', 2060, 1500, 7],
    [title, 2060, 1520, 16],
    ['DRAWING NO', 2060, 1570, 7],
    [number, 2060, 1600, 24],
  ];
  const pages = [
    drawnPage(1, 2384, 1684, block('A-101', 'FIRST FLOOR PLAN')),
    drawnPage(2, 2384, 1684, block('S-201', 'FOUNDATION PLAN')),
    drawnPage(3, 612, 792, [['SEE DETAIL 4/A-501', 72, 72, 10]]),
  ];
  const sheets = withRelations(readSheets(pages), pages);
  const cited = [{ sheet_number: 'A-501', detail: '3' }];
  expect(sheets).toMatchObject([
    { sheet_number: 'A-101', discipline: 'architectural', sheet_references: cited },
    { sheet_number: 'S-201', discipline: 'structural', sheet_references: cited },
    { sheet_number: null, sheet_references: [{ sheet_number: 'A-501', detail: '4' }] },
  ]);
  expect(sheets[2]).not.toHaveProperty('discipline');
});

test('the discipline that the title block names precedes that of the number, unless it names several', () => {
  const block = (...names: string[]): Drawn[] => [
    ...drawing(2384, 1684),
    ['DRAWING TITLE', 2060, 1500, 7],
    ['PAVING DETAILS', 2060, 1520, 16],
    ['DRAWING NO', 2060, 1570, 7],
    ['PV-101', 2060, 1600, 24],
    ...names.map((name, i): Drawn => [name, 2060, 1440 - 30 * i, 10]),
  ];
  const disciplineIn = (...names: string[]) => {
    const pages = [drawnPage(1, 2384, 1684, block(...names))];
    return withRelations(readSheets(pages), pages)[0]?.discipline;
  };
  expect(disciplineIn('CIVIL')).toBe('civil');
  expect(disciplineIn('DISCIPLINE: CIVIL')).toBe('civil');
  expect(disciplineIn('CIVIL', 'STRUCTURAL')).toBe('plumbing');
  expect(disciplineIn()).toBe('plumbing');
});
