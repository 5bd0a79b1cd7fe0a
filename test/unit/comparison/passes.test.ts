import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { Differing } from '../../../shared/comparison/engine/differ/differing.ts';
import { eachMark } from '../../../shared/comparison/engine/differ/each-mark.ts';
import { added, differInk, recoloured } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { clearOutsidePages } from '../../../shared/comparison/engine/differ/marks.ts';
import { measureSimilarity } from '../../../shared/comparison/engine/differ/similarity.ts';
import { type Matrix, random } from '../../../shared/comparison/engine/geometry.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';

// The passes over all pixels read several at once: sizes that are not a multiple of anything, and marks at every end.

test('every mark is visited once, in order', () => {
  const marks = new Uint8Array(53);
  const places = [0, 3, 15, 16, 31, 40, 47, 48, 52];
  for (const at of places) marks[at] = 1 + (at % 20);
  const seen: number[] = [];
  eachMark(marks, (at) => seen.push(at));
  expect(seen).toEqual(places);
});

describe('differences between two rasters', () => {
  const [width, height] = [131, 3];
  const boxesOf = (changed: readonly [x: number, y: number, by: number][]) => {
    const [older, newer] = [new Uint8Array(width * height).fill(200), new Uint8Array(width * height).fill(200)];
    for (const [x, y, by] of changed) newer[y * width + x]! += by;
    const differing = new Differing(older, newer, width, 4);
    differing.lookAt(0, height);
    return [0, 1, 2].map((i) =>
      differing.bottom[i] === 0 ? null : [differing.left[i], differing.top[i], differing.right[i], differing.bottom[i]],
    );
  };

  test.each([...Array(131).keys()].filter((x) => x < 6 || x > 60))('pixel %i of any row lies in its tile', (x) => {
    for (const y of [0, 1, 2]) {
      const expected = [null, null, null] as (number[] | null)[];
      expected[x >> 6] = [x, y, x + 1, y + 1];
      expect(boxesOf([[x, y, -9]])).toEqual(expected);
    }
  });

  test('differences within the allowance are ignored, and a box contains all others', () => {
    expect(
      boxesOf([
        [5, 0, 4],
        [9, 1, 5],
        [3, 2, -5],
        [40, 1, 30],
      ]),
    ).toEqual([[3, 1, 41, 3], null, null]);
  });
});

test('each row of tiles starts without the bounds of the row before', () => {
  const [width, height] = [64, 200];
  const [older, newer] = [new Uint8Array(width * height).fill(255), new Uint8Array(width * height).fill(255)];
  for (const [x, y] of [
    [2, 3],
    [50, 190],
  ] as const) {
    for (let dy = 0; dy < 4; dy++) newer.fill(0, (y + dy) * width + x, (y + dy) * width + x + 4);
  }
  const marks = differInk({ older, newer, width, height }, { contrast: 40, least: 8, pale: null });
  const marksAt = (x: number, y: number) =>
    [0, 1, 2, 3].map((dy) => [...marks.subarray((y + dy) * width + x, (y + dy) * width + x + 4)]);
  expect(marksAt(50, 190)).toEqual(marksAt(2, 3));
  expect(marksAt(2, 3).flat()).not.toContain(0);
});

test('ink is marked at every position of a tile', () => {
  const [width, height] = [200, 150];
  for (const [x, y] of [
    [62, 62],
    [63, 64],
    [127, 20],
    [192, 120],
  ] as const) {
    const [older, newer] = [new Uint8Array(width * height).fill(255), new Uint8Array(width * height).fill(255)];
    for (let dy = 0; dy < 4; dy++) newer.fill(0, (y + dy) * width + x, (y + dy) * width + x + 4);
    const marks = differInk({ older, newer, width, height }, { contrast: 40, least: 8, pale: null });
    const marked = [...marks.keys()].filter((at) => marks[at] !== 0);
    const ink = [...newer.keys()].filter((at) => newer[at] === 0);
    expect(marked).toEqual(ink);
  }
});

