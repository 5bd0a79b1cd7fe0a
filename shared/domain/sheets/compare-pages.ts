import type { Candidate } from './candidate.ts';

/** Distance in fractions of the sheet within which values of different pages have the same position. */
const POSITION_TOLERANCE = 0.025;
/** Maximum number of candidates per page that are compared with those of other pages. */
const MAXIMUM_CANDIDATES = 12;
/** Number of pages that a page is compared with. */
const MAXIMUM_PAGES = 24;

const haveSamePosition = (a: Candidate, b: Candidate): boolean => {
  const [p, q] = [a.place, b.place];
  const across = Math.min(Math.abs(p.u0 - q.u0), Math.abs(p.u1 - q.u1), Math.abs(p.u0 + p.u1 - q.u0 - q.u1) / 2);
  const down = Math.min(Math.abs(p.v0 - q.v0), Math.abs(p.v1 - q.v1));
  return (
    a.angle === b.angle &&
    across < POSITION_TOLERANCE &&
    down < POSITION_TOLERANCE &&
    Math.abs(a.size / b.size - 1) < 0.2
  );
};

interface Shares {
  each: Candidate;
  /** Share of the other pages with the same text at that position, and with a different text. */
  same: number;
  different: number;
}

const sharesOf = (each: Candidate, others: readonly (readonly Candidate[])[]): Shares => {
  let same = 0;
  let different = 0;
  for (const other of others) {
    const there = other.filter((candidate) => haveSamePosition(each, candidate));
    if (there.some((candidate) => candidate.text === each.text)) same++;
    else if (there.length > 0) different++;
  }
  return { each, same: same / others.length, different: different / others.length };
};

/** Penalty for text that most pages repeat. */
const REPETITION_PENALTY = 2.5;
const BACKED_REPETITION_PENALTY = 0.6;

/**
 * Raises the scores of text that varies from page to page at one position, and lowers those of text repeated there.
 * @param weight points for a value whose position has other values on all pages
 */
export const comparePages = (pages: readonly (readonly Candidate[])[], weight: number): Candidate[][] => {
  const all = pages.map((candidates) => candidates.slice(0, MAXIMUM_CANDIDATES));
  if (all.length < 2) return all;
  return all.map((candidates, page) => {
    const from = Math.max(0, Math.min(page - MAXIMUM_PAGES / 2, all.length - MAXIMUM_PAGES));
    const others = all.slice(from, from + MAXIMUM_PAGES).filter((_, i) => from + i !== page);
    const shares = candidates.map((each) => sharesOf(each, others));
    const varying = shares.filter(({ each, different }) => different > 0.5 && each.score > 0);
    const against = ({ each, same }: Shares): number => {
      // `Building Sections` may apply to half a set; the project's name is on all of it.
      if (same <= 0.5) return 0;
      const rival = varying.some((other) => other.each.size > 0.7 * each.size && other.each.score > each.score - 3);
      return (each.backed && !rival) || others.length === 1 ? BACKED_REPETITION_PENALTY : REPETITION_PENALTY;
    };
    return shares
      .map((share) => ({ ...share.each, score: share.each.score + weight * share.different - against(share) }))
      .sort((a, b) => b.score - a.score);
  });
};
