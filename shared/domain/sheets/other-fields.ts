import { nearness } from './block.ts';
import { bestFirst, type Candidate, withFeatures } from './candidate.ts';
import type { ScoredField } from './score.ts';

/** Number of the best candidates of a field that indicate where the block is. */
const MOST_LIKELY_VALUES = 4;

type Candidates = Record<ScoredField, Candidate[]>;

/** A likely value of another field, with its probability among the candidates of that field. */
interface LikelyValue {
  candidate: Candidate;
  probability: number;
}

const likelyValues = (candidates: readonly Candidate[]): LikelyValue[] => {
  const best = candidates.slice(0, MOST_LIKELY_VALUES);
  const odds = best.map(({ score }) => Math.exp(score - (best[0]?.score ?? 0)));
  const all = odds.reduce((sum, each) => sum + each, 0);
  return best.map((candidate, i) => ({ candidate, probability: (odds[i] ?? 0) / all }));
};

/**
 * Returns the candidates of one page, best first, with the evidence of the other fields: a title block prints number,
 * title, date and scale together, wherever it is.
 */
export const withOtherFields = (candidates: Candidates): Candidates => {
  const fields = Object.keys(candidates) as ScoredField[];
  const likely = new Map(fields.map((field) => [field, likelyValues(candidates[field])]));
  const near = (each: Candidate, field: ScoredField): number =>
    (likely.get(field) ?? []).reduce(
      (sum, { candidate, probability }) => sum + probability * nearness(candidate.place, each.place),
      0,
    );
  const added = (each: Candidate) => {
    const others = fields
      .filter((field) => field !== each.field && field !== 'revision')
      .map((field) => near(each, field));
    return {
      other_fields: others.reduce((sum, share) => sum + share, 0) / others.length,
      nearest_other_field: Math.max(...others),
    };
  };
  return Object.fromEntries(
    fields.map((field) => [field, bestFirst(candidates[field].map((each) => withFeatures(each, added(each))))]),
  ) as Candidates;
};
