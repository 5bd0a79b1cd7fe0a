import {
  type Features,
  type FieldModel,
  isLikelierThanEmpty,
  LEAST_CERTAINTY,
  oddsOf,
  type ScoredField,
  saturated,
  wasRecognised,
} from '../../../shared/domain/sheets/score.ts';

/** The candidates of one page for one field, of which the right ones are known. */
export interface Example {
  /** Office or generated design: examples of one group are left out together. */
  group: string;
  /** Whether the words of the page were recognised. */
  isRecognised: boolean;
  candidates: { text: string; features: Features; certainty: number; isRight: boolean }[];
  /** Whether an empty answer is right. */
  isEmptyRight: boolean;
  weight: number;
}

type Weights = Record<string, number>;

const STEPS = 160;
const RATE = 0.1;

const sumOf = (weights: Weights, features: Features): number => {
  let sum = weights.bias ?? 0;
  for (const name in features) sum += (weights[name] ?? 0) * (features[name] ?? 0);
  return sum;
};

/** An example with its features as positions in the list of names, which is faster to go through. */
interface Packed {
  isEmptyRight: boolean;
  weight: number;
  candidates: { isRight: boolean; at: Int32Array; values: Float64Array }[];
}

const packed = ({ candidates, isEmptyRight, weight }: Example, positions: ReadonlyMap<string, number>): Packed => ({
  isEmptyRight,
  weight,
  candidates: candidates.map(({ features, isRight }) => {
    const present = Object.entries({ ...features, bias: 1 }).filter(([, value]) => value !== 0);
    return {
      isRight,
      at: Int32Array.from(present, ([name]) => positions.get(name) as number),
      values: Float64Array.from(present, ([, value]) => value),
    };
  }),
});

/** Adds the gradient of the log likelihood of one example, in which an empty answer has the score 0. */
const addGradient = (
  weights: Float64Array,
  { candidates, isEmptyRight, weight }: Packed,
  gradient: Float64Array,
): void => {
  const scores = candidates.map(({ at, values }) => {
    let sum = 0;
    for (let i = 0; i < at.length; i++) sum += weights[at[i]!]! * values[i]!;
    return sum;
  });
  const most = Math.max(0, ...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const all = odds.reduce((sum, each) => sum + each, Math.exp(-most));
  const right = candidates.reduce(
    (sum, { isRight }, i) => sum + (isRight ? odds[i]! : 0),
    isEmptyRight ? Math.exp(-most) : 0,
  );
  for (const [i, { isRight, at, values }] of candidates.entries()) {
    const slope = weight * (odds[i]! / all - (isRight && right > 0 ? odds[i]! / right : 0));
    if (Math.abs(slope) < 1e-6) continue;
    for (let k = 0; k < at.length; k++) gradient[at[k]!]! -= slope * values[k]!;
  }
};

/**
 * Fits the weights of one field by penalised maximum likelihood: the probability of an answer is that of its score
 * among all candidates and an empty answer. Deterministic.
 * @param prior weights that the examples move as far as they speak against them
 * @param spread standard deviation of a weight around its prior, in log odds
 */
export const fit = (examples: readonly Example[], prior: Weights, spread: number): Weights => {
  const usable = examples.filter(
    ({ candidates, isEmptyRight }) => isEmptyRight || candidates.some(({ isRight }) => isRight),
  );
  const names = [
    ...new Set([
      'bias',
      ...Object.keys(prior),
      ...usable.flatMap(({ candidates }) => candidates.flatMap(({ features }) => Object.keys(features))),
    ]),
  ];
  const positions = new Map(names.map((name, i) => [name, i]));
  const all = usable.map((example) => packed(example, positions));
  const before = Float64Array.from(names, (name) => prior[name] ?? 0);
  const weights = Float64Array.from(before);
  const [mean, square] = [new Float64Array(names.length), new Float64Array(names.length)];
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(names.length);
    for (const example of all) addGradient(weights, example, gradient);
    for (let i = 0; i < names.length; i++) {
      const slope = gradient[i]! + (before[i]! - weights[i]!) / spread ** 2;
      mean[i] = 0.9 * mean[i]! + 0.1 * slope;
      square[i] = 0.99 * square[i]! + 0.01 * slope ** 2;
      const [first, second] = [mean[i]! / (1 - 0.9 ** step), square[i]! / (1 - 0.99 ** step)];
      weights[i]! += (RATE * first) / (Math.sqrt(second) + 1e-8);
    }
  }
  return Object.fromEntries(names.map((name, i) => [name, weights[i]!]));
};

/** The log odds of an answer of a model that has not seen its group, and whether it was right. */
export interface Judged {
  odds: number;
  isRight: boolean;
  isRecognised: boolean;
  certainty: number;
  weight: number;
}

/**
 * Returns the answer that weights give for an example; null for an empty one.
 * @param empty see `FieldModel`
 */
export const judge = (
  field: ScoredField,
  weights: Weights,
  empty: number,
  { candidates, isRecognised, weight }: Example,
): Judged | null => {
  const scored = candidates
    .map(({ features, ...each }) => ({ ...each, score: sumOf(weights, features) }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return best && isLikelierThanEmpty(best.score, empty)
    ? {
        odds: oddsOf(field, scored, empty),
        isRight: best.isRight,
        isRecognised: wasRecognised(isRecognised, best.certainty),
        certainty: best.certainty,
        weight,
      }
    : null;
};

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * Fits the calibration of a field by logistic regression on answers for groups that the weights had not seen.
 * @param empty see `FieldModel`
 */
export const calibrate = (answers: readonly Judged[], empty: number): FieldModel['calibration'] => {
  let [slope, shift, recognised, letters] = [1, 0, 0, 1];
  for (let step = 0; step < 2000; step++) {
    let [a, b, c, d] = [1 - slope, -shift, -recognised, 1 - letters];
    for (const { odds: raw, isRight, isRecognised, certainty, weight } of answers) {
      const [odds, doubt] = [saturated(raw), Math.log(Math.max(LEAST_CERTAINTY, certainty))];
      const sum = slope * odds + shift + (isRecognised ? recognised : 0) + letters * doubt;
      const miss = weight * (Number(isRight) - 1 / (1 + Math.exp(-sum)));
      a += miss * odds;
      b += miss;
      if (isRecognised) c += miss;
      d += miss * doubt;
    }
    slope = Math.max(0.05, slope + (0.02 * a) / (answers.length + 4));
    shift += (0.1 * b) / (answers.length + 4);
    recognised = Math.min(0, recognised + (0.1 * c) / (answers.length + 4));
    letters = Math.max(0, letters + (0.1 * d) / (answers.length + 4));
  }
  return {
    ...{ slope: thousandths(slope), shift: thousandths(shift) },
    ...{ recognised: thousandths(recognised), letters: thousandths(letters), empty },
  };
};
