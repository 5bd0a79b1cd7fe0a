import { expect, test } from 'vitest';
import type { ComparisonItem } from '../../../shared/comparison/engine/index.ts';
import { estimatesOfTotals } from '../../../shared/comparison/exports/estimates.ts';
import { judge } from '../../../shared/comparison/exports/index.ts';
import { totalsOf } from '../../../shared/comparison/totals.ts';

const item = (kind: ComparisonItem['kind'], more: Partial<ComparisonItem> = {}): ComparisonItem => ({
  ...{ description: kind, difference_rating: 3, cost_effect: 1, page: 1, kind, confidence: 0.9 },
  bounding_box: { x: 0.2, y: 0.1, width: 0.1, height: 0.2 },
  pixel_box: { x: 1, y: 1, width: 1, height: 1 },
  ...more,
});
const doors = { trade: 'Doors and windows', division: '08' };
const each = (value: number) => ({ quantity: { value, unit: 'each' as const } });
const metres = (value: number) => ({ quantity: { value, unit: 'm' as const } });

const items = [
  item('graphic_added', { ...doors, ...each(2), difference_rating: 5 }),
  item('graphic_removed', { ...doors, ...each(1), cost_effect: -2 }),
  item('graphic_moved', {
    ...doors,
    ...each(1),
    cost_effect: 0,
    bounding_box: { x: 0.7, y: 0.7, width: 0.1, height: 0.1 },
  }),
  item('title_block', { parts: [item('graphic_added', metres(0.1)), item('graphic_added', metres(0.2))] }),
];
const prices = { currency: 'EUR', prices: [{ unit: 'each' as const, division: '08', price: 100 }] };

test('quantities are added up by unit, and what was added, removed and changed apart', () => {
  const { trades, kinds } = totalsOf(judge(items, [], prices), prices);
  expect(trades).toEqual([
    {
      ...doors,
      ...{ changes: 3, difference_rating: 5, cost_effect: -1 },
      quantities: [{ unit: 'each', added: 2, removed: 1, changed: 1 }],
      costs: [{ amount: 100, currency: 'EUR' }],
    },
    {
      ...{ trade: null, division: null, changes: 2, difference_rating: 3, cost_effect: 2, costs: [] },
      quantities: [{ unit: 'm', added: 0.3, removed: 0, changed: 0 }],
    },
  ]);
  expect(kinds.map(({ kind, changes }) => [kind, changes])).toEqual([
    ['graphic_added', 3],
    ...[
      ['graphic_moved', 1],
      ['graphic_removed', 1],
    ],
  ]);
});

test('a rejected change is counted but costs nothing', () => {
  const reviews = [{ ...items[0]!, status: 'rejected' as const, comment: null }];
  const judged = judge(items.slice(0, 1), reviews, prices);
  expect(totalsOf(judged, prices).trades[0]).toMatchObject({ changes: 1, costs: [] });
  expect(estimatesOfTotals(judged, prices)).toEqual({});
  expect(estimatesOfTotals(judge(items, [], prices), prices)).toEqual({
    'By trade: 08 Doors and windows': '100.00 EUR',
    ...{ 'By kind: graphic added': '200.00 EUR', 'By kind: graphic removed': '-100.00 EUR' },
  });
});
