import { describe, expect, it } from 'vitest';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawnPage, fieldsOf, read } from './page.ts';

/** Cells of a block along the right edge: label, value. */
const cells = (...pairs: readonly (readonly [label: string, value: string, size?: number])[]): Drawn[] =>
  pairs.flatMap(([label, value, size = 12], i): Drawn[] => [
    [label, 2060, 1180 + 44 * i, 7],
    [value, 2060, 1198 + 44 * i, size],
  ]);

describe('title blocks in further languages', () => {
  it.each([
    [
      'Polish',
      cells(
        ['INWESTOR', 'Gmina Lipno'],
        ['NAZWA RYSUNKU', 'Rzut parteru', 16],
        ['DATA', '03.2021'],
        ['SKALA', '1:100'],
        ['NR RYSUNKU', 'A-02', 22],
      ),
      { sheet_number: 'A-02', title: 'Rzut parteru', date: '03.2021', scale: '1:100' },
    ],
    [
      'Swedish',
      cells(
        ['UPPDRAG NR', '22114'],
        ['RITNINGSTITEL', 'Plan våning 1', 16],
        ['DATUM', '2021-04-16'],
        ['SKALA', '1:50'],
        ['RITNINGSNUMMER', 'A-40.1-010', 22],
      ),
      { sheet_number: 'A-40.1-010', title: 'Plan våning 1', date: '2021-04-16', scale: '1:50' },
    ],
    [
      'Japanese',
      cells(
        ['工事名', '市立図書館新築工事'],
        ['図面名称', '１階平面図', 16],
        ['作成日', '令和3年5月10日'],
        ['縮尺', '１／１００'],
        ['図面番号', 'A－12', 22],
      ),
      { sheet_number: 'A-12', title: '1階平面図', date: '令和3年5月10日', scale: '1/100' },
    ],
    [
      'Chinese',
      cells(
        ['工程名称', '新城小学'],
        ['图名', '二层平面图', 16],
        ['日期', '2021年5月'],
        ['比例', '1：100'],
        ['图号', '建施-05', 22],
      ),
      { sheet_number: '建施-05', title: '二层平面图', date: '2021年5月', scale: '1:100' },
    ],
    [
      'Russian',
      cells(
        ['ЗАКАЗЧИК', 'ООО Мост'],
        ['НАИМЕНОВАНИЕ ЧЕРТЕЖА', 'План первого этажа', 16],
        ['ДАТА', '07.2013'],
        ['МАСШТАБ', 'М 1:100'],
        ['№ ЛИСТА', '12', 22],
      ),
      { sheet_number: '12', title: 'План первого этажа', date: '07.2013', scale: '1:100' },
    ],
    [
      'German abbreviations',
      cells(
        ['PROJEKT', 'Haus Keller'],
        ['ZEICHNUNG', 'Grundriss EG', 16],
        ['DATUM', '20.11.2015'],
        ['ZEICHN.-NR.', '210', 22],
      ),
      { sheet_number: '210', title: 'Grundriss EG', date: '20.11.2015' },
    ],
  ] as const)('%s', (_, drawn, expected) => {
    expect(read(2384, 1684, [...drawn])).toMatchObject(expected);
  });
});

describe('sheet numbers of other forms', () => {
  const withNumber = (...number: Drawn[]) =>
    read(2384, 1684, [
      ...cells(
        ['CLIENT', 'Crayfish Inn'],
        ['DRAWING TITLE', 'SITE PLAN', 16],
        ['DATE', '04/12/2016'],
        ['SCALE', 'NOTED'],
      ),
      ...number,
    ]);

  it.each(['100\u201000', 'COV-S', 'TX17886.00 - S2.01', 'a.3.2'])('%s under an unambiguous label', (number) => {
    const found = withNumber(['DRAWING NO', 2060, 1400, 7], [number, 2060, 1424, 22]);
    expect(found).toMatchObject({ sheet_number: number.replace('\u2010', '-'), scale: 'NOTED' });
  });

  it('on two lines, the second with a dash before it', () => {
    const found = withNumber(['PLAN REF NO', 2060, 1400, 7], ['SC20', 2060, 1418, 14], ['-03T', 2060, 1436, 14]);
    expect(found.sheet_number).toBe('SC20-03T');
  });

  it('in parentheses after the title', () => {
    const found = read(2384, 1684, [['Roof Framing Plan - (A152)', 2060, 1600, 18]]);
    expect(found).toMatchObject({ sheet_number: 'A152', title: 'Roof Framing Plan' });
  });
});

