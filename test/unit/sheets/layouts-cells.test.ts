import { describe, expect, it } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawing, drawnPage, fieldsOf, read } from './page.ts';

describe('words of a title block', () => {
  const said = (words: readonly Drawn[], spread: (word: Word, i: number) => Word) => {
    const page = drawnPage(1, 2384, 1684, words);
    return readTitleBlock({ ...page, words: page.words.map(spread) });
  };

  it('are separated although their letters lean over the space between them', () => {
    const { title } = said(
      [
        ['Sheet No.', 2200, 1600, 9],
        ['S4.1', 2200, 1630, 26],
        ['Wall Sections', 2000, 1600, 20],
      ],
      (word) => (word.text === 'Wall' ? { ...word, width: word.width + 6 } : word),
    );
    expect(title).toBe('Wall Sections');
  });

  it('keep a recognised dash between them, whose ink is a tenth of theirs', () => {
    const inked = (word: Word): Word =>
      word.text === '-'
        ? { ...word, y: word.y + 0.45 * word.height, height: 0.1 * word.height, size: 0.1 * word.height }
        : { ...word, size: word.height };
    const { title } = said(
      [
        ['TITLE', 2000, 1570, 9],
        ['LEVEL 5 - TERRACE', 2000, 1600, 20],
        ['Sheet No.', 2200, 1600, 9],
        ['S4.1', 2200, 1630, 26],
      ],
      inked,
    );
    expect(title).toBe('LEVEL 5 - TERRACE');
  });
});

