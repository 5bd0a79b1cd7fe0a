import { expect, it } from 'vitest';
import type { CellBox } from '../../../shared/domain/page-text.ts';
import { ruledCells } from '../../../shared/ocr/ruled-cells.ts';

const WIDTH = 600;
const HEIGHT = 400;
const DPI = 200;
type Ink = [x: number, y: number, width: number, height: number];

const picture = (inks: readonly Ink[], lean = 0) => {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [x, y, width, height] of inks) {
    for (let column = x; column < x + width; column++) {
      const shift = Math.round(lean * column);
      for (let row = y + shift; row < y + shift + height; row++) data[row * WIDTH + column] = 0;
    }
  }
  return { data, width: WIDTH, height: HEIGHT };
};
/** Two cells side by side in a frame. */
const GRID: Ink[] = [
  [50, 50, 301, 3],
  [50, 150, 301, 3],
  [50, 50, 3, 103],
  [200, 50, 3, 103],
  [350, 50, 3, 103],
];
/** The sides of a cell, left, top, right, bottom, to tens of pixels. */
const rounded = (cell: CellBox | undefined) =>
  [cell?.left, cell?.top, cell?.right, cell?.bottom].map((side) => 10 * Math.round((side ?? 0) / 10));
const word = (x: number, y: number) => ({ x, y, width: 60, height: 20 });

it('the cell of a word lies between the nearest rules on its four sides', () => {
  const [first, second, ...others] = ruledCells(picture(GRID), DPI, [word(80, 90), word(100, 120), word(240, 90)]);
  expect(others).toEqual([]);
  expect(rounded(first)).toEqual([50, 50, 200, 150]);
  expect(rounded(second)).toEqual([200, 50, 350, 150]);
});

it('cells of a leaning scan are found', () => {
  expect(ruledCells(picture(GRID, 0.02), DPI, [word(80, 95)])).toHaveLength(1);
});

it('a word beside the grid, and one on a side that is open, have none', () => {
  expect(ruledCells(picture(GRID), DPI, [word(400, 90)])).toEqual([]);
  expect(ruledCells(picture(GRID.slice(1)), DPI, [word(80, 90)])).toEqual([]);
});

it('strokes of letters and filled areas are no rules', () => {
  const filled: Ink = [50, 100, 301, 40];
  const letter: Ink = [90, 100, 3, 40];
  const [cell] = ruledCells(picture([...GRID, letter]), DPI, [word(110, 90)]);
  expect(rounded(cell)).toEqual([50, 50, 200, 150]);
  const [above] = ruledCells(picture([...GRID, filled]), DPI, [word(80, 65)]);
  expect(rounded(above)).toEqual([50, 50, 200, 150]);
});
