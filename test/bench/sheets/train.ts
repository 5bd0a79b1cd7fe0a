import { LEARNT_FIELDS, type LearntField } from '../../../shared/domain/sheets/learn/template.ts';
import { type FieldModel, MODELS } from '../../../shared/domain/sheets/score.ts';
import { type Examples, examplesIn } from './examples.ts';
import { calibrate, type Example, fit, judge } from './fit.ts';
import { generatedSets } from './generate.ts';
import { type LabelledSheet, labelledSheet } from './learning.ts';
import type { ReadFile } from './read-files.ts';
import type { Truth } from './truth.ts';
import { hiddenTruth, ownWords, withoutVocabulary } from './unknown-office.ts';

const GENERATED_SETS = 350;
const GENERATED_WEIGHT = 0.1;
/** Weights of the sheets with hidden words, by field: the words of a title show best what it is. */
const HIDDEN_WEIGHTS: Record<LearntField, number> = {
  sheet_number: 0.5,
  title: 0.2,
  revision: 0.5,
  date: 0.5,
  scale: 0.5,
};
/** The same where the confidence is calibrated. */
const HIDDEN_CALIBRATION_WEIGHT = 0.5;
/** Number of sheets of an office from which on each counts less. */
const FULL_SHEETS = 4;
/** The number of sheets that the pages of a document without title blocks count as together, at most one each. */
const DOCUMENT_SHEETS: Record<LearntField, number> = {
  sheet_number: FULL_SHEETS,
  title: Infinity,
  revision: Infinity,
  date: FULL_SHEETS,
  scale: Infinity,
};
/** Parts and circuits are the exception among the documents of buildings. */
const PART_WEIGHT = 0.4;
/** Standard deviations of weights around their priors, in log odds: those with the likeliest answers for offices left out. */
const SPREADS: Record<LearntField, number> = { sheet_number: 1, title: 1, revision: 1.5, date: 1.5, scale: 1.5 };

/**
 * What is added to a score where it is compared with an empty field, in log odds: nearly every sheet has a title, also
 * where a model has not seen its like.
 */
const EMPTY: Record<LearntField, number> = { sheet_number: 0, title: 3, revision: 0, date: 0, scale: 0 };

/** Labelled sheets and the files that contain them. */
export interface Labelled {
  truth: Truth[];
  files: Map<string, ReadFile>;
}

type Weights = Record<string, number>;
type Models = Record<LearntField, FieldModel>;

const empty = (): Examples => ({ sheet_number: [], title: [], revision: [], date: [], scale: [] });

const joined = (all: readonly Examples[]): Examples => {
  const result = empty();
  for (const each of all) for (const field of LEARNT_FIELDS) result[field].push(...each[field]);
  return result;
};

const weightOf = (office: string, truth: readonly Truth[]): number => {
  const own = truth.filter((each) => each.office === office);
  return (own.some(({ kind }) => kind === 'part') ? PART_WEIGHT : 1) * Math.min(1, FULL_SHEETS / own.length);
};

/** Returns the examples of labelled sheets as they are. */
const seen = ({ truth, files }: Labelled): Examples =>
  joined(
    [...files].map(([name, read]) => {
      const wanted = truth.filter(({ file }) => file === name);
      return examplesIn(wanted, read, weightOf(wanted[0]?.office ?? '', truth));
    }),
  );

/** Returns the examples of a field, each of which counts for `share`. */
const shareOf = (examples: readonly Example[], share: number): Example[] =>
  examples.map((each) => ({ ...each, weight: share * each.weight }));

/** Returns examples with the weights of hidden words. */
const lessOf = (examples: Examples): Examples =>
  Object.fromEntries(
    LEARNT_FIELDS.map((field) => [field, shareOf(examples[field], HIDDEN_WEIGHTS[field])]),
  ) as Examples;

/**
 * Returns the examples of a document without title blocks. Most of its pages give no example, because their prose already
 * rules them out.
 */
const examplesOfDocument = ({ truth, files }: Labelled): Examples => {
  const examples = joined([...files.values()].map((read) => examplesIn(truth, read, 1)));
  return Object.fromEntries(
    LEARNT_FIELDS.map((field) => [field, shareOf(examples[field], Math.min(1, DOCUMENT_SHEETS[field] / truth.length))]),
  ) as Examples;
};

