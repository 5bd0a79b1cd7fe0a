import { expect, test } from 'vitest';
import * as z from 'zod';
import { wholeNumber } from '../../../shared/http/parameters.ts';
import { toProblems } from '../../../shared/http/problems.ts';

const page = z.object({ page: wholeNumber({ minimum: 1, maximum: 100 }).default(7) });

test.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
  [undefined, 7],
])('%j is the number %d', (text, value) => {
  expect(page.parse({ page: text })).toEqual({ page: value });
});

test.each(['', ' 1', '1 ', '0x10', '1e1', '1.0', '1,000', 'NaN', 'Infinity', '١'])(
  '%j is not a whole number',
  (text) => {
    const { error } = page.safeParse({ page: text });
    expect(error && toProblems(error, { page: text }, 'query')).toMatchObject([
      { loc: ['query', 'page'], msg: 'Input should be a valid integer' },
    ]);
  },
);

test.each([
  ['0', 'greater_than_equal'],
  ['-1', 'greater_than_equal'],
  ['101', 'less_than_equal'],
])('%j is out of bounds', (text, type) => {
  const { error } = page.safeParse({ page: text });
  expect(error && toProblems(error, { page: text }, 'query')).toMatchObject([{ loc: ['query', 'page'], type }]);
});

test('a number beyond the safe integers is rejected', () => {
  const { success } = wholeNumber({ minimum: 0 }).safeParse('9007199254740993');
  expect(success).toBe(false);
});
