import { describe, expect, test } from 'vitest';
import { indexedWords, tokensOf } from '../../../shared/domain/search/analyse.ts';
import { readQuestion } from '../../../shared/domain/search/question.ts';
import { Vocabulary } from '../../../shared/domain/search/search-vocabulary.ts';
import { stem } from '../../../shared/domain/search/stem.ts';

describe('the words of a text', () => {
  test.each([
    ['S-101 and S101', 's101 and s101'],
    ['SECTION 03 30 00 CONCRETE', 'section 033000 concrete'],
    ['see 2 ASK - 002a, and A -- 12', 'see 2 ask002a and a12'],
    ['rooms 5 - 10', 'rooms 5 10'],
    ['BATH - 2', 'bath 2'],
    ["Cast-in-place, the owner's", 'cast in place the owner'],
    ['Étage, STRAẞE, ﬁre', 'etage strasse fire'],
    ['W12x26 @ 1/2"', 'w12x26 1 2'],
  ])('of %j are %j', (text, words) => {
    expect(indexedWords(text)).toBe(words);
  });

  test('have positions', () => {
    const text = 'On ASK - 002a: S-101.';
    expect(tokensOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(['On', 'ASK - 002a', 'S-101']);
  });

  test('of several texts are separate', () => {
    expect(indexedWords('a b', null, '', 'c')).toBe('a b | c');
  });
});

test.each([
  ['floors', 'floor'],
  ['framing', 'framed'],
  ['assemblies', 'assembly'],
  ['boxes', 'box'],
  ['curing', 'cured'],
  ['fitted', 'fitting'],
])('%s and %s are one word', (one, other) => {
  expect(stem(one)).toBe(stem(other));
});
test.each([
  ['glass', 'gla'],
  ['insulate', 'insulation'],
  ['ring', 'r'],
])('%s and %s are two words', (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

describe('a query', () => {
  const vocabulary = new Vocabulary();
  for (const word of ['slaughterhouses', 'interceptor', 'interceptors', 's101', 'waterproofing', 'the'])
    vocabulary.add(word);
  const words = (text: string) =>
    readQuestion(text, vocabulary).groups.map(({ alternatives }) => [...alternatives.keys()]);

  test.each([
    ['a typing error', 'interceptr', ['interceptr', 'interceptor']],
    ['a typing error in another form of the word', 'slaugterhouse', ['slaugterhouse', 'slaughterhouses']],
    ['a form', 'interceptor', ['interceptor', 'interceptors']],
    ['a beginning', 'waterpr', ['waterpr', 'waterproofing']],
    ['a code, which is nothing but itself', 's102', ['s102']],
  ])('with %s searches for existing words', (_, text, expected) => {
    expect(words(text)).toEqual([expected]);
  });

  test('with a code in two words searches for the code as well', () => {
    expect(words('S 101').every((alternatives) => alternatives.includes('s101'))).toBe(true);
  });

  test('uses stop words only if there are no others', () => {
    expect(readQuestion('the interceptor', vocabulary).groups.map(({ weight }) => weight < 1)).toEqual([true, false]);
    expect(readQuestion('the', vocabulary).groups.map(({ weight }) => weight)).toEqual([1]);
  });
});
