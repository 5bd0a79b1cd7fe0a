import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideByBands, type Mark } from '../../../shared/drawing/bands.ts';

const line = (left: number, top: number): Mark => ({
  box: { left, top, right: left + 9, bottom: top + 9 },
  isLine: true,
});
/** Twelve lines in a square of 30 points. */
const drawing = (left: number, top: number): Mark[] =>
  Array.from({ length: 12 }, (_, i) => line(left + 10 * (i % 3), top + 7 * Math.floor(i / 3)));

const boxesOf = (parts: readonly (readonly Mark[])[]) =>
  parts.map((part) => [
    Math.min(...part.map(({ box }) => box.left)),
    Math.min(...part.map(({ box }) => box.top)),
    part.length,
  ]);

test('drawings side by side are divided at the widest band, in whichever order their lines are given', () => {
  const marks = [...drawing(0, 0), ...drawing(60, 0), ...drawing(60, 50)];
  const expected = [
    [0, 0, 12],
    [60, 0, 12],
    [60, 50, 12],
  ];
  expect(boxesOf(divideByBands(marks))).toEqual(expected);
  fc.assert(
    fc.property(fc.shuffledSubarray(marks, { minLength: marks.length }), (shuffled) => {
      expect(boxesOf(divideByBands(shuffled))).toEqual(expected);
    }),
  );
});

test('a band with fewer lines on one side than a drawing has divides nothing', () => {
  const few = drawing(60, 0).slice(0, 9);
  expect(divideByBands([...drawing(0, 0), ...few])).toHaveLength(1);
  const texts = few.map((mark): Mark => ({ ...mark, isLine: false }));
  expect(divideByBands([...drawing(0, 0), ...drawing(0, 0), ...texts])).toHaveLength(1);
  const onlyTexts = drawing(0, 0).map((mark): Mark => ({ ...mark, isLine: false }));
  expect(divideByBands([...onlyTexts, ...drawing(60, 0), ...drawing(60, 0)])).toHaveLength(1);
});
