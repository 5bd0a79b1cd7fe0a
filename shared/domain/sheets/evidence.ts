import type { PageText } from '../page-text.ts';
import { onOfficePaper } from './block.ts';
import { bestFirst, type Candidate, withFeatures } from './candidate.ts';
import { linesOf } from './lines.ts';
import { sheetNumberLikeness } from './patterns.ts';
import { isTextPage } from './text-page.ts';
import { maximumIndexPages, minimumIndexEntries } from './thresholds.ts';

/** Information on pages from the file's metadata rather than their printed content. */
export interface FileEvidence {
  filename?: string | undefined;
  /** The document's title in its metadata. */
  title?: string | undefined;
  /** Page labels in page order. */
  labels?: readonly (string | null)[] | undefined;
  /** Entries of the outline, with 1-based pages. */
  outline?: readonly { page: number; title: string }[] | undefined;
}

const MAXIMUM_ENTRIES = 400;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns titles by sheet number, from the pages that list the sheets of a set. */
const indexOf = (pages: readonly PageText[]): Map<string, string> => {
  const index = new Map<string, string>();
  for (const page of pages.slice(0, maximumIndexPages)) {
    if (onOfficePaper(page) && isTextPage(page)) continue;
    const { lines } = linesOf(page);
    const numbers = lines.filter((line) => sheetNumberLikeness(line.text) >= 0.7).slice(0, MAXIMUM_ENTRIES);
    const entries = numbers.flatMap((number) => {
      const title = lines.find(
        (line) =>
          line.angle === number.angle &&
          Math.abs(line.v1 - number.v1) < 0.3 * number.size &&
          line.u0 > number.u1 &&
          line.u0 - number.u1 < 14 * number.size &&
          /\p{L}{3}/u.test(line.text),
      );
      return title ? [[number.text.trim(), title.text.trim()] as const] : [];
    });
    const column = new Set(entries.map(([number]) => number));
    if (column.size >= minimumIndexEntries) for (const [number, title] of entries) index.set(number, title);
  }
  return index;
};

/** Raises the scores of candidates that the file confirms. */
export interface Evidence {
  /** Returns the title that the set's index lists for a number; null without one. */
  listedTitle: (number: string) => string | null;
  /** Returns the only number that the set's index lists with a title; null without one or with several. */
  listedNumber: (title: string) => string | null;
  /** Raises candidates for a sheet number that the file states for this page. */
  numbers: (page: number, candidates: Candidate[]) => Candidate[];
  /** Raises candidates for a title that the file, or the set's index for this number, states for the page. */
  titles: (page: number, candidates: Candidate[], number: Candidate | null) => Candidate[];
}

/** Returns the share of the words of a text that are among the stated ones, compared by their first letters. */
const statedShare = (text: string, stated: ReadonlySet<string>): number => {
  const words = stems(text);
  return words.length === 0 ? 0 : words.filter((word) => stated.has(word)).length / words.length;
};

/** Returns the first letters of the words of a text without accents, which file names leave out. */
const stems = (text: string): string[] =>
  plain(text.normalize('NFD').replace(/\p{M}/gu, ''))
    .split(' ')
    .filter((word) => /\p{L}{3}/u.test(word))
    .map((word) => word.slice(0, 5));

/** Returns the candidates, best first, with the evidence of the file's names and of the set's index. */
const withEvidence = (
  candidates: readonly Candidate[],
  {
    isNamed,
    isListed,
    stated,
  }: Record<'isNamed' | 'isListed', (text: string) => boolean> & { stated: ReadonlySet<string> },
): Candidate[] =>
  bestFirst(
    candidates.map((each) =>
      withFeatures(each, {
        confirmed: isNamed(each.text) ? 1 : 0,
        listed: isListed(each.text) ? 1 : 0,
        stated: statedShare(each.text, stated),
        of_named: stated.size > 0 ? 1 : 0,
      }),
    ),
  );

/**
 * Prepares the file's information as evidence for printed fields. It confirms candidates and decides ties, but never
 * establishes a field.
 * @param pages the pages of the set, whose cover may list its sheets
 */
export const evidenceOf = (pages: readonly PageText[], file: FileEvidence = {}): Evidence => {
  const index = pages.length > 2 ? indexOf(pages) : new Map<string, string>();
  const statedFor = (page: number): string => {
    const own = pages.length === 1 ? [file.filename?.replace(/\.\w{2,4}$/, ''), file.title] : [];
    const outline = (file.outline ?? []).filter((entry) => entry.page === page).map(({ title }) => title);
    return ` ${plain([...own, file.labels?.[page - 1], ...outline].filter(Boolean).join(' | '))} `;
  };
  const known = new Map(pages.map(({ page }) => [page, statedFor(page)]));
  const namesOf = (page: number) => {
    const names = known.get(page) ?? '';
    const isNamed = (text: string): boolean => {
      const words = plain(text);
      return words !== '' && names.includes(` ${words} `);
    };
    return { isNamed, stated: new Set(stems(names)) };
  };
  const numbersByTitle = Map.groupBy(index.keys(), (number) => plain(index.get(number) ?? ''));
  return {
    listedTitle: (number) => index.get(number) ?? null,
    listedNumber: (title) => {
      const [number = null, ...others] = numbersByTitle.get(plain(title)) ?? [];
      return others.length === 0 ? number : null;
    },
    numbers: (page, candidates) => withEvidence(candidates, { ...namesOf(page), isListed: (text) => index.has(text) }),
    titles: (page, candidates, number) => {
      const listed = plain(index.get(number?.text ?? '') ?? '');
      const isListed = (text: string) => listed !== '' && plain(text) === listed;
      return withEvidence(candidates, { ...namesOf(page), isListed });
    },
  };
};