describe('cells of title blocks', () => {
  it('reads the lines of one cell as one title, whatever their letters', () => {
    const { title } = read(1684, 1191, [
      ['Plano:', 1300, 1090, 10],
      ['CANALIZACIONES', 1345, 1086, 18],
      ['NIVEL DOS', 1345, 1106, 14],
      ['Fecha:', 1300, 1140, 10],
      ['21/10/24', 1345, 1140, 10],
      ['Escala:', 1420, 1140, 10],
      ['1:50', 1465, 1140, 10],
      ['IE-02', 1550, 1120, 34],
    ]);
    expect(title).toBe('CANALIZACIONES NIVEL DOS');
  });

  it('reads a spaced fraction as a scale beside its label only', () => {
    const block = (label: string): Drawn[] => [
      ['Title:', 1400, 1060, 6],
      ['SIDE PLATE', 1440, 1060, 14],
      ['Date:', 1400, 1100, 6],
      ['21/10/24', 1440, 1100, 9],
      [label, 1500, 1100, 6],
      ['1 / 2', 1540, 1100, 9],
      ['A-14', 1572, 1150, 24],
    ];
    expect(read(1684, 1191, block('Scale:')).scale).toBe('1 / 2');
    expect(read(1684, 1191, block('Sheet:')).scale).toBeNull();
  });

  it('reads a revision at the end of a title', () => {
    const { revision } = read(1684, 1191, [
      ['Title:', 1400, 1060, 6],
      ['GROUND FLOOR PLAN rev.002', 1440, 1060, 14],
      ['Date:', 1400, 1100, 6],
      ['21/10/24', 1440, 1100, 9],
      ['A-14', 1572, 1150, 24],
    ]);
    expect(revision).toBe('002');
  });

  it('pairs a number with a label printed along its side', () => {
    const { sheet_number } = read(1684, 1191, [
      ['Title:', 1400, 1060, 6],
      ['GROUND FLOOR PLAN', 1440, 1060, 14],
      ['Date:', 1400, 1100, 6],
      ['21/10/24', 1440, 1100, 9],
      ['SHEET NO.', 1560, 1150, 6, 270],
      ['14', 1572, 1140, 9],
    ]);
    expect(sheet_number).toBe('14');
  });

  it('takes the largest number in the corner as sheet number, and not a house type', () => {
    const { sheet_number } = read(1224, 792, [
      ['Plan No.:', 1140, 690, 6],
      ['TYPE_NM', 1170, 702, 8],
      ['Lower Level Framing Plan', 1125, 760, 7],
      ['1.02', 1150, 750, 26],
    ]);
    expect(sheet_number).toBe('1.02');
  });

  it('prefers the drawing number to a count of sheets and to the paper size', () => {
    const form: Drawn[] = [
      ['TITLU:', 330, 700, 7],
      ['SUPORT ELICE', 340, 712, 10],
      ['NR. DESEN:', 330, 740, 7],
      ['ABC 4.2-05-K7', 335, 752, 10],
      ['A4', 500, 752, 10],
      ['SCARA', 330, 770, 7],
      ['1:2', 366, 770, 10],
      ['PLANSA', 425, 770, 7],
      ['1/1', 458, 770, 10],
      ['DATA EDITIEI:', 430, 700, 7],
      ['2023-03-21', 435, 712, 10],
    ];
    expect(fieldsOf(readTitleBlock(drawnPage(1, 595, 842, form)))).toEqual({
      sheet_number: 'ABC 4.2-05-K7',
      title: 'SUPORT ELICE',
      revision: null,
      date: '2023-03-21',
      scale: '1:2',
    });
  });

  it('takes no part of a code for a date', () => {
    const { date } = read(1684, 1191, [
      ['Drawing Title', 1300, 1050, 9],
      ['FIRST FLOOR PLAN', 1300, 1070, 16],
      ['QRS – 09.03.02 – 16/114', 1300, 1100, 14],
    ]);
    expect(date).toBeNull();
  });

  it('does not take the heading of a list for a title', () => {
    const { title } = read(1684, 1191, [
      ['NOTES:', 1480, 980, 16],
      ['Sheet No.', 1560, 1140, 9],
      ['S4.1', 1560, 1170, 26],
    ]);
    expect(title).toBeNull();
  });

  it('does not take an item of a numbered list for a title', () => {
    const texts: Drawn[] = [
      ['BUILD PER DRAWING', 1320, 1000, 16],
      ['FINISH COLOR TO BE TBD', 1320, 1022, 16],
      ['Sheet No.', 1560, 1140, 9],
      ['S4.1', 1560, 1170, 26],
    ];
    expect(read(1684, 1191, texts).title).toContain('BUILD PER DRAWING');
    expect(read(1684, 1191, [...texts, ['1.', 1290, 1000, 16], ['2.', 1290, 1022, 16]]).title).toBeNull();
  });

  it('does not take a word for the scale that is in the cell of another field', () => {
    const page = drawnPage(1, 1684, 1191, [
      ['Sheet No.', 1560, 1140, 9],
      ['S4.1', 1560, 1170, 26],
      ['Sheet Title', 1300, 1050, 9],
      ['FIRST FLOOR PLAN', 1300, 1070, 16],
      ['SHOP PAINT', 1300, 1120, 8],
      ['AS NOTED', 1300, 1136, 14],
    ]);
    const cell = { left: 1290, top: 1108, right: 1480, bottom: 1142 };
    expect(readTitleBlock(page).scale).toBe('AS NOTED');
    expect(readTitleBlock({ ...page, cells: [cell] }).scale).toBeNull();
  });

  it('takes the latest date of a list of issues without labels', () => {
    const { date } = read(1684, 1191, [
      ['FIRST FLOOR PLAN', 1300, 1070, 16],
      ['A2.0', 1560, 1170, 26],
      ['03.OCT.14', 1560, 1000, 9],
      ['21.OCT.14', 1560, 1020, 9],
      ['27.OCT.14', 1560, 1040, 9],
    ]);
    expect(date).toBe('27.OCT.14');
  });

  it('separates labels in one line, and a value before the next label', () => {
    const { sheet_number, scale } = read(1191, 842, [
      ['Разраб.', 820, 760, 10],
      ['Масса Масштаб', 1060, 740, 10],
      ['5', 1070, 756, 14],
      ['1:5', 1098, 756, 14],
      ['Лист 2', 1040, 776, 10],
      ['Листов 4', 1100, 776, 10],
      ['План перекрытия', 900, 756, 20],
    ]);
    expect({ sheet_number, scale }).toEqual({ sheet_number: '2', scale: '1:5' });
    const { scale: before } = read(1191, 842, [
      ['Título', 900, 740, 10],
      ['Planta baja', 930, 740, 12],
      ['Escala', 900, 776, 10],
      ['2:1 Peso', 940, 776, 10],
    ]);
    expect(before).toBe('2:1');
  });

  it('reads a sheet in the direction of its title block, although the drawing is upright', () => {
    const [width, height] = [2384, 1684];
    const turned: Drawn[] = [
      ['Plano:', 2300, 720, 12, 270],
      ['VISTAS', 2300, 660, 20, 270],
      ['Fecha:', 2340, 720, 12, 270],
      ['03/01/24', 2340, 660, 12, 270],
      ['Escala:', 2340, 520, 12, 270],
      ['1:50', 2340, 450, 12, 270],
      ['V07', 2330, 380, 40, 270],
    ];
    const page = drawnPage(1, width, height, [...drawing(width, height), ...turned]);
    expect(fieldsOf(readTitleBlock(page))).toEqual({
      sheet_number: 'V07',
      title: 'VISTAS',
      revision: null,
      date: '03/01/24',
      scale: '1:50',
    });
  });
});

