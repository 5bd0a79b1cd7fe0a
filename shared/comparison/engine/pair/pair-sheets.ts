import type { PageText } from '../../../domain/page-text.ts';
import type { SheetFacts } from '../types.ts';

export interface SheetPair {
  /** 1-based pages; null where the other document has no such sheet. */
  older: number | null;
  newer: number | null;
}

const normal = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

const spellings = (page: PageText): Set<string> =>
  new Set(page.words.map((word) => word.text).filter((t) => t.length > 2));

/** Share of the smaller sheet's spellings that both have. */
const likeness = (a: Set<string>, b: Set<string>): number => {
  if (a.size === 0 || b.size === 0) return 0;
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.min(a.size, b.size);
};

const leastLikeness = 0.35;

/**
 * Pairs the sheets of two documents: by sheet number first, then the rest by what is written on them, then, where
 * that says nothing (scans), by their order. Answers in the order of the newer document, lost sheets last.
 */
export const pairSheets = (
  older: readonly PageText[],
  newer: readonly PageText[],
  olderFacts: readonly (SheetFacts | null)[],
  newerFacts: readonly (SheetFacts | null)[],
): SheetPair[] => {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  const join = (o: number, n: number) => {
    partner.set(n, o);
    taken.add(o);
  };

  newer.forEach((_, n) => {
    const number = newerFacts[n]?.sheet_number?.value;
    if (!number) return;
    const o = older.findIndex(
      (_page, i) => !taken.has(i) && normal(olderFacts[i]?.sheet_number?.value ?? '') === normal(number),
    );
    if (o >= 0) join(o, n);
  });

  const [oldWords, newWords] = [older.map(spellings), newer.map(spellings)];
  const candidates = newer.flatMap((_, n) =>
    partner.has(n)
      ? []
      : older.flatMap((_page, o) => (taken.has(o) ? [] : [{ o, n, like: likeness(oldWords[o]!, newWords[n]!) }])),
  );
  candidates.sort((a, b) => b.like - a.like || Math.abs(a.o - a.n) - Math.abs(b.o - b.n) || a.n - b.n || a.o - b.o);
  for (const { o, n, like } of candidates) {
    if (like >= leastLikeness && !partner.has(n) && !taken.has(o)) join(o, n);
  }

  const silent = (words: Set<string>) => words.size < 5;
  newer.forEach((_, n) => {
    if (partner.has(n)) return;
    // A document of one sheet is laid over the other whatever it says; that they differ is then the finding.
    const single = older.length === 1 && newer.length === 1;
    const o = older.findIndex((_page, i) => !taken.has(i) && (single || silent(newWords[n]!) || silent(oldWords[i]!)));
    if (o >= 0) join(o, n);
  });

  return [
    ...newer.map((_, n) => ({ older: partner.has(n) ? partner.get(n)! + 1 : null, newer: n + 1 })),
    ...older.flatMap((_, o) => (taken.has(o) ? [] : [{ older: o + 1, newer: null }])),
  ];
};
