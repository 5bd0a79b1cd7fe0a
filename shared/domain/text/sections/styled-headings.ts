import type { PlacedText } from '../placed-text.ts';
import { headingOf } from './section-headings.ts';

/** A heading that the file marks as one, in its place. */
export interface StyledSection {
  /** Empty without one. */
  number: string;
  /** Null for a numbered paragraph too long for a title. */
  title: string | null;
  level: number;
  pageIndex: number;
  at: number;
  length: number;
  opensPage: boolean;
}

/** Longer headings are clauses that have the style of headings for their number. */
const LONGEST_TITLE = 200;

/** Returns the number and title of a heading: of its list, or else those that its text begins with. */
const named = (list: string | null, text: string): Pick<StyledSection, 'number' | 'title'> => {
  if (list !== null) {
    const number = list.replace(/(?<=\S)[.):]+$/, '');
    return { number, title: text.length > LONGEST_TITLE ? null : text };
  }
  const own = headingOf({ text, from: 0, to: text.length });
  return own ? { number: own.number, title: own.title } : { number: '', title: text };
};

/** Returns the headings that the pages' file marks, in order, with levels from 1. */
export const styledHeadings = (pages: readonly PlacedText[]): StyledSection[] => {
  const found = pages.flatMap(({ text, headings = [] }, pageIndex) =>
    headings.map(({ at, level, number, title }): StyledSection => {
      const length = (number === null ? 0 : number.length + 1) + title.length;
      return { ...named(number, title), level, pageIndex, at, length, opensPage: text.slice(0, at).trim() === '' };
    }),
  );
  const kept = found.filter(({ number, title }) => number !== '' || (title?.length ?? 0) <= LONGEST_TITLE);
  const outermost = kept.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
  return kept.map((heading) => ({ ...heading, level: heading.level - outermost + 1 }));
};
