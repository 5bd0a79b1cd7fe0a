import { expect, test } from 'vitest';
import { digestPages } from '../../../functions/workers/process-document/read-pdf.ts';
import { type Drawn, drawing, drawnPage } from '../sheets/page.ts';

/** A page of a text: a heading over its paragraphs. */
const written = (page: number, heading: string) => {
  const lines = Array.from(
    { length: 20 },
    (_, i): Drawn => [`the contractor keeps the site clean as said in ${i}`, 70, 200 + 14 * i, 10],
  );
  return drawnPage(page, 595, 842, [[heading, 70, 100, 20], ...lines]);
};
/** A sheet whose title block has the number, the title, or both. */
const sheet = (page: number, fields: readonly Drawn[]) =>
  drawnPage(page, 2448, 1584, [...drawing(2448, 1584), ...fields]);
const number: readonly Drawn[] = [
  ['SHEET NUMBER', 2250, 1480, 7],
  ['A-101', 2250, 1520, 26],
];
const title: readonly Drawn[] = [
  ['SHEET TITLE', 2250, 1380, 7],
  ['FIRST FLOOR PLAN', 2250, 1405, 14],
];
const digestOf = (pages: Parameters<typeof digestPages>[0]) =>
  digestPages(pages, { file: { filename: 'file.pdf' }, templates: [] }, { organizationId: 'o', documentId: 'd' });

test('a document without title blocks is titled by its first heading', () => {
  const { title: found, sheets } = digestOf([written(1, 'Cleaning of the Site'), written(2, 'Another Chapter')]);
  expect(sheets.every(({ sheet_number, title }) => sheet_number === null && title === null)).toBe(true);
  expect(found).toBe('Cleaning of the Site');
});

test.each([
  ['number', number, ['A-101', null]],
  ['title', title, [null, 'FIRST FLOOR PLAN']],
  ['number and title', [...number, ...title], ['A-101', 'FIRST FLOOR PLAN']],
])('but not if a title block of its sheets has the %s, even if a text page comes first', (_, fields, named) => {
  const { title: found, sheets } = digestOf([written(1, 'Cleaning of the Site'), sheet(2, fields)]);
  expect([sheets[1]?.sheet_number, sheets[1]?.title]).toEqual(named);
  expect(found).toBeNull();
});
