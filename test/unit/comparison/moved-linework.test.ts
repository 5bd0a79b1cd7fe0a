import { expect, test } from 'vitest';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { findLineworkMoves } from '../../../shared/comparison/engine/segment/moved-linework.ts';

const [width, height, density] = [1400, 1000, 2];
const none = { gone: [], newer: [] };

/** A stream of numbers in [0, 1) that a seed makes. */
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** Pixels of lines across and down a view of that size, as its seed draws them. */
const viewOf = (seed: number, size: number): [x: number, y: number][] => {
  const next = random(seed);
  const pixels: [number, number][] = [];
  for (let line = 0; line < 60; line++) {
    const [x, y, length] = [next() * size, next() * size, 40 + next() * 160].map(Math.floor) as [
      number,
      number,
      number,
    ];
    for (let i = 0; i < length; i++) {
      for (const breadth of [0, 1]) {
        const at: [number, number] = line % 2 ? [x + i, y + breadth] : [x + breadth, y + i];
        if (Math.max(...at) < size) pixels.push(at);
      }
    }
  }
  return pixels;
};

/** What went and what came, of views drawn from (x, y) to (x, y) with another seed each. */
const sheetOf = (moves: readonly { seed: number; from: [number, number] | null; to: [number, number] | null }[]) => {
  const marks = new Uint8Array(width * height);
  for (const { seed, from, to } of moves) {
    for (const [x, y] of viewOf(seed, 380)) {
      if (from) marks[(from[1] + y) * width + from[0] + x]! |= removed;
      if (to) marks[(to[1] + y) * width + to[0] + x]! |= added;
    }
  }
  return { marks, width, height, density };
};
const shiftsOf = (picture: ReturnType<typeof sheetOf>) =>
  findLineworkMoves(picture, [], none)
    .map(({ matrix: [a, b, c, d, x, y] }) => [a, b, c, d, x, y])
    .sort((one, other) => one[4]! - other[4]!);

test('views that changed their places are found without a word, to the pixel', () => {
  const picture = sheetOf([
    { seed: 1, from: [40, 60], to: [917, 83] },
    { seed: 2, from: [930, 70], to: [51, 533] },
    { seed: 3, from: [500, 560], to: [500, 543] },
  ]);
  expect(shiftsOf(picture)).toEqual([
    [1, 0, 0, 1, -439.5, 231.5],
    [1, 0, 0, 1, 0, -8.5],
    [1, 0, 0, 1, 438.5, 11.5],
  ]);
});

test('where the linework of a move is, it says', () => {
  const [move] = findLineworkMoves(sheetOf([{ seed: 1, from: [40, 60], to: [917, 83] }]), [], none);
  const { x, y, width: wide, height: high } = move!.linework!;
  expect(Math.abs(x - 458)).toBeLessThan(20);
  expect(Math.abs(y - 41)).toBeLessThan(20);
  expect(Math.min(wide, high)).toBeGreaterThan(150);
});

test('a move that words have told is not told again', () => {
  const picture = sheetOf([{ seed: 1, from: [40, 60], to: [917, 83] }]);
  const told = { matrix: [1, 0, 0, 1, 438, 11] as const, weight: 5, words: [] };
  expect(shiftsOf(picture)).toEqual([[1, 0, 0, 1, 438.5, 11.5]]);
  expect(findLineworkMoves(picture, [told], none)).toEqual([]);
});

test('one view that went and another that came are no move', () => {
  expect(
    shiftsOf(
      sheetOf([
        { seed: 4, from: [40, 60], to: null },
        { seed: 5, from: null, to: [900, 500] },
      ]),
    ),
  ).toEqual([]);
});

test('words that stand where the move puts them go along', () => {
  const word = (x: number, y: number) => ({ ...{ text: 'AA', x, y, width: 12, height: 8, size: 8, angle: 0 } });
  const gone = [word(60, 60), word(300, 300)];
  const newer = [word(498.5, 71.5), word(10, 10)];
  const picture = sheetOf([{ seed: 1, from: [40, 60], to: [917, 83] }]);
  const [move] = findLineworkMoves(picture, [], { gone, newer });
  expect(move?.words).toEqual([{ from: gone[0], to: newer[0] }]);
});
