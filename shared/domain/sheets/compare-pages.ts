import type { Candidate } from './candidate.ts';

/** Distance within which values of different pages count as standing at one place, fractions of the sheet. */
const SAME_PLACE = 0.025;
/** Candidates of one page that are looked at together with those of the others. */
const CONSIDERED = 12;
/** Pages that a page is compared with. */
const NEIGHBOURS = 24;

const samePlace = (a: Candidate, b: Candidate): boolean => {
  const [p, q] = [a.place, b.place];
  const across = Math.min(Math.abs(p.u0 - q.u0), Math.abs(p.u1 - q.u1), Math.abs(p.u0 + p.u1 - q.u0 - q.u1) / 2);
  const down = Math.min(Math.abs(p.v0 - q.v0), Math.abs(p.v1 - q.v1));
  return a.angle === b.angle && across < SAME_PLACE && down < SAME_PLACE && Math.abs(a.size / b.size - 1) < 0.2;
};

interface Shares {
  each: Candidate;
  /** Share of the other pages that have the same text at the place, and another text. */
  same: number;
  different: number;
}

const sharesOf = (each: Candidate, others: readonly (readonly Candidate[])[]): Shares => {
  let same = 0;
  let different = 0;
  for (const other of others) {
    const there = other.filter((candidate) => samePlace(each, candidate));
    if (there.some((candidate) => candidate.text === each.text)) same++;
    else if (there.length > 0) different++;
  }
  return { each, same: same / others.length, different: different / others.length };
};

/** Points against what most pages repeat. */
const REPEATED = 2.5;
const REPEATED_BUT_BACKED = 0.6;

/**
 * Raises what varies from page to page at one place and lowers what every page repeats there.
 * @param weight points for a value whose place holds other values on all pages
 */
export const comparePages = (pages: readonly (readonly Candidate[])[], weight: number): Candidate[][] => {
  const all = pages.map((candidates) => candidates.slice(0, CONSIDERED));
  if (all.length < 2) return all;
  return all.map((candidates, page) => {
    const from = Math.max(0, Math.min(page - NEIGHBOURS / 2, all.length - NEIGHBOURS));
    const others = all.slice(from, from + NEIGHBOURS).filter((_, i) => from + i !== page);
    const shares = candidates.map((each) => sharesOf(each, others));
    const varying = shares.filter(({ each, different }) => different > 0.5 && each.score > 0);
    const against = ({ each, same }: Shares): number => {
      // `Building Sections` may fill half a set; the project's name is on all of it.
      if (same <= 0.5) return 0;
      const rival = varying.some((other) => other.each.size > 0.7 * each.size && other.each.score > each.score - 3);
      return (each.backed && !rival) || others.length === 1 ? REPEATED_BUT_BACKED : REPEATED;
    };
    return shares
      .map((share) => ({ ...share.each, score: share.each.score + weight * share.different - against(share) }))
      .sort((a, b) => b.score - a.score);
  });
};
