import { nearness } from './block.ts';
import { bestFirst, type Candidate, withFeatures } from './candidate.ts';
import type { ScoredField } from './score.ts';

/** Number of candidates of a field that tell where the block is: the best ones. */
const MOST_COMPANIONS = 4;

type Candidates = Record<ScoredField, Candidate[]>;

/** A likely value of another field, with its probability among the candidates of that field. */
interface Companion {
  candidate: Candidate;
  probability: number;
}

const companionsOf = (candidates: readonly Candidate[]): Companion[] => {
  const best = candidates.slice(0, MOST_COMPANIONS);
  const odds = best.map(({ score }) => Math.exp(score - (best[0]?.score ?? 0)));
  const all = odds.reduce((sum, each) => sum + each, 0);
  return best.map((candidate, i) => ({ candidate, probability: (odds[i] ?? 0) / all }));
};

/**
 * Returns the candidates of one page, best first, with the evidence of the other fields: a title block prints number,
 * title, date and scale together, wherever it is.
 */
export const withCompany = (candidates: Candidates): Candidates => {
  const fields = Object.keys(candidates) as ScoredField[];
  const companions = new Map(fields.map((field) => [field, companionsOf(candidates[field])]));
  const near = (each: Candidate, field: ScoredField): number =>
    (companions.get(field) ?? []).reduce(
      (sum, { candidate, probability }) => sum + probability * nearness(candidate.place, each.place),
      0,
    );
  const added = (each: Candidate) => {
    const others = fields
      .filter((field) => field !== each.field && field !== 'revision')
      .map((field) => near(each, field));
    return {
      company: others.reduce((sum, share) => sum + share, 0) / others.length,
      nearest_company: Math.max(...others),
    };
  };
  return Object.fromEntries(
    fields.map((field) => [field, bestFirst(candidates[field].map((each) => withFeatures(each, added(each))))]),
  ) as Candidates;
};
