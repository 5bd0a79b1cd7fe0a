import type { PageText } from '../page-text.ts';
import type { Candidate } from './candidate.ts';
import { linesOf } from './lines.ts';
import { sheetNumberLikeness } from './patterns.ts';

/** What a file tells about its pages besides what is printed on them. */
export interface FileEvidence {
  filename?: string | undefined;
  /** The document's own title, of its metadata. */
  title?: string | undefined;
  /** Label of each page, in their order. */
  labels?: readonly (string | null)[] | undefined;
  /** Entries of the outline; pages from 1. */
  outline?: readonly { page: number; title: string }[] | undefined;
}

/** Points for a candidate that the file confirms: enough to break a tie, too few to make a field. */
const CONFIRMED = 0.45;
/** Entries from which the pairs of a page are an index of sheets. */
const FEWEST_ENTRIES = 4;
/** A set lists its sheets at its beginning. */
const PAGES_OF_INDEX = 3;
const MOST_ENTRIES = 400;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Titles by sheet number, of the pages that list a set's sheets. */
const indexOf = (pages: readonly PageText[]): Map<string, string> => {
  const index = new Map<string, string>();
  for (const page of pages.slice(0, PAGES_OF_INDEX)) {
    const { lines } = linesOf(page);
    const numbers = lines.filter((line) => sheetNumberLikeness(line.text) >= 0.7).slice(0, MOST_ENTRIES);
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
    if (column.size >= FEWEST_ENTRIES) for (const [number, title] of entries) index.set(number, title);
  }
  return index;
};

/** What speaks for the fields of each page. */
export interface Evidence {
  /** Raises the candidates for a sheet number that the file names for this page. */
  numbers: (page: number, candidates: Candidate[]) => Candidate[];
  /** Raises the titles that the file, or the set's own index for this number, gives the page. */
  titles: (page: number, candidates: Candidate[], number: Candidate | null) => Candidate[];
}

const raised = (candidates: Candidate[], confirms: (text: string) => boolean): Candidate[] =>
  candidates
    .map((each) => (confirms(each.text) ? { ...each, score: each.score + CONFIRMED } : each))
    .sort((a, b) => b.score - a.score);

/**
 * What a file knows about its pages, as evidence for what is printed on them: it confirms or breaks a tie, and no
 * field is made of it.
 * @param pages those of the set, whose cover may list its sheets
 */
export const evidenceOf = (pages: readonly PageText[], file: FileEvidence = {}): Evidence => {
  const index = pages.length > 2 ? indexOf(pages) : new Map<string, string>();
  const told = (page: number): string => {
    const own = pages.length === 1 ? [file.filename?.replace(/\.\w{2,4}$/, ''), file.title] : [];
    const outline = (file.outline ?? []).filter((entry) => entry.page === page).map(({ title }) => title);
    return ` ${plain([...own, file.labels?.[page - 1], ...outline].filter(Boolean).join(' | '))} `;
  };
  const known = new Map(pages.map(({ page }) => [page, told(page)]));
  const names = (page: number, text: string): boolean => {
    const words = plain(text);
    return words !== '' && (known.get(page) ?? '').includes(` ${words} `);
  };
  return {
    numbers: (page, candidates) => raised(candidates, (text) => index.has(text) || names(page, text)),
    titles: (page, candidates, number) => {
      const listed = plain(index.get(number?.text ?? '') ?? '');
      return raised(candidates, (text) => (listed !== '' && plain(text) === listed) || names(page, text));
    },
  };
};
