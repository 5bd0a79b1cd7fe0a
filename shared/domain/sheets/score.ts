import { maximumConfidenceRatio, minimumConfidenceRatio } from './thresholds.ts';

import weights from './weights.json' with { type: 'json' };

/** The fields that candidates are scored for. */
export type ScoredField = 'sheet_number' | 'title' | 'revision' | 'date' | 'scale';

/** Evidence for or against a candidate, by name; an absent feature is 0. */
export type Features = Readonly<Record<string, number>>;

/** Weights of one field's features, and the calibration of its probabilities. */
export interface FieldModel {
  weights: Readonly<Record<string, number>>;
  /** Maps the saturated log odds of an answer to those of its being right. */
  calibration: { slope: number; shift: number };
}

/** The models by field; training replaces them, nothing else does. */
export const MODELS: Record<ScoredField, FieldModel> = weights;

/** Returns the log odds of a candidate against an empty field: 0 means equally likely. */
export const scoreOf = (field: ScoredField, features: Features): number => {
  const known = MODELS[field].weights;
  let sum = known.bias ?? 0;
  for (const name in features) sum += (known[name] ?? 0) * (features[name] ?? 0);
  return sum;
};

/**
 * Returns the log odds of the best candidate against an empty field and the candidates with another text.
 * @param candidates those of one field, best first
 */
export const oddsOf = (candidates: readonly { text: string; score: number }[]): number => {
  const [best] = candidates;
  if (!best) return Number.NEGATIVE_INFINITY;
  const against = candidates.reduce(
    (sum, { text, score }) => sum + (text === best.text ? 0 : Math.exp(score - best.score)),
    Math.exp(-best.score),
  );
  return -Math.log(against);
};

/** Log odds beyond which more evidence hardly changes how often an answer is right: text is misread all the same. */
const SATURATION = 4;

/** Returns log odds that grow ever more slowly, up to the saturation. */
export const saturated = (odds: number): number =>
  Math.abs(odds) === Number.POSITIVE_INFINITY ? SATURATION * Math.sign(odds) : odds / (1 + Math.abs(odds) / SATURATION);

/** Returns the calibrated probability that the best of the candidates is right, rounded to hundredths. */
export const confidenceOf = (field: ScoredField, candidates: readonly { text: string; score: number }[]): number => {
  const { slope, shift } = MODELS[field].calibration;
  const probability = 1 / (1 + Math.exp(-(slope * saturated(oddsOf(candidates)) + shift)));
  return Math.round(100 * Math.max(minimumConfidenceRatio, Math.min(maximumConfidenceRatio, probability))) / 100;
};
