import { expect, test } from 'vitest';
import { fairOrder } from '../../infra/local/sqs/fair-order.ts';

const message = (name: string) => ({ body: JSON.stringify({ organization_id: name[0], name }) });
const named = (...names: string[]) => names.map(message);
const order = (waiting: string[], inWork: string[], count: number) =>
  fairOrder(named(...waiting), named(...inWork), count).map(({ body }) => JSON.parse(body).name);

test('the tenant with the fewest messages in work comes first, then the oldest message', () => {
  expect(order(['a3', 'a4', 'b1', 'c1'], ['a1', 'a2'], 1)).toEqual(['b1', 'a3', 'a4', 'c1']);
  expect(order(['a3', 'b2', 'c1'], ['a1', 'b1'], 1)).toEqual(['c1', 'a3', 'b2']);
  expect(order(['a1', 'b1'], [], 1)).toEqual(['a1', 'b1']);
});

test('several are picked in turns', () => {
  expect(order(['a1', 'a2', 'a3', 'b1', 'b2'], [], 4)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  expect(order(['a1', 'a2', 'b1'], [], 10)).toEqual(['a1', 'b1', 'a2']);
});

test('messages that name no tenant are a group of their own', () => {
  const waiting = [...named('a1', 'a2'), { body: 'no JSON' }, { body: 'null' }];
  expect(fairOrder(waiting, named('a0'), 1).map(({ body }) => body)[0]).toBe('no JSON');
});
