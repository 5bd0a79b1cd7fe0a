import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEARNT_FIELDS, type LearntField } from '../../shared/domain/sheets/learn/template.ts';
import { type FieldModel, MODELS } from '../../shared/domain/sheets/score.ts';
import { type Examples, examplesIn } from './sheets/examples.ts';
import { calibrate, fit, type Judged, judge } from './sheets/fit.ts';
import { generatedSets } from './sheets/generate.ts';
import { type ReadFile, readFiles } from './sheets/read-files.ts';
import { readTruth, type Truth } from './sheets/truth.ts';
import { hiddenTruth, ownWords, withoutVocabulary } from './sheets/unknown-office.ts';

/**
 * Trains the scores of title block fields and writes `shared/domain/sheets/weights.json`.
 * `node test/bench/train-sheets.ts LABELS.json FOLDER [LABELS.json FOLDER …]`: labelled sheets and their files. An
 * office's sheets are learnt from as they are and with the words hidden that only this office prints, so that the
 * scores do not depend on known labels; generated designs in all languages are added with a small weight.
 */
const GENERATED_SETS = 350;
const GENERATED_WEIGHT = 0.1;
const HIDDEN_WEIGHT = 0.5;
/** Number of sheets of an office from which on each counts less. */
const FULL_SHEETS = 4;
/** Groups of offices that are left out one after the other for the calibration. */
const FOLDS = 6;
const WEIGHTS = join(import.meta.dirname, '../../shared/domain/sheets/weights.json');

const empty = (): Examples => ({ sheet_number: [], title: [], revision: [], date: [], scale: [] });

const joined = (all: readonly Examples[]): Examples => {
  const result = empty();
  for (const each of all) for (const field of LEARNT_FIELDS) result[field].push(...each[field]);
  return result;
};

interface Labelled {
  truth: Truth[];
  files: Map<string, ReadFile>;
}

const weightOf = (office: string, truth: readonly Truth[]): number =>
  Math.min(1, FULL_SHEETS / truth.filter((each) => each.office === office).length);

/** Returns the examples of labelled sheets as they are. */
const seen = ({ truth, files }: Labelled): Examples =>
  joined(
    [...files].map(([name, read]) => {
      const wanted = truth.filter(({ file }) => file === name);
      return examplesIn(wanted, read, weightOf(wanted[0]?.office ?? '', truth));
    }),
  );

/** Returns the examples of labelled sheets with the words hidden that only their office prints. */
const hidden = ({ truth, files }: Labelled): Examples =>
  joined(
    [...new Set(truth.map(({ office }) => office))].flatMap((office) => {
      const words = ownWords(office, truth, files);
      const own = truth.filter((each) => each.office === office);
      return [...new Set(own.map(({ file }) => file))].map((name) => {
        const wanted = own.filter(({ file }) => file === name).map((each) => hiddenTruth(each, words));
        const read = withoutVocabulary(files.get(name) as ReadFile, words);
        return examplesIn(wanted, read, HIDDEN_WEIGHT * weightOf(office, truth));
      });
    }),
  );

type Weights = Record<string, number>;
const rounded = (weights: Weights): Weights =>
  Object.fromEntries(Object.entries(weights).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));

/** Calibrates a field on answers for offices whose sheets the weights have not seen. */
const calibrated = (field: LearntField, examples: Examples, read: Examples, prior: Weights) => {
  const groups = [...new Set(read[field].map(({ group }) => group))];
  const answers = Array.from({ length: FOLDS }, (_, fold) => {
    const out = new Set(groups.filter((__, i) => i % FOLDS === fold));
    const weights = fit(
      examples[field].filter(({ group }) => !out.has(group)),
      prior,
    );
    return read[field]
      .filter(({ group, isPicture }) => out.has(group) && !isPicture)
      .map((each) => judge(weights, each));
  });
  return calibrate(answers.flat().filter((answer): answer is Judged => answer !== null));
};

const args = process.argv.slice(2);
if (args.length < 2 || args.length % 2 === 1 || args.some((path) => !existsSync(path))) {
  console.error('Usage: node test/bench/train-sheets.ts LABELS.json FOLDER [LABELS.json FOLDER …]');
  process.exit(2);
}
const prior = JSON.parse(await readFile(join(import.meta.dirname, 'sheets/prior.json'), 'utf8')) as Record<
  LearntField,
  Weights
>;
const labelled: Labelled[] = [];
for (let i = 0; i < args.length; i += 2) {
  const truth = readTruth(args[i] as string).map((each) => ({ ...each, office: each.office ?? each.file }));
  const { files } = await readFiles(args[i + 1] as string, truth);
  labelled.push({ truth, files });
}
for (const field of LEARNT_FIELDS) MODELS[field] = { weights: prior[field], calibration: { slope: 1, shift: 0 } };
let models = {} as Record<LearntField, FieldModel>;
// The second round learns from titles beside the numbers that the first one finds.
for (let round = 0; round < 2; round++) {
  const read = joined(labelled.map(seen));
  const generated = generatedSets(GENERATED_SETS, 1).map((set) => examplesIn(set.truth, set, GENERATED_WEIGHT));
  const examples = joined([read, ...labelled.map(hidden), ...generated]);
  models = Object.fromEntries(
    LEARNT_FIELDS.map((field) => [
      field,
      {
        weights: rounded(fit(examples[field], prior[field])),
        calibration: round === 0 ? { slope: 1, shift: 0 } : calibrated(field, examples, read, prior[field]),
      },
    ]),
  ) as typeof models;
  Object.assign(MODELS, models);
}
await writeFile(WEIGHTS, `${JSON.stringify(models, null, 2)}\n`);
