import { expect, test } from 'vitest';
import { fairOrder, hasEligible, type Shares } from '../../infra/local/sqs/fair-order.ts';
import { RecentUse } from '../../infra/local/sqs/recent-use.ts';

const message = (name: string) => ({ body: JSON.stringify({ organization_id: name[0], name }) });
const named = (...names: string[]) => names.map(message);
const sharesWith = (inWork: string[], more: Partial<Shares> = {}): Shares => ({
  fairAmong: 'organization_id',
  inWork: named(...inWork),
  recentUse: () => 0,
  reservedOnly: false,
  ...more,
});
const order = (waiting: string[], inWork: string[], count: number, more: Partial<Shares> = {}) => {
  const { next, others } = fairOrder(named(...waiting), count, sharesWith(inWork, more));
  return [next, others].map((list) => list.map(({ body }) => JSON.parse(body).name));
};

test('the tenant with the fewest messages in progress comes first, then the oldest message', () => {
  expect(order(['a3', 'a4', 'b1', 'c1'], ['a1', 'a2'], 1)).toEqual([['b1'], ['a3', 'a4', 'c1']]);
  expect(order(['a3', 'b2', 'c1'], ['a1', 'b1'], 1)).toEqual([['c1'], ['a3', 'b2']]);
  expect(order(['a1', 'b1'], [], 1)).toEqual([['a1'], ['b1']]);
});

test('several messages are picked in turns', () => {
  expect(order(['a1', 'a2', 'a3', 'b1', 'b2'], [], 4)).toEqual([['a1', 'b1', 'a2', 'b2'], ['a3']]);
  expect(order(['a1', 'a2', 'b1'], [], 10)).toEqual([['a1', 'b1', 'a2'], []]);
});

test('among tenants with equally many in progress, the one with the least recent usage comes first', () => {
  const recentUse = (tenant: string) => ({ a: 60_000, b: 500 })[tenant] ?? 0;
  expect(order(['a1', 'b1', 'c1'], [], 3, { recentUse })).toEqual([['c1', 'b1', 'a1'], []]);
  expect(order(['a1', 'b2'], ['b1'], 1, { recentUse })).toEqual([['a1'], ['b2']]);
});

test('a reserved slot goes only to a tenant with nothing in progress', () => {
  const reservedOnly = true;
  expect(order(['a2', 'a3', 'b1', 'b2'], ['a1'], 5, { reservedOnly })).toEqual([['b1'], ['a2', 'a3', 'b2']]);
  expect(order(['a2', 'a3'], ['a1'], 1, { reservedOnly })).toEqual([[], ['a2', 'a3']]);
  expect(hasEligible(named('a2', 'b1'), sharesWith(['a1'], { reservedOnly }))).toBe(true);
  expect(hasEligible(named('a2'), sharesWith(['a1'], { reservedOnly }))).toBe(false);
  expect(hasEligible(named('a2'), sharesWith(['a1']))).toBe(true);
  expect(hasEligible([], sharesWith([]))).toBe(false);
});

test('each queue names the field of the tenant', () => {
  const shares = { ...sharesWith(['a1']), fairAmong: 'name' };
  expect(fairOrder(named('a1', 'a2'), 1, shares).next.map(({ body }) => JSON.parse(body).name)).toEqual(['a2']);
});

test('messages without a tenant form a group of their own', () => {
  const waiting = [...named('a1', 'a2'), { body: 'no JSON' }, { body: 'null' }];
  expect(fairOrder(waiting, 1, sharesWith(['a0'])).next.map(({ body }) => body)).toEqual(['no JSON']);
});

test('usage counts half after a minute, and next to nothing after an hour', () => {
  const used = new RecentUse();
  used.add('a', 8000, 0);
  expect(used.of('a', 0)).toBe(8000);
  expect(used.of('a', 60_000)).toBe(4000);
  used.add('a', 1000, 60_000);
  expect(used.of('a', 120_000)).toBe(2500);
  expect(used.of('a', 3_600_000)).toBeLessThan(1e-12);
  expect(used.of('b', 0)).toBe(0);
});
