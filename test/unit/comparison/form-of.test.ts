import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { isHollow } from '../../../shared/comparison/engine/differ/hollow.ts';
import { formOf } from '../../../shared/comparison/engine/say/form-of.ts';

const [width, height] = [200, 120];
type Fill = readonly [x: number, y: number, width: number, height: number];

const pictureOf = (fills: readonly Fill[]): Uint8Array<ArrayBuffer> => {
  const picture = new Uint8Array(width * height).fill(255);
  for (const [x, y, across, down] of fills)
    for (let row = y; row < y + down; row++) picture.fill(0, row * width + x, row * width + x + across);
  return picture;
};

/** The form of linework added to a sheet, one pixel per point, next to what was there before. */
const formWith = (came: readonly Fill[], stood: readonly Fill[] = [], kind: Change['kind'] = 'graphic_added') => {
  const older = pictureOf(stood);
  const newer = pictureOf([...stood, ...came]);
  const marks = Uint8Array.from(newer, (value, at) => (value === older[at] ? 0 : 1));
  const [left, top] = [Math.min(...came.map(([x]) => x)), Math.min(...came.map(([, y]) => y))];
  const right = Math.max(...came.map(([x, , across]) => x + across));
  const bottom = Math.max(...came.map(([, y, , down]) => y + down));
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const sheets = { ...{ older, newer, width, height }, density: 1 } as AlignedSheets;
  const addedInk = marks.reduce((sum: number, mark) => sum + mark, 0);
  return formOf({ kind, box, text: null, addedInk, removedInk: 0 }, marks, sheets);
};

const outline = (x: number, y: number, side: number): Fill[] => [
  [x, y, side, 1],
  [x, y + side - 1, side, 1],
  [x, y, 1, side],
  [x + side - 1, y, 1, side],
];

test('small linework is a symbol if surrounded by paper, else part of other linework', () => {
  expect(formWith(outline(50, 50, 20))).toBe('Symbol');
  expect(formWith(outline(50, 50, 20), [[69, 40, 40, 40]])).toBe('Linework');
  expect(formWith(outline(50, 30, 35))).toBe('Linework');
});

test('an outline is a rectangle, or the frame of the sheet, and no area; what crosses it makes it linework', () => {
  const frame: Fill[] = [
    [5, 5, 190, 1],
    [5, 114, 190, 1],
    [5, 5, 1, 110],
    [194, 5, 1, 110],
  ];
  const crossing = Array.from({ length: 8 }, (_, i): Fill => [52, 36 + 5 * i, 46, 1]);
  expect(formWith(outline(50, 30, 50))).toBe('Rectangle');
  expect(formWith([...outline(50, 30, 50), ...crossing])).toBe('Linework');
  expect(formWith(outline(50, 30, 50).slice(1), [[50, 30, 50, 1]])).toBe('Rectangle');
  expect(formWith(outline(50, 30, 50).slice(2), outline(50, 30, 50).slice(0, 2))).toBe('Linework');
  expect(formWith(frame)).toBe('Sheet frame');
  expect(formWith(frame.slice(2), frame.slice(0, 2))).toBe('Sheet frame');
});

test('a fill is an area, and strokes however close are none', () => {
  expect(formWith([[40, 20, 60, 60]])).toBe('Filled area');
  expect(formWith([[40, 20, 60, 60]], [], 'restyled')).toBe('Filled area');
  const strokes = Array.from({ length: 20 }, (_, i): Fill => [40 + 3 * i, 20, 2, 60]);
  expect(formWith(strokes)).toBe('Linework');
});

test('a line is thin; a broader form of the same length is not a line', () => {
  expect(formWith([[20, 50, 150, 2]])).toBe('Line');
  expect(
    formWith([
      [20, 50, 150, 1],
      [20, 60, 150, 1],
    ]),
  ).toBe('Linework');
});

test('redrawn linework is a symbol only if isolated on both sheets', () => {
  const beside: Fill[] = [[70, 40, 40, 40]];
  expect(formWith(outline(50, 50, 18), [], 'graphic_changed')).toBe('Symbol');
  expect(formWith(outline(50, 50, 20), beside, 'graphic_changed')).toBe('Linework');
});

test('linework with no more ink than an outline is hollow, however it was divided into changes', () => {
  const change = (width: number, height: number, removedInk: number): Change => {
    return { kind: 'graphic_changed', box: { x: 0, y: 0, width, height }, text: null, addedInk: 700, removedInk };
  };
  expect(isHollow(change(500, 400, 7000), 2)).toBe(true);
  expect(isHollow(change(500, 400, 12000), 2)).toBe(false);
  expect(isHollow(change(500, 400, 7000), 1)).toBe(false);
  expect(isHollow(change(500, 30, 100), 2)).toBe(false);
});
