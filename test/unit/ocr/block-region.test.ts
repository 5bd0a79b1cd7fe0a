import { expect, test } from 'vitest';
import { blockRegion } from '../../../shared/ocr/block-region.ts';

const WIDTH = 1200;
const HEIGHT = 800;

/** A sheet of 1200 by 800 pixels with lines two pixels wide, each `x0, y0, x1, y1`. */
type Ruling = readonly [x0: number, y0: number, x1: number, y1: number];
const ruled = (...lines: readonly Ruling[]) => {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [x0, y0, x1, y1] of lines)
    for (let y = y0; y <= y1 + 1; y++) data.fill(0, y * WIDTH + x0, y * WIDTH + x1 + 2);
  return { data, width: WIDTH, height: HEIGHT };
};
const FRAME = [
  [40, 30, 1160, 30],
  [40, 770, 1160, 770],
  [40, 30, 40, 770],
  [1160, 30, 1160, 770],
] as const;

const sidesOf = (...lines: readonly Ruling[]) => {
  const { left, top, right, bottom } = blockRegion(ruled(...lines));
  return [left / WIDTH, top / HEIGHT, right / WIDTH, bottom / HEIGHT].map((side) => Math.round(side * 100) / 100);
};

test('a line from top to bottom parts a strip from the right', () => {
  expect(sidesOf(...FRAME, [1000, 30, 1000, 770])).toEqual([0.83, 0.55, 0.97, 0.97]);
});

test('a strip outside the frame ends where the print does', () => {
  expect(
    sidesOf([40, 30, 1080, 30], [40, 770, 1080, 770], [40, 30, 40, 770], [1080, 30, 1080, 770], [1100, 700, 1170, 700]),
  ).toEqual([0.9, 0.55, 0.98, 0.97]);
});

test('a line from left to right parts a strip from the foot', () => {
  expect(sidesOf(...FRAME, [40, 680, 1160, 680])).toEqual([0.02, 0.85, 0.97, 0.97]);
});

test('a box ruled into the corner of the frame', () => {
  expect(sidesOf(...FRAME, [800, 600, 800, 770], [800, 600, 1160, 600], [900, 600, 900, 770])).toEqual([
    0.67, 0.75, 0.97, 0.97,
  ]);
});

test('the corner of a sheet that rules none', () => {
  expect(sidesOf(...FRAME, [300, 200, 300, 500])).toEqual([0.62, 0.58, 0.97, 0.97]);
});

test('a region of its own on a page that is blank, or printed at its left only', () => {
  expect(sidesOf()).toEqual([0.62, 0.58, 0.8, 0.8]);
  expect(sidesOf([100, 100, 200, 100])).toEqual([0.62, 0.58, 0.8, 0.8]);
});
