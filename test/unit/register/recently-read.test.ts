import { expect, test } from 'vitest';
import { RecentlyRead } from '../../../shared/aws/register/recently-read.ts';

const kept = (cache: RecentlyRead<{ bytes: number; made: string }>, names: string[]): string[] =>
  names.filter((name) => cache.get(name, () => ({ bytes: 0, made: 'again' })).made !== 'again');
const first = (bytes: number) => () => ({ bytes, made: 'first' });

test('evicts the least recently read, and only as much as needed', () => {
  const cache = new RecentlyRead<{ bytes: number; made: string }>(100, 0);
  for (const name of ['a', 'b', 'c']) cache.get(name, first(33));
  cache.makeRoom();
  cache.get('a', first(0));
  cache.get('d', first(50));
  cache.makeRoom();
  expect(kept(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'd']);
});

test('weighs what has grown since, and keeps the last one whatever its weight', () => {
  const cache = new RecentlyRead<{ bytes: number; made: string }>(100, 0);
  const growing = cache.get('a', first(10));
  cache.get('b', first(10));
  cache.makeRoom();
  growing.bytes = 1_000;
  cache.get('a', first(0));
  cache.makeRoom();
  expect(kept(cache, ['b', 'a'])).toEqual(['a']);
});

test('counts empty ones', () => {
  const cache = new RecentlyRead<{ bytes: number; made: string }>(100, 10);
  const names = Array.from({ length: 50 }, (_, index) => `r${index}`);
  for (const name of names) {
    cache.get(name, first(0));
    cache.makeRoom();
  }
  expect(kept(cache, names)).toEqual(names.slice(40));
});