describe('forms of other countries', () => {
  it('reads labels whose characters are spread over their cells', () => {
    const { sheet_number, date } = read(2384, 1684, [
      ['日', 1900, 1560, 16],
      ['期', 1960, 1560, 16],
      ['2017年5月', 2020, 1560, 16],
      ['图', 1900, 1600, 16],
      ['号', 1960, 1600, 16],
      ['04', 2030, 1600, 16],
      ['山谷泵站平剖面图', 1600, 1600, 22],
    ]);
    expect({ sheet_number, date }).toEqual({ sheet_number: '04', date: '2017年5月' });
  });

  it('reads a Slovenian block whose number is split by kerning', () => {
    expect(
      read(1644, 842, [
        ['številka projekta:', 1162, 689, 8],
        ['17', 1240, 689, 8],
        ['datum izdelave:', 1287, 689, 8],
        ['April 2021', 1356, 689, 8],
        ['izdelal:', 1198, 760, 8],
        ['merilo:', 1199, 777, 8],
        ['M 1:50', 1232, 777, 8],
        ['PREREZ B-B', 1148, 806, 16],
        ['risba št.:', 1540, 806, 8],
        ['02 .6', 1580, 806, 16],
      ]),
    ).toEqual({ sheet_number: '02.6', title: 'PREREZ B-B', revision: null, date: 'April 2021', scale: '1:50' });
  });

  it.each([['1/50 @ A1'], ['A1: 1/100'], ['A3 = 1:200'], ['1/100e'], ['WIE ANGEGEBEN']])(
    'reads the scale %s',
    (scale) => {
      const block: Drawn[] = [
        ['Drawing Title', 2000, 1560, 9],
        ['FIRST FLOOR PLAN', 2000, 1580, 16],
        ['Scale', 2000, 1620, 9],
        [scale, 2060, 1620, 11],
      ];
      expect(read(2384, 1684, block).scale).toBe(scale);
    },
  );

  it.each([['4 - 6 - 2021'], ['12. 5. 2023'], ['2023. 05. 12'], ['květen 2021'], ['14 haziran 2022']])(
    'reads the date %s',
    (date) => {
      const block: Drawn[] = [
        ['Drawing Title', 2000, 1560, 9],
        ['FIRST FLOOR PLAN', 2000, 1580, 16],
        ['Date', 2000, 1620, 9],
        [date, 2060, 1620, 11],
      ];
      expect(read(2384, 1684, block).date).toBe(date);
    },
  );

  it.each([['建施-04'], ['КЖ-12']])('reads the number %s without a label', (number) => {
    const block: Drawn[] = [
      ['FIRST FLOOR PLAN', 2000, 1580, 16],
      [number, 2240, 1640, 24],
    ];
    expect(read(2384, 1684, block).sheet_number).toBe(number);
  });

  it('does not take a design stage for a title', () => {
    const { title } = read(2384, 1684, [
      ['FESTSTELLUNGSENTWURF', 2000, 1500, 34],
      ['Rampe Nord', 2000, 1580, 18],
      ['Plan-Nr.', 2200, 1620, 9],
      ['B-17', 2200, 1650, 24],
    ]);
    expect(title).toBe('Rampe Nord');
  });
});
