import { expect, test } from 'vitest';
import { type Drawn, drawing, read } from './page.ts';

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
