import type { PageText } from '../../../domain/page-text.ts';
import type { SetChange, SheetFacts } from '../types.ts';
import { assign } from './assign.ts';
import {
  appearanceWeightRatio,
  minimumCorrelationRatio,
  minimumPairWords,
  minimumPairWorthRatio,
  numberWeightRatio,
  orderWeightRatio,
  titleWeightRatio,
} from './thresholds.ts';
import { correlateThumbnails, type Thumbnail } from './thumbnail.ts';

export interface SheetPair {
  /** 1-based pages; null where the other document has no such sheet. */
  older: number | null;
  newer: number | null;
  /** Changes of the sheet's position in its set. */
  changes: SetChange[];
}

/** The sheets of one document, as input for pairing. */
export interface PairedSet {
  pages: readonly PageText[];
  facts: readonly (SheetFacts | null)[];
  /** Thumbnails of rendered pages: sheets without words are paired by appearance. */
  thumbnails?: readonly (Thumbnail | null)[] | undefined;
}

const normalize = (text: string | undefined) => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

const spellingsOf = ({ words }: PageText): Set<string> =>
  new Set(words.map((word) => word.text).filter((text) => text.length > 2));

/** Whether a page has too few words to be identified by them. */
export const lacksWords = (page: PageText): boolean => spellingsOf(page).size < minimumPairWords;

/** Returns the weighted share of words that two sheets have in common; words on every sheet have little weight. */
const likeness = (a: Set<string>, b: Set<string>, weight: (word: string) => number): number => {
  let [both, one, other] = [0, 0, 0];
  for (const word of a) {
    one += weight(word);
    if (b.has(word)) both += weight(word);
  }
  for (const word of b) other += weight(word);
  return both === 0 ? 0 : both / Math.min(one, other);
};

/** Returns the indices of a longest increasing subsequence. */
const longestRise = (values: readonly number[]): Set<number> => {
  const length = values.map(() => 1);
  const before = values.map(() => -1);
  let best = -1;
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < i; j++) {
      if (values[j]! < values[i]! && length[j]! + 1 > length[i]!) [length[i], before[i]] = [length[j]! + 1, j];
    }
    if (best < 0 || length[i]! > length[best]!) best = i;
  }
  const rise = new Set<number>();
  for (let i = best; i >= 0; i = before[i]!) rise.add(i);
  return rise;
};

/**
 * Pairs the sheets of two documents by one assignment over their words, numbers, titles and, where words are missing,
 * appearance; page order decides ties. Returns the pairs in the order of the newer document, followed by removed
 * sheets.
 */
export const pairSheets = (older: PairedSet, newer: PairedSet): SheetPair[] => {
  const [oldWords, newWords] = [older.pages.map(spellingsOf), newer.pages.map(spellingsOf)];
  const spread = new Map<string, number>();
  for (const words of [...oldWords, ...newWords])
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const sheets = oldWords.length + newWords.length;
  const weight = (word: string) => 0.05 + Math.log((sheets + 2) / (spread.get(word) ?? 1));
  const numberOf = (set: PairedSet, page: number) => normalize(set.facts[page]?.sheet_number?.value);
  const titleOf = (set: PairedSet, page: number) => normalize(set.facts[page]?.title?.value);
  // Two documents of one sheet each are always compared; how much they differ is then the result.
  const single = older.pages.length === 1 && newer.pages.length === 1;

  /** Returns the worth of two sheets that lack words. */
  const worthWithoutWords = (o: number, n: number, agreed: number, order: number): number => {
    const [a, b] = [older.thumbnails?.[o], newer.thumbnails?.[n]];
    const similarity = a && b ? correlateThumbnails(a, b) : null;
    if (similarity !== null && similarity >= minimumCorrelationRatio)
      return agreed + appearanceWeightRatio * similarity + order;
    if (agreed > 0) return agreed + order;
    // Without thumbnails, only page order distinguishes sheets without words.
    const named = numberOf(older, o) !== '' || numberOf(newer, n) !== '';
    return similarity === null && !named ? 20 * order : 0;
  };
  const worthOf = (o: number, n: number): number => {
    const number = numberOf(older, o) !== '' && numberOf(older, o) === numberOf(newer, n);
    const title = titleOf(older, o) !== '' && titleOf(older, o) === titleOf(newer, n);
    const order = orderWeightRatio * (1 - Math.abs(o / older.pages.length - n / newer.pages.length));
    const agreed = (number ? numberWeightRatio : 0) + (title ? titleWeightRatio : 0);
    const [oldSpellings, newSpellings] = [oldWords[o]!, newWords[n]!];
    if (oldSpellings.size < minimumPairWords || newSpellings.size < minimumPairWords)
      return worthWithoutWords(o, n, agreed, order);
    const worth = agreed + likeness(oldSpellings, newSpellings, weight);
    return worth >= minimumPairWorthRatio ? worth + order : 0;
  };
  const worth = newer.pages.map((_, n) => older.pages.map((_page, o) => (single ? 1 : worthOf(o, n))));
  const partners = older.pages.length === 0 ? newer.pages.map(() => null) : assign(worth);

  const paired = partners.flatMap((o, n) => (o === null ? [] : [{ o, n }]));
  const rising = longestRise(paired.map(({ o }) => o));
  const inOrder = new Set(paired.filter((_, i) => rising.has(i)).map(({ n }) => n));
  const taken = new Set(paired.map(({ o }) => o));
  const changesOf = (o: number, n: number): SetChange[] => {
    const [was, is] = [numberOf(older, o), numberOf(newer, n)];
    return [
      ...(was !== '' && is !== '' && was !== is ? (['renumbered'] as const) : []),
      ...(inOrder.has(n) ? [] : (['reordered'] as const)),
    ];
  };
  return [
    ...partners.map(
      (o, n): SheetPair => ({
        older: o === null ? null : o + 1,
        newer: n + 1,
        changes: o === null ? ['inserted'] : changesOf(o, n),
      }),
    ),
    ...older.pages.flatMap((_, o): SheetPair[] =>
      taken.has(o) ? [] : [{ older: o + 1, newer: null, changes: ['removed'] }],
    ),
  ];
};
