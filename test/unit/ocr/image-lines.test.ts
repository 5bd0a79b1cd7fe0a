import { expect, it } from 'vitest';
import { linesInImage } from '../../../shared/ocr/image-lines.ts';

const WIDTH = 900;
const HEIGHT = 400;
const DPI = 300;

/** Letters of the given heights side by side, as outlined boxes on a common baseline. */
const row = (data: Uint8Array, x: number, base: number, heights: readonly number[], gap = 6) => {
  let left = x;
  for (const height of heights) {
    const width = Math.round(0.6 * height);
    for (let y = base - height; y < base; y++) {
      for (let column = left; column < left + width; column++) {
        const isEdge = y - base + height < 3 || base - y <= 3 || column - left < 3 || left + width - column <= 3;
        if (isEdge) data[y * WIDTH + column] = 0;
      }
    }
    left += width + gap;
  }
  return left;
};
const picture = (draw: (data: Uint8Array) => void) => {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  draw(data);
  return { data, width: WIDTH, height: HEIGHT };
};

it('letters in a row are a line with the height of its capitals, small letters among them', () => {
  const image = picture((data) => row(data, 50, 100, [40, 28, 28, 40, 28]));
  const lines = linesInImage(image, DPI);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ left: 50, bottom: 100, letters: 5, capitals: 40 });
});

it('a label and the larger value below it, and values far apart, are lines of their own', () => {
  const image = picture((data) => {
    row(data, 50, 60, [20, 20, 20, 20]);
    row(data, 50, 120, [56, 56, 56]);
    row(data, 500, 120, [56, 56]);
  });
  expect(linesInImage(image, DPI).map(({ letters, capitals }) => [letters, capitals])).toEqual([
    [4, 20],
    [3, 56],
    [2, 56],
  ]);
});

it('letters of another size beside a line are a line of their own', () => {
  const image = picture((data) => row(data, row(data, 50, 100, [30, 30, 30]), 110, [70, 70]));
  expect(linesInImage(image, DPI).map(({ letters, capitals }) => [letters, capitals])).toEqual([
    [3, 30],
    [2, 70],
  ]);
});

it('a letter beside two lines continues the nearer one', () => {
  const image = picture((data) => row(data, row(data, row(data, 50, 100, [40, 40]), 120, [40]), 110, [40]));
  expect(linesInImage(image, DPI).map(({ left, letters }) => [left, letters])).toEqual([
    [50, 2],
    [110, 2],
  ]);
});

it('a word space does not end a line', () => {
  const image = picture((data) => row(data, row(data, 50, 100, [40, 40]) + 30, 100, [40, 40]));
  expect(linesInImage(image, DPI)).toHaveLength(1);
});

it('specks, rules and large shapes are no letters', () => {
  const image = picture((data) => {
    for (let x = 20; x < 880; x += 30) data.fill(0, 10 * WIDTH + x, 10 * WIDTH + x + 3);
    data.fill(0, 40 * WIDTH + 20, 40 * WIDTH + 880);
    row(data, 300, 380, [300]);
  });
  expect(linesInImage(image, DPI)).toEqual([]);
});