describe('scales', () => {
  it('of the full size if a line states both', () => {
    const found = read(2384, 1684, [
      ...cells(
        ['DRAWING TITLE', 'FOOTING PLAN', 16],
        ['SCALE', '1:200 AT A1 SHEET | 1:400 AT A3 SHEET'],
        ['DRAWING NO', 'S2.01', 22],
      ),
    ]);
    expect(found.scale).toBe('1:200');
  });

  it('alone in a cell among those of the block', () => {
    const found = read(2384, 1684, [
      ...cells(
        ['PROJEKT', 'Haus Keller'],
        ['PLANINHALT', 'Grundriss UG', 16],
        ['GEZEICHNET', 'sid'],
        ['PLAN-NR.', '110', 22],
      ),
      ['M', 2130, 1272, 14],
      ['1:50', 2150, 1272, 14],
    ]);
    expect(found.scale).toBe('1:50');
  });
});

describe('sheets without a title block', () => {
  const rooms = Array.from(
    { length: 14 },
    (_, i): Drawn => [`ROOM ${i + 1}`, 60 + 30 * (i % 6), 80 + 40 * Math.floor(i / 6), 6],
  );

  const alone = (texts: readonly Drawn[]) => fieldsOf(readTitleBlock(drawnPage(1, 595, 842, texts)));

  it('are titled by the heading under their only view', () => {
    const found = alone([...rooms, ['GROUND FLOOR PLAN', 200, 700, 12], ['TECH.SKETCH BAYZID', 360, 700, 12]]);
    expect(found).toMatchObject({ sheet_number: null, title: 'GROUND FLOOR PLAN' });
  });

  it('and not by one whose words were recognised, beside which a title block may not have been', () => {
    const page = drawnPage(1, 595, 842, [...rooms, ['GROUND FLOOR PLAN', 200, 700, 12]]);
    const recognised = { ...page, words: page.words.map((word) => ({ ...word, drawn: 0.97 })) };
    expect(readTitleBlock(recognised).title).toBeNull();
    expect(readTitleBlock(page).title).toBe('GROUND FLOOR PLAN');
  });

  it('are titled by their largest text, of several lines', () => {
    const list: Drawn = ['LEGEND', 60, 720, 12];
    const found = alone([...rooms, ['CITY HALL', 60, 40, 22], ['FLOOR 2', 76, 64, 22], list]);
    expect(found.title).toBe('CITY HALL FLOOR 2');
    // Wrong, but nothing tells the section from the title of the sheet.
    expect(
      alone([...rooms, ['CITY HALL', 60, 40, 22], ['FLOOR 2', 76, 64, 22], ['SECTION A', 360, 700, 12]]).title,
    ).toBe('SECTION A');
    expect(alone([...rooms, ['CITY HALL', 60, 40, 22], ['JONES HALL', 360, 700, 22]]).title).toBeNull();
  });

  it('and not by the heading of a list', () => {
    expect(alone([...rooms, ['LEGEND', 60, 720, 12]]).title).toBeNull();
  });

  it('and not by one of several', () => {
    const found = alone([...rooms, ['GROUND FLOOR PLAN', 60, 700, 12], ['SECTION A', 360, 700, 12]]);
    expect(found.title).toBeNull();
  });
});

it('a sheet dated only in its revision table, by an era that the table omits', () => {
  const found = read(1191, 842, [
    ['年月日', 370, 796, 7],
    ['訂正', 410, 796, 7],
    ['記事', 450, 796, 7],
    ['21 .8 .', 372, 805, 6],
    ['図面名', 945, 796, 7],
    ['立面図', 980, 808, 9],
    ['縮尺', 1105, 796, 7],
    ['1：100', 1098, 808, 7],
  ]);
  expect(found).toMatchObject({ title: '立面図', date: '21 .8 .', scale: '1:100' });
});
