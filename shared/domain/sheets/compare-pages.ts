import { bestFirst, type Candidate, withFeatures } from './candidate.ts';
import { pagePositionToleranceShare } from './thresholds.ts';

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
    across < pagePositionToleranceShare &&
    down < pagePositionToleranceShare &&
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

/**
 * Returns the candidates, best first, with the share of the other pages whose best candidate is at the same position,
 * and of those that have the same text there: the sheets of a set have one form.
 */
export const withHabits = (pages: readonly (readonly Candidate[])[]): Candidate[][] => {
  const best = pages.map(([first]) => (first && first.score > 0 ? first : null));
  return pages.map((candidates, page) => {
    const from = Math.max(0, Math.min(page - MAXIMUM_PAGES / 2, pages.length - MAXIMUM_PAGES));
    const others = best.slice(from, from + MAXIMUM_PAGES).filter((_, i) => from + i !== page);
    if (others.length === 0) return [...candidates];
    return bestFirst(
      candidates.map((each) => {
        const there = others.filter((other) => other && haveSamePosition(each, other));
        const same = there.filter((other) => other?.text === each.text);
        return withFeatures(each, { habit: there.length / others.length, common: same.length / others.length });
      }),
    );
  });
};

/** Returns the candidates, best first, with the evidence of the other pages: what varies at one position, and what is
 * repeated there.
 */
export const comparePages = (pages: readonly (readonly Candidate[])[]): Candidate[][] => {
  const all = pages.map((candidates) => candidates.slice(0, MAXIMUM_CANDIDATES));
  if (all.length < 2) return all;
  return all.map((candidates, page) => {
    const from = Math.max(0, Math.min(page - MAXIMUM_PAGES / 2, all.length - MAXIMUM_PAGES));
    const others = all.slice(from, from + MAXIMUM_PAGES).filter((_, i) => from + i !== page);
    const shares = candidates.map((each) => sharesOf(each, others));
    const varying = shares.filter(({ different }) => different > 0.5);
    return bestFirst(
      shares.map(({ each, same, different }) => {
        // `Building Sections` may apply to half a set; the project's name is on all of it.
        const isRepeated = same > 0.5;
        const rival = varying.some((other) => other.each.size > 0.7 * each.size && other.each.score > each.score - 6);
        const isWeak = (each.backed && !rival) || others.length === 1;
        return withFeatures(each, {
          varying: different,
          repeated: isRepeated && !isWeak ? 1 : 0,
          repeated_backed: isRepeated && isWeak ? 1 : 0,
          of_set: 1,
        });
      }),
    );
  });
};
