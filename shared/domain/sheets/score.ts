import { lettersAndDigits } from './letters-and-digits.ts';
import { maximumConfidenceRatio, minimumConfidenceRatio } from './thresholds.ts';

import weights from './weights.json' with { type: 'json' };

/** The fields that candidates are scored for. */
export type ScoredField = 'sheet_number' | 'title' | 'revision' | 'date' | 'scale';

/** Evidence for or against a candidate, by name; an absent feature is 0. */
export type Features = Readonly<Record<string, number>>;

/** Returns the value of a feature that applies or does not. */
export const when = (is: boolean): number => (is ? 1 : 0);

/** Weights of one field's features, and the calibration of its probabilities. */
export interface FieldModel {
  weights: Readonly<Record<string, number>>;
  /**
   * Maps the saturated log odds of an answer to those of its being right; `recognised` is added to them where its words were
   * recognised, and the logarithm of the certainty of the answer's letters counts `letters` times. `empty` is added to the
   * score of an answer where it is compared with an empty field: whether a sheet prints the field at all is less certain than
   * which of its texts is the value.
   */
  calibration: { slope: number; shift: number; recognised: number; letters: number; empty: number };
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

/** Log odds below the best candidate from which on another one hardly counts, whatever its text. */
const NEGLIGIBLE_LOGIT = 8;

/** Fields whose values are phrases, parts of which are candidates too: a part of the answer does not speak against it. */
const PHRASES: ReadonlySet<ScoredField> = new Set(['title']);

/**
 * Returns the log odds of the best candidate against an empty field and the candidates with another text: other
 * letters or digits.
 * @param candidates those of the field, best first
 * @param empty what is added to the score against an empty field
 */
export const oddsOf = (
  field: ScoredField,
  candidates: readonly { text: string; score: number }[],
  empty: number,
): number => {
  const [best] = candidates;
  if (!best) return Number.NEGATIVE_INFINITY;
  const own = lettersAndDigits(best.text);
  const agrees = PHRASES.has(field)
    ? (text: string) => own.includes(lettersAndDigits(text))
    : (text: string) => own === lettersAndDigits(text);
  const isSame = (text: string, score: number): boolean =>
    text === best.text || (best.score - score < NEGLIGIBLE_LOGIT && agrees(text));
  const against = candidates.reduce(
    (sum, { text, score }) => sum + (isSame(text, score) ? 0 : Math.exp(score - best.score)),
    Math.exp(-best.score - empty),
  );
  return -Math.log(against);
};

/** Whether a candidate is likelier than an empty field. */
export const isLikelierThanEmpty = (score: number, empty: number): boolean => score + empty > 0;

/** Log odds beyond which more evidence hardly changes how often an answer is right: text is misread all the same. */
const SATURATION = 4;

/** Returns log odds that grow ever more slowly, up to the saturation. */
export const saturated = (odds: number): number =>
  Math.abs(odds) === Number.POSITIVE_INFINITY ? SATURATION * Math.sign(odds) : odds / (1 + Math.abs(odds) / SATURATION);

/** Letters that are less certain are no worse than these. */
export const LEAST_CERTAINTY = 0.05;

/** Whether an answer was recognised: all words of its page were, or its own are drawn, with less than full certainty. */
export const wasRecognised = (isPageRecognised: boolean, certainty: number): boolean =>
  isPageRecognised || certainty < 1;

/**
 * Returns the calibrated probability that the best of the candidates is right, rounded to hundredths.
 * @param isPageRecognised whether the words of the page were recognised
 */
export const confidenceOf = (
  field: ScoredField,
  candidates: readonly { text: string; score: number; certainty?: number }[],
  isPageRecognised = false,
): number => {
  const { slope, shift, recognised, letters, empty } = MODELS[field].calibration;
  const certainty = candidates[0]?.certainty ?? 1;
  const doubt = letters * Math.log(Math.max(LEAST_CERTAINTY, certainty));
  const image = wasRecognised(isPageRecognised, certainty) ? recognised : 0;
  const odds = slope * saturated(oddsOf(field, candidates, empty)) + shift + image + doubt;
  const probability = 1 / (1 + Math.exp(-odds));
  return Math.round(100 * Math.max(minimumConfidenceRatio, Math.min(maximumConfidenceRatio, probability))) / 100;
};
