import { expect, test } from 'vitest';
import { askedWords, describedWords } from '../../../shared/domain/search/described.ts';

const answers = (text: string, question: string): boolean => {
  const words = describedWords(text);
  return askedWords(question).every(({ needles }) => needles.some((needle) => words.includes(needle)));
};

test.each([
  ['words in another order', 'Second & Third Floor Plan', 'floor second'],
  ['words that others stand between', 'Second & Third Floor Plan', 'second floor'],
  ['a plural', 'Second & Third Floor Plan', 'floors plans'],
  ['a singular', 'Door Schedules', 'schedule'],
  ['another form of a verb', 'Roof Framing', 'framed'],
  ['the beginning of a word', 'Waterproofing membranes', 'waterp memb'],
  ['a code without its dash', 'S-101 Framing', 's101'],
  ['a code in two words', 'S-101 Framing', 'S 101'],
  ['the beginning of a code', 'S-101 Framing', 's-10'],
  ['the number of a section', 'SECTION 03 30 00', '033000'],
  ['other accents', 'Étage supérieur', 'etage superieur'],
  ['small words that it does not hold', 'Plan of the roof', 'a plan for this roof'],
])('%s are found', (_, text, question) => {
  expect(answers(text, question)).toBe(true);
});

test.each([
  ['one of the words alone', 'Second Floor Plan', 'second roof'],
  ['a word that another one holds within', 'Underfloor heating', 'floor'],
  ['another code', 'S-101 Framing', 's102'],
  ['a word with the same beginning as a stem', 'Current rating', 'curing'],
])('%s are not found', (_, text, question) => {
  expect(answers(text, question)).toBe(false);
});

test('a query of stop words only searches for them', () => {
  expect(askedWords('the').length).toBe(1);
  expect(answers('To the north', 'the')).toBe(true);
});

test.each(['', '&', ' - '])('%j searches for no word', (question) => {
  expect(askedWords(question)).toEqual([]);
});
