import { expect, test } from 'vitest';
import { estimateOf, PriceList } from '../../../shared/domain/comparisons/price-list.ts';
import { matchReviews } from '../../../shared/domain/comparisons/review.ts';

const change = (x: number, kind = 'graphic_added', page = 1) => ({
  page,
  kind,
  bounding_box: { x, y: 0.1, width: 0.1, height: 0.1 },
});

test('a review stays with its change when numbers and positions shift a little', () => {
  const reviews = [change(0.1), change(0.5)];
  const items = [change(0.9), change(0.52), change(0.11)];
  const matched = matchReviews(items, reviews);
  expect([...matched].sort(([a], [b]) => a - b)).toEqual([
    [1, reviews[1]],
    [2, reviews[0]],
  ]);
});

test('a review belongs to one change only, the nearest of its kind and page', () => {
  const review = change(0.5);
  expect([...matchReviews([change(0.52), change(0.5)], [review]).keys()]).toEqual([1]);
  expect(matchReviews([change(0.5, 'graphic_removed'), change(0.5, 'graphic_added', 2)], [review]).size).toBe(0);
  expect(matchReviews([change(0.56)], [review]).size).toBe(0);
});

test.each([
  ['half a change', { width: 0.05 }, 1],
  ['less than half a change', { width: 0.049 }, 0],
  ['below it', { y: 0.3 }, 0],
  ['beside and below it', { x: 0.8, y: 0.3 }, 0],
  ['as high, half as wide again', { width: 0.15 }, 1],
])('a review %s: %j matches this many', (_name, box, count) => {
  const at = change(0.5);
  const review = { ...at, bounding_box: { ...at.bounding_box, ...box } };
  expect(matchReviews([at], [review]).size).toBe(count);
});

test('a change without an area keeps its review', () => {
  const line = { page: 1, kind: 'text_moved', bounding_box: { x: 0.2, y: 0.2, width: 0, height: 0 } };
  expect(matchReviews([line], [line]).size).toBe(1);
});

test('of two equally near reviews the first change gets the first', () => {
  const [first, second] = [change(0.5), change(0.5)];
  const matched = matchReviews([change(0.5), change(0.5)], [first, second]);
  expect([matched.get(0) === first, matched.get(1) === second]).toEqual([true, true]);
});

const list = PriceList.parse({
  currency: 'EUR',
  prices: [
    { unit: 'm', division: '09', price: 85 },
    { unit: 'm²', division: '09', price: 40.5 },
  ],
});
const wall = (kind: string, value: number, unit = 'm', division: string | undefined = '09') => ({
  ...{ kind, division, quantity: { value, unit } },
});

test('a change costs its quantity at the price of its division and unit, and a removal saves it', () => {
  expect(estimateOf(wall('graphic_added', 3.2), list)).toEqual({
    amount: 272,
    currency: 'EUR',
    arithmetic: '3.2 m × 85.00 EUR = 272.00 EUR',
  });
  expect(estimateOf(wall('graphic_removed', 2, 'm²'), list)).toEqual({
    amount: -81,
    currency: 'EUR',
    arithmetic: '− 2 m² × 40.50 EUR = -81.00 EUR',
  });
  expect(estimateOf({ kind: 'graphic_added', division: '09' }, list)).toBeNull();
  for (const unpriced of [
    wall('graphic_changed', 3),
    wall('graphic_added', 1, 'each'),
    wall('graphic_added', 1, 'm', '08'),
  ]) {
    expect(estimateOf(unpriced, list)).toBeNull();
  }
});

test('what was repeated costs what its parts are: added, removed, or neither', () => {
  const repeated = (...kinds: string[]) => ({
    ...wall('repeated', 9),
    parts: kinds.map((kind) => wall(kind, 4.5)),
  });
  expect(estimateOf(repeated('graphic_added', 'graphic_added'), list)?.amount).toBe(765);
  expect(estimateOf(repeated('graphic_removed', 'graphic_removed'), list)?.amount).toBe(-765);
  expect(estimateOf(repeated('graphic_added', 'graphic_removed'), list)).toBeNull();
});

test('a group costs the sum of its parts', () => {
  const parts = [wall('graphic_added', 2), wall('graphic_removed', 1), wall('graphic_changed', 9)];
  expect(estimateOf({ kind: 'group', parts }, list)).toEqual({
    amount: 85,
    currency: 'EUR',
    arithmetic: '170.00 − 85.00 = 85.00 EUR',
  });
  expect(estimateOf({ kind: 'group', parts: [wall('graphic_changed', 9)] }, list)).toBeNull();
  expect(estimateOf({ kind: 'group' }, list)).toBeNull();
  const gone = estimateOf({ kind: 'group', parts: [wall('text_removed', 1), wall('text_added', 3, 'm²')] }, list);
  expect(gone?.arithmetic).toBe('− 85.00 + 121.50 = 36.50 EUR');
});

test.each([
  [{ currency: 'eur', prices: [] }],
  [{ currency: 'EUR', prices: [{ unit: 'kg', division: '09', price: 1 }] }],
  [{ currency: 'EUR', prices: [{ unit: 'm', division: '9', price: 1 }] }],
  [{ currency: 'EUR', prices: [{ unit: 'm', division: '09', price: -1 }] }],
])('%j is not a valid price list', (given) => {
  expect(PriceList.safeParse(given).success).toBe(false);
});