/** Returns the examples of labelled sheets with the words hidden that only their office prints. */
const hidden = ({ truth, files }: Labelled): Examples =>
  joined(
    [...new Set(truth.map(({ office }) => office))].flatMap((office) => {
      const words = ownWords(office, truth, files);
      const own = truth.filter((each) => each.office === office);
      return [...new Set(own.map(({ file }) => file))].map((name) => {
        const wanted = own.filter(({ file }) => file === name).map((each) => hiddenTruth(each, words));
        const read = withoutVocabulary(files.get(name) as ReadFile, words);
        return examplesIn(wanted, read, weightOf(office, truth));
      });
    }),
  );

const rounded = (weights: Weights): Weights =>
  Object.fromEntries(Object.entries(weights).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));

const uncalibrated = (field: LearntField): FieldModel['calibration'] => ({
  ...{ slope: 1, shift: 0, recognised: 0, letters: 1 },
  empty: EMPTY[field],
});

const modelsOf = (examples: Examples, prior: Record<LearntField, Weights>, without?: ReadonlySet<string>): Models =>
  Object.fromEntries(
    LEARNT_FIELDS.map((field) => {
      const some = examples[field].filter(({ group }) => !without?.has(group));
      return [field, { weights: rounded(fit(some, prior[field], SPREADS[field])), calibration: uncalibrated(field) }];
    }),
  ) as Models;

/**
 * Reads with the priors only from here on, so that neither the pages whose blocks are recognised nor the first
 * candidates depend on weights of an earlier training.
 */
export const startFrom = (prior: Record<LearntField, Weights>): void => {
  Object.assign(MODELS, modelsOf(empty(), prior));
};

export interface Trained {
  models: Models;
  /** All labelled sheets, each read with weights that no sheet of its office has influenced. */
  leftOut: LabelledSheet[];
}

/**
 * Fits the models of all fields, and calibrates them on sets whose offices the weights have not seen, with and without
 * the words that only their office prints. Deterministic.
 * @param labelled labelled sheets, which are learnt from as they are and with the words hidden that only their office
 *   prints, so that the scores do not depend on known labels
 * @param documents pages without a title block
 */
export const train = (
  labelled: readonly Labelled[],
  documents: readonly Labelled[],
  prior: Record<LearntField, Weights>,
): Trained => {
  const made = generatedSets(GENERATED_SETS, 1);
  startFrom(prior);
  const examples = () => {
    const read = joined(labelled.map(seen));
    const unknown = joined(labelled.map(hidden));
    const generated = made.map((set) => examplesIn(set.truth, set, GENERATED_WEIGHT));
    return { read, unknown, all: joined([read, lessOf(unknown), ...documents.map(examplesOfDocument), ...generated]) };
  };
  // The second round learns from titles beside the numbers that the first one finds.
  Object.assign(MODELS, modelsOf(examples().all, prior));
  const { read, unknown, all } = examples();
  const models = modelsOf(all, prior);
  const folds = labelled.map(({ truth }) => {
    const out = new Set(truth.map(({ office }) => office));
    return { out, models: modelsOf(all, prior, out) };
  });
  for (const field of LEARNT_FIELDS) {
    const some = [...read[field], ...shareOf(unknown[field], HIDDEN_CALIBRATION_WEIGHT)];
    const answers = folds.map((fold) =>
      some
        .filter(({ group }) => fold.out.has(group))
        .flatMap((example) => judge(field, fold.models[field].weights, EMPTY[field], example) ?? []),
    );
    models[field] = { ...models[field], calibration: calibrate(answers.flat(), EMPTY[field]) };
    for (const [i, fold] of folds.entries()) {
      const others = answers.filter((_, other) => other !== i).flat();
      fold.models[field] = { ...fold.models[field], calibration: calibrate(others, EMPTY[field]) };
    }
  }
  const leftOut = labelled.flatMap(({ truth, files }, i) => {
    Object.assign(MODELS, folds[i]?.models);
    return truth.map((each) => labelledSheet(each, files.get(each.file)!));
  });
  Object.assign(MODELS, models);
  return { models, leftOut };
};
