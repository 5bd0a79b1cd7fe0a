import { describe, expect, test } from 'vitest';
import { formGridOf } from '../../../shared/domain/sheets/form-grid.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawing, drawnPage, fieldsOf, read } from './page.ts';

/** The form of GOST 2.104 in the lower right corner of an A3 sheet. */
const FORM: Drawn[] = [
  ['Изм.', 670, 745, 8],
  ['Лист', 695, 745, 8],
  ['№ докум.', 725, 745, 8],
  ['Подп.', 780, 745, 8],
  ['Дата', 815, 745, 8],
  ['Разраб.', 670, 757, 8],
  ['Иванов И.', 725, 757, 8],
  ['Пров.', 670, 769, 8],
  ['Н.контр.', 670, 793, 8],
  ['Утв.', 670, 805, 8],
  ['Лит.', 1045, 735, 8],
  ['Масса', 1085, 735, 8],
  ['Масштаб', 1125, 735, 8],
  ['1:5', 1135, 758, 10],
  ['Лист', 1040, 779, 8],
  ['Листов', 1100, 779, 8],
  ['1', 1150, 779, 8],
];

test('number and name of a form of GOST 2.104 are read by their cells, which have no labels', () => {
  const { sheet_number, title, scale } = read(1190, 842, [
    ...drawing(1190, 842),
    ...FORM,
    ['АБВГ.301412.027', 880, 722, 20],
    ['Корпус', 900, 755, 14],
    ['Сталь 45 ГОСТ 1050', 890, 802, 12],
  ]);
  expect({ sheet_number, title, scale }).toEqual({ sheet_number: 'АБВГ.301412.027', title: 'Корпус', scale: '1:5' });
});

test('an empty form of GOST 2.104 has no name but that of its cell', () => {
  expect(read(1190, 842, [...drawing(1190, 842), ...FORM]).title).toBeNull();
});

const MILLIMETRE = 72 / 25.4;

/** Cells in millimetres, from the upper left corner of the form's right part. */
const FORM_1 = [
  [0, 0, 120, 15],
  ...[15, 40].map((y) => [0, y, 70, y === 15 ? 25 : 15]),
  ...[15, 20].flatMap((y) => [
    [85, y, 17, y === 15 ? 5 : 15],
    [102, y, 18, y === 15 ? 5 : 15],
  ]),
  ...[[70, 15, 15, 5], ...[70, 75, 80].map((x) => [x, 20, 5, 15])],
  ...[
    [70, 35, 20, 5],
    [90, 35, 30, 5],
    [70, 40, 50, 15],
  ],
];
const FORM_3 = [
  ...[
    [0, 0, 120, 10],
    [0, 10, 120, 15],
    [0, 25, 70, 15],
    [0, 40, 70, 15],
    [70, 40, 50, 15],
  ],
  ...[25, 30].flatMap((y) => [70, 85, 100].map((x) => [x, y, x === 100 ? 20 : 15, y === 25 ? 5 : 10])),
];

/** A sheet whose form has no labels, and only the cells with text: its left part has names, the right part the texts at places in millimetres. */
const unlabelled = (
  [width, height]: [number, number],
  form: readonly (readonly number[])[],
  texts: readonly (readonly [text: string, x: number, y: number, size: number])[],
  scale = 1,
) => {
  const mm = scale * MILLIMETRE;
  const [left, top] = [width - 14 - 120 * mm, height - 14 - 55 * mm];
  const filled = form.filter(([x = 0, y = 0, w = 0, h = 0]) =>
    texts.some(([, u, v]) => u > x && u < x + w && v > y && v < y + h),
  );
  const cells = filled.map(([x = 0, y = 0, w = 0, h = 0]) => ({
    left: left + x * mm,
    top: top + y * mm,
    right: left + (x + w) * mm,
    bottom: top + (y + h) * mm,
  }));
  const printed = texts.map(([text, x, y, size]): Drawn => [text, left + x * mm, top + y * mm, size * scale]);
  const names = ['Иванов', 'Петрова', 'Сидоров'].map(
    (name, i): Drawn => [name, left - 45 * mm, top + (28 + 5 * i) * mm, 8 * scale],
  );
  const page = drawnPage(1, width, height, [...drawing(width, height), ...names, ...printed]);
  return fieldsOf(readTitleBlock({ ...page, cells }));
};

