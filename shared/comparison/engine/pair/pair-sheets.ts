import type { PageText } from '../../../domain/page-text.ts';
import type { SetChange, SheetFacts } from '../types.ts';
import { assign } from './assign.ts';
import { lookAlike, type Thumbnail } from './thumbnail.ts';

export interface SheetPair {
  /** 1-based pages; null where the other document has no such sheet. */
  older: number | null;
  newer: number | null;
  /** What became of the sheet within its set. */
  changes: SetChange[];
}

/** One document as its sheets are paired. */
export interface PairedSet {
  pages: readonly PageText[];
  facts: readonly (SheetFacts | null)[];
  /** Small pictures of the pages, where they were drawn: sheets without words go by what they look like. */
  thumbnails?: readonly (Thumbnail | null)[] | undefined;
}

const normal = (text: string | undefined) => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What agreeing counts: all words of the sheets 1, their numbers and titles less. */
const numberWorth = 0.45;
const titleWorth = 0.2;
const looksWorth = 0.8;
/** Least worth of a pair, and the likeness that pictures of one sheet have at least. */
const leastWorth = 0.35;
const leastLooks = 0.6;
/** What order decides where everything else is equal. */
const tie = 0.01;
/** Fewer different words than this say nothing. */
const fewWords = 5;

const spellingsOf = ({ words }: PageText): Set<string> =>
  new Set(words.map((word) => word.text).filter((text) => text.length > 2));

/** A page that says too little to be known by its words. */
export const isSilent = (page: PageText): boolean => spellingsOf(page).size < fewWords;

/** How much of what two sheets say is the same; a word that stands on every sheet of the sets says little. */
const likeness = (a: Set<string>, b: Set<string>, weight: (word: string) => number): number => {
  let [both, one, other] = [0, 0, 0];
  for (const word of a) {
    one += weight(word);
    if (b.has(word)) both += weight(word);
  }
  for (const word of b) other += weight(word);
  return both === 0 ? 0 : both / Math.min(one, other);
};

/** Indices of a longest run of rising values. */
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
 * their looks; what decides nothing else is decided by order. Answers in the order of the newer document, lost sheets
 * last.
 */
export const pairSheets = (older: PairedSet, newer: PairedSet): SheetPair[] => {
  const [oldWords, newWords] = [older.pages.map(spellingsOf), newer.pages.map(spellingsOf)];
  const spread = new Map<string, number>();
  for (const words of [...oldWords, ...newWords])
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const sheets = oldWords.length + newWords.length;
  const weight = (word: string) => 0.05 + Math.log((sheets + 2) / (spread.get(word) ?? 1));
  const numberOf = (set: PairedSet, page: number) => normal(set.facts[page]?.sheet_number?.value);
  const titleOf = (set: PairedSet, page: number) => normal(set.facts[page]?.title?.value);
  // A document of one sheet is laid over the other whatever it says; that they differ is then the finding.
  const single = older.pages.length === 1 && newer.pages.length === 1;

  const worthOf = (o: number, n: number): number => {
    const number = numberOf(older, o) !== '' && numberOf(older, o) === numberOf(newer, n);
    const title = titleOf(older, o) !== '' && titleOf(older, o) === titleOf(newer, n);
    const order = tie * (1 - Math.abs(o / older.pages.length - n / newer.pages.length));
    const agreed = (number ? numberWorth : 0) + (title ? titleWorth : 0);
    const [ours, theirs] = [oldWords[o]!, newWords[n]!];
    if (ours.size < fewWords || theirs.size < fewWords) {
      const [a, b] = [older.thumbnails?.[o], newer.thumbnails?.[n]];
      const looks = a && b ? lookAlike(a, b) : null;
      if (looks !== null && looks >= leastLooks) return agreed + looksWorth * looks + order;
      if (agreed > 0) return agreed + order;
      // Without pictures only their order tells silent sheets apart.
      const named = numberOf(older, o) !== '' || numberOf(newer, n) !== '';
      return looks === null && !named ? 20 * order : 0;
    }
    const worth = agreed + likeness(ours, theirs, weight);
    return worth >= leastWorth ? worth + order : 0;
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
