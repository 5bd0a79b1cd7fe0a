import { describe, expect, test } from 'vitest';
import { type RatedFacts, rate, rateGroup } from '../../../shared/comparison/engine/rate/rate.ts';

const added = (widthMm: number, heightMm: number, outline?: RatedFacts['outline']) =>
  rate({ kind: 'graphic_added', inTitleBlock: false, widthMm, heightMm, outline });

describe('the rating of added linework by its size on paper', () => {
  // 1, 12 and 150 cm², as the rating rule states them; no side is 40 mm or longer below 12 cm².
  test.each([
    [9.99, 10, 2, 1],
    [10, 10, 3, 1],
    [39.9, 30, 3, 1],
    [39.9, 30.08, 4, 2],
    [149.9, 100, 4, 2],
    [150, 100, 5, 3],
  ])('%s × %s mm has the rating %s and the cost effect %s', (width, height, difference_rating, cost_effect) => {
    expect(added(width, height)).toEqual({ difference_rating, cost_effect });
  });

  test.each([
    [39.9, 2],
    [40, 4],
  ])('a line and a rectangle %s mm long have the rating %s', (length, rating) => {
    expect(added(length, 1).difference_rating).toBe(rating);
    expect(added(1, length, 'rectangle').difference_rating).toBe(rating);
  });
});

test.each([
  [12, 3],
  [13, 4],
])('a group of %s parts rated 3 has the rating %s', (parts, rating) => {
  const part = { difference_rating: 3, cost_effect: 1 };
  expect(rateGroup(Array.from({ length: parts }, () => part)).difference_rating).toBe(rating);
});

test('a group of cosmetic parts stays cosmetic, and its cost grows with the root of their number', () => {
  const part = { difference_rating: 1, cost_effect: 1 };
  expect(rateGroup(Array.from({ length: 16 }, () => part))).toEqual({ difference_rating: 1, cost_effect: 4 });
});
