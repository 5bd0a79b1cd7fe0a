import { expect, it } from 'vitest';
import { withoutRules } from '../../../shared/ocr/without-rules.ts';

const WIDTH = 400;
const HEIGHT = 300;
const DPI = 300;

const picture = (...inks: [x: number, y: number, width: number, height: number][]) => {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [x, y, width, height] of inks) {
    for (let row = y; row < y + height; row++) data.fill(0, row * WIDTH + x, row * WIDTH + x + width);
  }
  return { data, width: WIDTH, height: HEIGHT };
};
const inkOf = ({ data }: { data: Uint8Array }): number => data.filter((grey) => grey < 128).length;

it('rules of a cell are removed in both directions, and the lettering between them stays', () => {
  const letter: [number, number, number, number][] = [
    [200, 120, 8, 50],
    [200, 120, 40, 8],
  ];
  for (const rule of [
    [20, 90, 350, 3],
    [20, 10, 3, 280],
  ] as const) {
    expect(inkOf(withoutRules(picture([...rule], ...letter), DPI))).toBe(inkOf(picture(...letter)));
  }
});

it('strokes of a large letter, which are thicker than rules, stay', () => {
  const letter = picture([100, 50, 30, 200]);
  expect(inkOf(withoutRules(letter, DPI))).toBe(inkOf(letter));
});

it('the part of a letter that touches a rule stays', () => {
  const letter: [number, number, number, number] = [200, 103, 8, 40];
  const cleared = withoutRules(picture([20, 100, 350, 3], letter), DPI);
  expect(inkOf(cleared)).toBeGreaterThanOrEqual(8 * 40);
});