test.each([
  ['A3', [1190, 842], 1],
  ['A4', [595, 842], 1],
  ['A1, printed on A3', [1190, 842], 0.5],
] as const)('number and name of a form 1 of GOST 2.104 without labels are read by its grid: %s', (_, size, scale) => {
  const fields = unlabelled(
    [...size],
    FORM_1,
    [
      ['АБВГ.301412.027 СБ', 15, 10, 20],
      ['Корпус редуктора', 12, 29, 12],
      ['Сталь 45 ГОСТ 1050', 8, 49, 14],
      ['1:5', 108, 29, 10],
      ['НПО ПРИБОР', 75, 49, 16],
    ],
    scale,
  );
  expect(fields).toMatchObject({ sheet_number: 'АБВГ.301412.027 СБ', title: 'Корпус редуктора', scale: '1:5' });
});

test('a form 3 of GOST 21.101 without labels has the number of the sheet in its set, not that of the set', () => {
  const fields = unlabelled([1190, 842], FORM_3, [
    ['82/13-ПИР-34714-КД', 30, 7, 16],
    ['Ремонт путепровода через железную дорогу', 15, 19, 10],
    ['Рабочая документация', 10, 34, 10],
    ['П', 76, 37, 10],
    ['3', 92, 37, 10],
    ['24', 108, 37, 10],
    ['Узел опирания балки', 10, 49, 10],
    ['ООО Континент', 78, 49, 10],
  ]);
  expect(fields).toMatchObject({ sheet_number: '3', title: 'Узел опирания балки' });
});

describe('a grid is a form', () => {
  const gridIn = (form: readonly (readonly number[])[], angle = 0) => {
    const cells = form.map(([x = 0, y = 0, w = 0, h = 0]) =>
      angle === 90
        ? { left: 300 - y - h, top: 400 + x, right: 300 - y, bottom: 400 + x + w }
        : { left: 400 + x, top: 300 + y, right: 400 + x + w, bottom: 300 + y + h },
    );
    return formGridOf(drawnPage(1, 1190, 842, []), cells, [0, 90]);
  };

  test('read in any direction', () => {
    expect(gridIn(FORM_1)).toMatchObject({ angle: 0, number: { u0: 400, v0: 300 }, name: { u1: 470, v1: 340 } });
    expect(gridIn(FORM_3, 90)).toMatchObject({ angle: 90, number: { u0: 485, u1: 500 } });
  });

  test('also without some of its rules, but only with the cell of the name', () => {
    const isHeader = ([x = 0, , , h]: readonly number[]) => x >= 70 && h === 5;
    expect(gridIn(FORM_3.filter((cell) => !isHeader(cell)))).not.toBeNull();
    expect(gridIn(FORM_1.filter(([x, y]) => x !== 0 || y !== 15))).toBeNull();
    expect(gridIn(FORM_1.slice(0, 4))).not.toBeNull();
    expect(gridIn(FORM_1.slice(0, 3))).toBeNull();
  });

  test('not with more cells that it does not have', () => {
    const rows = Array.from({ length: 11 }, (_, i) => [90, 15 + 3 * i, 30, 3]);
    expect(gridIn([...FORM_1.slice(0, 4), ...rows])).toBeNull();
    expect(gridIn([...FORM_1.slice(0, 4), ...rows.map(([x = 0, ...cell]) => [x - 100, ...cell])])).not.toBeNull();
  });

  test('not with cells of other proportions', () => {
    expect(gridIn(FORM_1.map(([x = 0, y = 0, w = 0, h = 0]) => [x, 0.85 * y, w, 0.85 * h]))).toBeNull();
  });
});
