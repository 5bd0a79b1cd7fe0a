import { expect, test } from 'vitest';
import { stemOf } from '../../../shared/domain/search/analyse.ts';
import { Vocabulary } from '../../../shared/domain/search/search-vocabulary.ts';

test('the forms of a word are all terms with its stem, whether or not the stem itself is a term', () => {
  const terms = ['doors', 'door', 'insulated', 'insulation', 'insulating', 'd-101', '101', 'running', 'runs', 'stairs'];
  const vocabulary = new Vocabulary();
  for (const term of [...terms, ...terms]) vocabulary.add(term);
  expect(vocabulary.size).toBe(terms.length);
  for (const word of [...terms, 'insulate', 'insul', 'run', 'stair', 'd-102', 'roof']) {
    const alike = terms.filter((term) => stemOf(term) === stemOf(word));
    expect([word, [...vocabulary.forms(word)].sort()]).toEqual([word, alike.sort()]);
  }
});
