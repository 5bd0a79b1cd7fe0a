import { expect, test } from 'vitest';
import { blockRegion, drawnRegion } from '../../../shared/ocr/block-region.ts';

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

test('a line from top to bottom separates a strip on the right', () => {
  expect(sidesOf(...FRAME, [1000, 30, 1000, 770])).toEqual([0.83, 0.55, 0.97, 0.97]);
});

test('a strip outside the frame ends where the ink does', () => {
  expect(
    sidesOf([40, 30, 1080, 30], [40, 770, 1080, 770], [40, 30, 40, 770], [1080, 30, 1080, 770], [1100, 700, 1170, 700]),
  ).toEqual([0.9, 0.55, 0.98, 0.97]);
});

test('a line from left to right separates a strip at the bottom', () => {
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

test('a default region on a page that is blank, or printed only at its left', () => {
  expect(sidesOf()).toEqual([0.62, 0.58, 0.8, 0.8]);
  expect(sidesOf([100, 100, 200, 100])).toEqual([0.62, 0.58, 0.8, 0.8]);
});

test('a line slanting as in a scan separates a strip', () => {
  const leaning = [0, 1, 2, 3].map((i): Ruling => [1000 - i, 30 + 180 * i, 1000 - i, 230 + 180 * i]);
  expect(sidesOf(...FRAME, ...leaning, [1010, 600, 1120, 600])[0]).toBe(0.83);
});

test('a margin of the paper beyond the frame is no strip', () => {
  const paper = [1190, 10, 1190, 790] as const;
  const inside = [1010, 600, 1120, 600] as const;
  expect(sidesOf([1140, 30, 1140, 770], [1000, 30, 1000, 770], inside, paper)[0]).toBe(0.83);
});

test("a tall box on the frame's lower edge, open or closed at the top", () => {
  expect(sidesOf(...FRAME, [950, 300, 950, 770], [960, 700, 1100, 700])).toEqual([0.79, 0.55, 0.97, 0.97]);
});

test('a narrow strip whose line ends at the bottom', () => {
  expect(sidesOf(...FRAME, [1110, 30, 1110, 770], [1115, 600, 1150, 600])[0]).toBe(0.93);
});

test('cells on the right separated only by lines one above the other', () => {
  const cells = [480, 540, 600, 660, 720].map((y): Ruling => [980, y, 1150, y]);
  expect(sidesOf(...FRAME, ...cells)).toEqual([0.81, 0.58, 0.97, 0.97]);
});

test('on a film, the block is in the frame, not in the margin beyond it with its edge and ruler', () => {
  const film: Ruling[] = [
    [160, 90, 1060, 90],
    [160, 700, 1060, 700],
    [160, 90, 160, 700],
    [1060, 90, 1060, 700],
    [880, 600, 880, 700],
    [880, 600, 1060, 600],
  ];
  const beyond: Ruling[] = [
    [1196, 0, 1197, 798],
    [0, 740, 1198, 740],
    [300, 780, 900, 790],
  ];
  expect(sidesOf(...film, ...beyond)).toEqual([0.73, 0.75, 0.89, 0.88]);
});

test('the drawn part is within the frame, or else has ink; paper has none', () => {
  expect(drawnRegion(ruled(...FRAME, [10, 10, 20, 10]))).toEqual({ left: 39, top: 29, right: 1163, bottom: 773 });
  expect(drawnRegion(ruled([400, 300, 500, 400]))).toMatchObject({ left: 399, top: 299 });
  expect(drawnRegion(ruled())).toBeNull();
});
