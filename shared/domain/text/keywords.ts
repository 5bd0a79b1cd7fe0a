import { isTerm, wordsOf } from './words.ts';

const MOST = 50;
const LONGEST = 64;
/** Words looked at: a code of 800 pages says in its first million what it is about. */
const MOST_WORDS = 1_000_000;

/**
 * The terms and two-word phrases that a text repeats, most telling first: at most 50 of at most 64 characters,
 * lower case. A phrase counts by how often its words stand together; a single word gives way to a phrase that
 * it mostly occurs in.
 */
export const keywords = (text: string): string[] => {
  const singles = new Map<string, number>();
  const pairs = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let seen = 0;
  for (const line of text.split(/[\n\f.;:,()]+/)) {
    let previous: string | undefined;
    for (const word of wordsOf(line)) {
      if (++seen > MOST_WORDS) break;
      const term = isTerm(word) ? word : undefined;
      if (term) {
        add(singles, term);
        if (previous && previous !== term) add(pairs, `${previous} ${term}`);
      }
      previous = term;
    }
  }
  const scored: [term: string, score: number][] = [];
  const covered = new Map<string, number>();
  for (const [pair, count] of pairs) {
    if (count < 2 || pair.length > LONGEST) continue;
    scored.push([pair, count * 2.5]);
    for (const word of pair.split(' ')) covered.set(word, Math.max(covered.get(word) ?? 0, count));
  }
  for (const [word, count] of singles) {
    const alone = count - (covered.get(word) ?? 0);
    if (alone > 0 && word.length <= LONGEST) scored.push([word, alone * Math.min(2, word.length / 5)]);
  }
  return scored
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST)
    .map(([term]) => term);
};
