import { expect, test } from 'vitest';
import { splitColours } from '../../../shared/pdf/split-colours.ts';

const [width, height] = [130, 70];
const page = (ink: Record<number, [number, number, number]>): Int32Array => {
  const bytes = new Uint8Array(width * height * 4).fill(255);
  for (const [at, rgb] of Object.entries(ink)) bytes.set(rgb, Number(at) * 4);
  return new Int32Array(bytes.buffer);
};

test('greys of a page: paper is white, grey ink itself, coloured ink as bright as it looks', () => {
  const { grey, colour } = splitColours(page({ 5: [90, 90, 90], 6: [255, 0, 0], 7: [0, 0, 0] }), width, height);
  expect([...grey.subarray(4, 9)]).toEqual([255, 90, 77, 0, 255]);
  expect(colour).not.toBeNull();
});

test('a colour exceeds its grey by its distance from the least channel, within its tile', () => {
  const at = 65 * width + 128;
  const { colour } = splitColours(page({ [at]: [250, 20, 120], 3: [100, 104, 100] }), width, height);
  expect([colour!.red[at], colour!.green[at], colour!.blue[at]]).toEqual([230, 0, 100]);
  // Residues of blending are kept beside real colours, and make no tile coloured.
  expect(colour!.green[3]).toBe(4);
  expect([...colour!.tiles]).toEqual([0, 0, 0, 0, 0, 1]);
});

test('nearly grey ink by itself is no colour', () => {
  expect(splitColours(page({ 9: [100, 108, 100] }), width, height).colour).toBeNull();
});

test('every grey pixel is read, however much paper is before it', () => {
  const places = [1, 2, 7, 12, 63, 64, 127, 128, 129, 131, 259, width * height - 1];
  const { grey, colour } = splitColours(
    page(Object.fromEntries(places.map((at) => [at, [at % 200, at % 200, at % 200]]))),
    width,
    height,
  );
  const expected = new Uint8Array(width * height).fill(255);
  for (const at of places) expected[at] = at % 200;
  expect(grey).toEqual(expected);
  expect(colour).toBeNull();
});
