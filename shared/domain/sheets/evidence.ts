import type { PageText } from '../page-text.ts';
import { bestFirst, type Candidate, withFeatures } from './candidate.ts';
import { linesOf } from './lines.ts';
import { sheetNumberLikeness } from './patterns.ts';

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

/** Minimum number of entries of a sheet index. */
const MINIMUM_ENTRIES = 4;
/** Number of pages searched for a sheet index, which is at the beginning of a set. */
const MAXIMUM_INDEX_PAGES = 3;
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
  for (const page of pages.slice(0, MAXIMUM_INDEX_PAGES)) {
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
    if (column.size >= MINIMUM_ENTRIES) for (const [number, title] of entries) index.set(number, title);
  }
  return index;
};

/** Raises the scores of candidates that the file confirms. */
export interface Evidence {
  /** Raises candidates for a sheet number that the file states for this page. */
  numbers: (page: number, candidates: Candidate[]) => Candidate[];
  /** Raises candidates for a title that the file, or the set's index for this number, states for the page. */
  titles: (page: number, candidates: Candidate[], number: Candidate | null) => Candidate[];
}

const withConfirmation = (candidates: readonly Candidate[], confirms: (text: string) => boolean): Candidate[] =>
  bestFirst(candidates.map((each) => (confirms(each.text) ? withFeatures(each, { confirmed: 1 }) : each)));

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
  const names = (page: number, text: string): boolean => {
    const words = plain(text);
    return words !== '' && (known.get(page) ?? '').includes(` ${words} `);
  };
  return {
    numbers: (page, candidates) => withConfirmation(candidates, (text) => index.has(text) || names(page, text)),
    titles: (page, candidates, number) => {
      const listed = plain(index.get(number?.text ?? '') ?? '');
      return withConfirmation(candidates, (text) => (listed !== '' && plain(text) === listed) || names(page, text));
    },
  };
};
