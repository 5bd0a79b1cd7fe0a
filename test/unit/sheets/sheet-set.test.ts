import { describe, expect, it } from 'vitest';
import { proposeFields, readSheets, readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

const [WIDTH, HEIGHT] = [2448, 1584];

const pageOf = (page: number, block: readonly Drawn[]) =>
  drawnPage(page, WIDTH, HEIGHT, [...drawing(WIDTH, HEIGHT), ...block]);

const sheet = (page: number, fields: Partial<Sheet>): Sheet => ({
  page,
  sheet_number: null,
  title: null,
  revision: null,
  date: null,
  scale: null,
  confidence: { sheet_number: 0, title: 0, revision: 0, date: 0, scale: 0 },
  ...fields,
});

describe('a set of sheets', () => {
  // Neither text is labelled, both have the same size, and the project's name resembles a drawing's title.
  const names = ['Orchard', 'Meadow', 'Brookside', 'Hillcrest'];
  const pages = names.map((name, i) =>
    pageOf(i + 1, [
      ['Main Street Site Plan Review', 2160, 1250, 18],
      [name, 2160, 1330, 18],
      ['05/05/2020', 2160, 1380, 11],
      [`L${i + 1}.01`, 2160, 1480, 44],
    ]),
  );

  it('distinguishes text that varies between pages from repeated text', () => {
    expect(readSheets(pages).map(({ sheet_number, title }) => [sheet_number, title])).toEqual(
      names.map((name, i) => [`L${i + 1}.01`, name]),
    );
  });

  it('returns one sheet for each page, including pages without words', () => {
    const sheets = readSheets([drawnPage(1, 612, 792, []), ...pages.slice(1)]);
    expect(sheets.map((each) => each.page)).toEqual([1, 2, 3, 4]);
    expect(sheets[0]).toEqual(sheet(1, {}));
    expect(sheets[1]?.sheet_number).toBe('L2.01');
  });

  it('reads the date and the scale of a sheet without number and title', () => {
    const [read] = readSheets([
      pageOf(1, [
        ['Date:', 2160, 1380, 8],
        ['05/05/2020', 2220, 1380, 8],
        ['Scale:', 2160, 1420, 8],
        ['1:500', 2220, 1420, 8],
      ]),
    ]);
    expect(read).toMatchObject({ sheet_number: null, date: '05/05/2020', scale: '1:500' });
  });

  it('keeps a title that all its sheets share', () => {
    const details = [1, 2, 3].map((page) =>
      pageOf(page, [
        ['Quarry Bridge', 2160, 1250, 18],
        ['SHEET TITLE', 2160, 1300, 7],
        ['ABUTMENT DETAILS', 2160, 1320, 16],
        [`S-50${page}`, 2160, 1480, 44],
      ]),
    );
    expect(readSheets(details).map((each) => each.title)).toEqual(Array(3).fill('ABUTMENT DETAILS'));
  });

  it('yields no sheets for no pages', () => {
    expect(readSheets([])).toEqual([]);
  });

  it('reads a single page as a set of one', () => {
    const [first] = pages;
    expect(first && readTitleBlock(first)).toEqual(first && readSheets([first])[0]);
  });
});

describe('the fields proposed for a document', () => {
  it('are those of a single sheet', () => {
    expect(proposeFields([sheet(1, { sheet_number: 'A-101', title: 'Floor Plan', revision: '2' })])).toEqual({
      document_reference: 'A-101',
      title: 'Floor Plan',
      revision: '2',
    });
  });

  it('are the span of numbers and the shared revision of a set, and no title', () => {
    const set = [
      sheet(1, { sheet_number: 'A-101', title: 'Floor Plan', revision: '2' }),
      sheet(2, {}),
      sheet(3, { sheet_number: 'A-201', title: 'Elevations', revision: '2' }),
    ];
    expect(proposeFields(set)).toEqual({ document_reference: 'A-101 … A-201', title: null, revision: '2' });
    const mixed = set.map((each) => (each.page === 3 ? { ...each, revision: null } : each));
    expect(proposeFields(mixed).revision).toBeNull();
  });

  it('are null where nothing was read', () => {
    const nothing = { document_reference: null, title: null, revision: null };
    expect(proposeFields([])).toEqual(nothing);
    expect(proposeFields([sheet(1, {}), sheet(2, {})])).toEqual(nothing);
  });
});
