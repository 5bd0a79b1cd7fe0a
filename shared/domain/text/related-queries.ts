import type { SummarisedSheet } from './summarise.ts';
import { isConstructionTerm, wordsOf } from './words.ts';

const MOST = 5;
const LONGEST = 100;

/**
 * Returns up to five searches for similar documents, made from the document's own terms: the titles of its sheets, its
 * phrases, and its most significant words in pairs.
 * @param found the result of `keywords`, most significant first
 */
export const relatedQueries = (found: readonly string[], sheets: readonly SummarisedSheet[] = []): string[] => {
  const titles = sheets.flatMap(({ title }) => (title ? [wordsOf(title).join(' ')] : []));
  const phrases = found.filter((keyword) => keyword.includes(' '));
  const telling = [...phrases.filter((p) => p.split(' ').some(isConstructionTerm)), ...phrases];
  const words = found.filter((keyword) => !keyword.includes(' '));
  const pairs = words.slice(1).map((word) => `${words[0]} ${word}`);
  const queries: string[] = [];
  const seen = new Set<string>();
  const take = (all: readonly string[], count: number) => {
    for (const query of all) {
      if (count === 0 || queries.length === MOST) return;
      const key = query.split(' ').sort().join(' ');
      if (query === '' || query.length > LONGEST || seen.has(key)) continue;
      seen.add(key);
      queries.push(query);
      count--;
    }
  };
  take(titles, 2);
  take(telling, 3);
  take(pairs, 2);
  take(telling, MOST);
  take(words, MOST);
  return queries;
};