test('marks beyond the edge of the older page are cleared row by row, at any rotation', () => {
  const [width, height] = [120, 90];
  for (const turn of [0, 0.3, 20, 45, 90, 200]) {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const matrix: Matrix = [cos, sin, -sin, cos, 60 - cos * 50 + sin * 30, 45 - sin * 50 - cos * 30];
    const marks = new Uint8Array(width * height).fill(1);
    const older = { text: { width: 100, height: 60 } } as SheetSource;
    clearOutsidePages(marks, { width, height, density: 1, alignment: { matrix } } as AlignedSheets, older);
    const kept = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [dx, dy] = [x + 0.5 - matrix[4], y + 0.5 - matrix[5]];
        const [u, v] = [cos * dx + sin * dy, cos * dy - sin * dx];
        const inside =
          u > 3 && u < 97 && v > 3 && v < 57 && x + 0.5 > 3 && x + 0.5 < 117 && y + 0.5 > 3 && y + 0.5 < 87;
        if (inside) kept[y * width + x] = 1;
      }
    }
    expect(Buffer.from(marks).equals(Buffer.from(kept))).toBe(true);
  }
});

test.each([...Array(30).keys()])('alike is the share of inked cells without a mark: sheet %i', (seed) => {
  const [width, height] = [16 * 5 + 3, 16 * 3 + 5];
  const next = random(seed);
  const [older, newer, marks] = [0, 0, 0].map(() => new Uint8Array(width * height)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  older.fill(255);
  newer.fill(255);
  for (let i = 0; i < 24; i++) {
    older[Math.floor(next() * older.length)] = 100;
    newer[Math.floor(next() * newer.length)] = 100;
    if (i % 3 === 0) marks[Math.floor(next() * marks.length)] = 1;
  }
  let [inked, alike] = [0, 0];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 5; column++) {
      const places = Array.from(
        { length: 8 * 16 },
        (_, i) => (row * 16 + 2 * (i >> 4)) * width + column * 16 + (i & 15),
      );
      const changed = places.some((at) => marks[at] !== 0);
      const ink = places.some((at) => older[at]! < 200 || newer[at]! < 200);
      if (changed || ink) inked++;
      if (ink && !changed) alike++;
    }
  }
  const silent = { text: { words: [] } } as unknown as SheetSource;
  const sheets = { older, newer, width, height, alignment: { method: 'text' } } as unknown as AlignedSheets;
  expect(alike).toBeGreaterThan(0);
  expect(measureSimilarity(silent, silent, sheets, marks).share).toBe(alike / inked);
});

test('a sheet with other ink was redrawn, unless it kept its words and was only arranged anew', () => {
  const [width, height] = [160, 160];
  const blank = new Uint8Array(width * height).fill(255);
  const drawn = new Uint8Array(width * height).fill(100);
  const marks = new Uint8Array(width * height).fill(1);
  // A fifth of the sheet is alike.
  marks.fill(0, 0, width * 32);
  const sheets = {
    older: drawn,
    newer: blank,
    width,
    height,
    alignment: { method: 'text' },
  } as unknown as AlignedSheets;
  const source = (words: readonly string[]) =>
    ({ text: { words: words.map((text) => ({ text })) } }) as unknown as SheetSource;
  const words = [...'ABCDEFGHIJ'];
  const others = [...'ABCKLMNOPQ'];
  expect(measureSimilarity(source(words), source(words), sheets, marks)).toMatchObject({ same: true, redrawn: false });
  expect(measureSimilarity(source(words), source(others), sheets, marks)).toMatchObject({ same: false, redrawn: true });
});

test('ink in another colour is alike: a grey copy shows the same drawing', () => {
  const [width, height] = [160, 160];
  const drawn = new Uint8Array(width * height).fill(100);
  const sheets = {
    ...{ older: drawn, newer: drawn, width, height },
    alignment: { method: 'text' },
  } as unknown as AlignedSheets;
  const silent = { text: { words: [] } } as unknown as SheetSource;
  const shareOf = (mark: number) =>
    measureSimilarity(silent, silent, sheets, new Uint8Array(width * height).fill(mark)).share;
  expect(shareOf(added)).toBe(0);
  expect(shareOf(added | recoloured)).toBe(1);
});
