import { describe, expect, it } from 'vitest';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { centred, type Drawn, drawnPage, read } from './page.ts';

describe('title blocks with misleading cells', () => {
  it('does not take a project number, initials or a phone number for the sheet number', () => {
    expect(
      read(2592, 1728, [
        ['STRUCTURAL ENGINEER', 2330, 300, 8],
        ['Pell & Strand S.C.', 2330, 320, 14],
        ['T 608.555.0199', 2330, 336, 9],
        ['Project No.', 2330, 1300, 8],
        ['A-2019', 2430, 1300, 12],
        ['Drawn By', 2330, 1320, 8],
        ['K9', 2430, 1320, 12],
        ['Checked By', 2330, 1340, 8],
        ['ML', 2430, 1340, 12],
        ['Issued', 2330, 1360, 8],
        ['12/20/2019', 2430, 1360, 12],
        centred('FOUNDATION DETAILS', 2440, 1430, 20),
        centred('AND SCHEDULES', 2440, 1454, 20),
        centred('S501', 2440, 1600, 60),
      ]),
    ).toEqual({
      sheet_number: 'S501',
      title: 'FOUNDATION DETAILS AND SCHEDULES',
      revision: null,
      date: '12/20/2019',
      scale: null,
    });
  });

  it('reads a bottom strip with the project left, the title in the middle and the number right', () => {
    expect(
      read(1224, 792, [
        ['Lakeview Bath House', 60, 745, 16],
        ['W1420 County Road J, Merrill, WI 54452', 60, 762, 8],
        ['Wall Sections', 560, 745, 16],
        ['Date: 5/6/2016', 800, 738, 8],
        ['Scale: 3/4" = 1\'-0"', 800, 750, 8],
        ['Drawn by: FT', 800, 762, 8],
        ['A5', 1130, 755, 30],
      ]),
    ).toEqual({ sheet_number: 'A5', title: 'Wall Sections', revision: null, date: '5/6/2016', scale: '3/4" = 1\'-0"' });
  });

  it('keeps the phase of the set and the stamp out of the title', () => {
    expect(
      read(2592, 1728, [
        ['PRELIMINARY - NOT FOR CONSTRUCTION', 2300, 600, 26],
        ['CONSTRUCTION DOCUMENTS', 2330, 1180, 18],
        ['Brook Farm Brewery', 2330, 1240, 24],
        ['REFLECTED CEILING PLAN', 2330, 1330, 18],
        ['LEVEL 2', 2330, 1352, 18],
        ['DATE OF ISSUE', 2330, 1420, 7],
        ['2020.07.31', 2330, 1434, 10],
        ['REVISION NO.', 2330, 1460, 7],
        ['3', 2330, 1474, 10],
        ['A-122', 2330, 1600, 50],
      ]),
    ).toEqual({
      sheet_number: 'A-122',
      title: 'REFLECTED CEILING PLAN LEVEL 2',
      revision: '3',
      date: '2020.07.31',
      scale: null,
    });
  });

  it('reads a mechanical sheet whose revisions head their list without columns', () => {
    expect(
      read(3024, 2160, [
        ['REVISIONS', 2740, 900, 9],
        ['1', 2745, 914, 9],
        ['08/15/17', 2770, 914, 9],
        ['BULLETIN 1', 2830, 914, 9],
        ['2', 2745, 928, 9],
        ['09/30/17', 2770, 928, 9],
        ['BULLETIN 4', 2830, 928, 9],
        ['SHEET', 2740, 1500, 9],
        ['TITLE', 2740, 1511, 9],
        ['HVAC PLAN -', 2790, 1540, 24],
        ['SECOND FLOOR', 2790, 1569, 24],
        ['AREA B', 2790, 1598, 24],
        ['PROJECT', 2740, 1700, 9],
        ['NUMBER', 2740, 1711, 9],
        ['1617-22', 2830, 1708, 14],
        ['DATE', 2740, 1740, 9],
        ['07/01/2017', 2830, 1744, 14],
        ['SHEET', 2740, 1800, 9],
        ['NUMBER', 2740, 1811, 9],
        ['M2.2B', 2790, 1890, 64],
      ]),
    ).toEqual({
      sheet_number: 'M2.2B',
      title: 'HVAC PLAN - SECOND FLOOR AREA B',
      revision: '2',
      date: '07/01/2017',
      scale: null,
    });
  });

  it('reads an issue list without marks as no revision', () => {
    expect(
      read(2592, 1728, [
        ['ISSUED FOR', 2330, 700, 8],
        ['DATE', 2500, 700, 8],
        ['PERMIT', 2330, 714, 8],
        ['10/01/2018', 2500, 714, 8],
        ['BID', 2330, 728, 8],
        ['11/15/2018', 2500, 728, 8],
        ['SHEET TITLE:', 2330, 1450, 8],
        centred('CODE REVIEW AND EGRESS', 2440, 1480, 18),
        ['SHEET:', 2330, 1550, 8],
        centred('G1.1', 2440, 1610, 52),
      ]),
    ).toEqual({
      sheet_number: 'G1.1',
      title: 'CODE REVIEW AND EGRESS',
      revision: null,
      date: '11/15/2018',
      scale: null,
    });
  });

  it('reads a cover sheet beside its list of sheets', () => {
    const index = Array.from({ length: 20 }, (_, i): Drawn[] => [
      [`A-${201 + i}`, 1500, 500 + 16 * i, 11],
      ['BUILDING ELEVATIONS', 1570, 500 + 16 * i, 11],
    ]).flat();
    expect(
      read(2448, 1584, [
        ['SHEET INDEX', 1500, 470, 16],
        ...index,
        ['Sauk Prairie Clinic', 300, 800, 90],
        ['COVER SHEET', 2250, 1400, 16],
        ['04/30/2021', 2250, 1430, 12],
        ['G-000', 2250, 1500, 44],
      ]),
    ).toEqual({ sheet_number: 'G-000', title: 'COVER SHEET', revision: null, date: '04/30/2021', scale: null });
  });

  it('finds nothing on an image without a title block', () => {
    const { confidence, ...fields } = readTitleBlock(
      drawnPage(1, 1224, 792, [
        ['KITCHEN', 300, 300, 10],
        ['DINING', 600, 320, 10],
        ['12\'-4"', 400, 200, 8],
        ['PATIO', 1000, 650, 10],
        ['D101', 1100, 500, 8],
      ]),
    );
    expect(fields).toEqual({ page: 1, sheet_number: null, title: null, revision: null, date: null, scale: null });
    expect(Object.values(confidence)).toEqual([0, 0, 0, 0, 0]);
  });

  it('finds nothing on a page of a specification', () => {
    const line = 'The contractor shall submit samples of each finish before the work of this section is begun on site.';
    const { confidence, ...fields } = readTitleBlock(
      drawnPage(12, 612, 792, [
        ['SECTION 09 91 00', 72, 50, 10],
        ['DATE: 03/01/2020', 450, 50, 10],
        ...Array.from({ length: 40 }, (_, i): Drawn => [line, 72, 90 + 16 * i, 9]),
        ['PAINTING', 72, 770, 10],
        ['09 91 00 - 3', 480, 770, 10],
        ['REV 2', 540, 770, 10],
      ]),
    );
    expect(fields).toEqual({ page: 12, sheet_number: null, title: null, revision: null, date: null, scale: null });
    expect(Math.max(...Object.values(confidence))).toBe(0);
  });

  it('takes the title of the view if no word identifies the text above the number, rather than project or address', () => {
    expect(
      read(2448, 1584, [
        ['FACILITY FOR DANE PROPERTY LLC', 1900, 1440, 24],
        ['1810 SOUTH PARK STREET', 1900, 1466, 24],
        ['KITCHEN', 1980, 1492, 24],
        ['K2.1', 2200, 1490, 50],
      ]),
    ).toMatchObject({ sheet_number: 'K2.1', title: 'FIRST FLOOR PLAN' });
  });

  it('recognises marks and titles of views, whose scale is that of a sheet without another one', () => {
    expect(
      read(2448, 1584, [
        ['2', 2204, 1290, 10],
        ['A300', 2196, 1304, 10],
        ['3', 1900, 1400, 16],
        ['WEST ELEVATION', 1920, 1400, 16],
        ['1/8" = 1\'-0"', 1920, 1414, 9],
      ]),
    ).toEqual({ sheet_number: null, title: null, revision: null, date: null, scale: '1/8" = 1\'-0"' });
  });

  it('takes the latest entry of a list whose revisions have their own labels', () => {
    expect(
      read(2592, 1728, [
        ['ISSUE', 2350, 1300, 6],
        ['DATE', 2450, 1300, 6],
        ['PERMIT SET', 2350, 1312, 7],
        ['06/01/17', 2450, 1312, 7],
        ['REV 1', 2350, 1324, 7],
        ['07/20/17', 2450, 1324, 7],
        ['PANEL SCHEDULES', 2350, 1500, 14],
        ['E-601', 2350, 1640, 34],
      ]),
    ).toEqual({ sheet_number: 'E-601', title: 'PANEL SCHEDULES', revision: '1', date: '07/20/17', scale: null });
  });

  it('reads a dense sheet without comparing all pairs of words', () => {
    const cells = ['DATE:', 'SIZE', 'A-301', '01/02/2020', '1:100', 'REV', 'B', 'TYPE'];
    const schedule = Array.from({ length: 12_000 }, (_, i): Drawn => {
      const [row, column] = [Math.floor(i / 80), i % 80];
      return [cells[column % cells.length] ?? '', 40 + 24 * column, 40 + 9 * row, 4];
    });
    expect(
      read(2448, 1584, [
        ...schedule,
        ['SHEET TITLE', 2160, 1440, 8],
        ['CABLE SCHEDULE', 2160, 1460, 18],
        ['E-900', 2160, 1540, 40],
      ]),
    ).toMatchObject({ sheet_number: 'E-900', title: 'CABLE SCHEDULE' });
  });
});

it('numbered views do not name a sheet', () => {
  const views = ['V', 'W', 'X', 'Y'].map((mark, i): Drawn => [`SECCION ${mark} - ${mark}`, 1500 + 150 * i, 1560, 12]);
  const { title } = read(2384, 1684, [...views, ['WAREHOUSE', 2100, 1630, 12], ['TL-1', 2250, 1620, 34]]);
  expect(title ?? '').not.toContain('SECCION');
});
