import { expect, test, vi } from 'vitest';
import { blockPlaces } from '../../../shared/ocr/block-places.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { DIRECTIONS, type Direction, turned } from '../../../shared/ocr/turn-image.ts';

const [WIDTH, HEIGHT, DPI] = [1200, 800, 100];

const paper = (): GreyImage => ({ data: new Uint8Array(WIDTH * HEIGHT).fill(255), width: WIDTH, height: HEIGHT });
const fill = ({ data }: GreyImage, x0: number, y0: number, x1: number, y1: number) => {
  for (let y = y0; y < y1; y++) data.fill(0, y * WIDTH + x0, y * WIDTH + x1);
};
const letters = (image: GreyImage, left: number, top: number, rows = 4, count = 12) => {
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < count; i++) {
      fill(image, left + 10 * i, top + 20 * row, left + 10 * i + 6, top + 20 * row + 9);
    }
  }
};
/** A frame with a lettered box ruled into its lower right corner. */
const block = (image: GreyImage, right: number, bottom: number) => {
  for (const y of [30, bottom]) fill(image, 40, y, right, y + 2);
  for (const x of [40, right]) fill(image, x, 30, x + 2, bottom);
  fill(image, right - 260, bottom - 150, right, bottom - 148);
  fill(image, right - 260, bottom - 150, right - 258, bottom);
  letters(image, right - 230, bottom - 120);
};
const placesOf = async (image: GreyImage, directions: readonly Direction[] = DIRECTIONS, deadline = Infinity) => {
  const found = [];
  for await (const { direction, region, letters: count } of blockPlaces(image, { dpi: DPI, deadline }, directions)) {
    found.push({ direction, region, letters: count });
  }
  return found;
};

test('a block within a frame is found although rulers are beyond it', async () => {
  const scan = paper();
  block(scan, 1000, 640);
  // The rulers of a scanner, right of the sheet and below it.
  for (let x = 60; x < 1190; x += 40) fill(scan, x, 770, x + 20, 790);
  for (let y = 60; y < 790; y += 40) fill(scan, 1170, y, 1190, y + 20);
  const [place] = await placesOf(scan, [0]);
  expect(place?.letters).toBe(48);
  expect(place?.region.left).toBeCloseTo(740, -1);
  expect(place?.region.bottom).toBeCloseTo(640, -1);
});

test('directions without lettering at the place of a block are left out, unless there is none in any', async () => {
  const sheet = paper();
  block(sheet, 1160, 770);
  const upright = await placesOf(sheet);
  expect(upright.map(({ direction }) => direction)).toEqual([0]);
  const aside = await placesOf(await turned(sheet, 90));
  expect(aside[0]).toMatchObject({ direction: 270, letters: 48 });
  expect((await placesOf(paper())).map(({ direction }) => direction)).toEqual([...DIRECTIONS]);
});

test('after the deadline no other direction is searched', async () => {
  const sheet = paper();
  block(sheet, 1160, 770);
  expect(await placesOf(sheet, DIRECTIONS, 0)).toEqual([]);
  // The deadline passes while the first direction is searched, where there is no lettering.
  const now = vi.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValue(2);
  try {
    expect(await placesOf(await turned(sheet, 90), DIRECTIONS, 1)).toEqual([]);
    expect(now).toHaveBeenCalledTimes(2);
  } finally {
    now.mockRestore();
  }
});

test('of several directions with lettering those with enough for a block come first', async () => {
  const sheet = paper();
  block(sheet, 1160, 770);
  // A word in the opposite corner is at the place of a block if the sheet is turned upside down.
  letters(sheet, 100, 100, 1, 5);
  const directions = (await placesOf(sheet, [180, 0])).map(({ direction }) => direction);
  expect(directions).toEqual([0, 180]);
});
