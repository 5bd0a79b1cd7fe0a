import { expect, test } from 'vitest';
import { estimatesOf, filterChanges, NO_FILTERS, tradesOf } from '../../../viewer/change-filters.ts';
import { byDiscipline, compareSets, type ListedSheet, matchingSheets } from '../../../viewer/sheet-lists.ts';

const sheet = (id: string, document_id: string, page = 1, discipline: ListedSheet['discipline'] = null) =>
  ({ id, sheet_number: id, title: null, discipline, current: { document_id, page } }) as ListedSheet;

test('two sets differ by new, revised and missing sheets', () => {
  const earlier = [sheet('A-1', 'a'), sheet('A-2', 'a', 2), sheet('A-3', 'a', 3)];
  const later = [sheet('A-1', 'a'), sheet('A-2', 'b'), sheet('A-4', 'b', 2)];
  const { changes, removed } = compareSets(earlier, later);
  expect([...changes]).toEqual([
    ['A-2', 'revised'],
    ['A-4', 'added'],
  ]);
  expect(removed.map(({ id }) => id)).toEqual(['A-3']);
});

test('sheets are grouped by discipline in order, and found by number', () => {
  const set = [sheet('A-1', 'a', 1, 'architectural'), sheet('X-1', 'a'), sheet('A-2', 'a', 2, 'architectural')];
  expect(byDiscipline(set).map(([name, { length }]) => [name, length])).toEqual([
    ['architectural', 2],
    ['Other sheets', 1],
  ]);
  expect(matchingSheets(set, ' x-').map(({ id }) => id)).toEqual(['X-1']);
});

const change = (number: number, difference_rating: number, more: object = {}) =>
  ({ number, difference_rating, status: 'open', ...more }) as Parameters<typeof filterChanges>[0][number];
const estimate = (amount: number, currency = 'EUR') => ({ cost_estimate: { amount, currency, arithmetic: '' } });

test('changes are filtered by rating, trade and status together', () => {
  const all = [
    change(1, 5, { trade: 'Doors' }),
    change(2, 2, { trade: 'Doors' }),
    change(3, 4, { status: 'accepted' }),
  ];
  const numbers = (filters: object) => filterChanges(all, { ...NO_FILTERS, ...filters }).map(({ number }) => number);
  expect(numbers({})).toEqual([1, 2, 3]);
  expect(numbers({ rating: 4 })).toEqual([1, 3]);
  expect(numbers({ rating: 3, trade: 'Doors' })).toEqual([1]);
  expect(numbers({ trade: 'No trade' })).toEqual([3]);
  expect(numbers({ status: 'accepted' })).toEqual([3]);
  expect(tradesOf(all)).toEqual(['Doors', 'No trade']);
});

test('totals are per currency, without rejected changes', () => {
  const all = [change(1, 1, estimate(5)), change(2, 1, estimate(7)), change(3, 1, estimate(2, 'CHF')), change(4, 1)];
  const rejected = change(5, 1, { ...estimate(100), status: 'rejected' });
  expect(estimatesOf([...all, rejected])).toEqual([
    { currency: 'EUR', amount: 12 },
    { currency: 'CHF', amount: 2 },
  ]);
});
