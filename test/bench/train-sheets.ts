import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LEARNT_FIELDS, type LearntField } from '../../shared/domain/sheets/learn/template.ts';
import { calibrationTable, scoreRow } from './sheets/accuracy.ts';
import { readFiles } from './sheets/read-files.ts';
import { type Labelled, startFrom, train } from './sheets/train.ts';
import { readTruth, type Truth } from './sheets/truth.ts';

/**
 * Trains the scores of title block fields and writes `shared/domain/sheets/weights.json`.
 * `node test/bench/train-sheets.ts LABELS.json FOLDER … DOCUMENT.pdf …`: labelled sheets and their files, and documents
 * without title blocks. Prints the accuracy on each set of labels, and on all, with its offices left out of the training.
 * The same files give the same weights, whatever the present ones.
 */
const WEIGHTS = join(import.meta.dirname, '../../shared/domain/sheets/weights.json');
const NOTHING_PRINTED = { sheet_number: null, title: null, revision: null, date: null, scale: null };

/** Returns the office of a labelled file that names none: the first word of its name, `scan_` aside. */
const officeOf = (file: string): string =>
  basename(file)
    .replace(/^scan_/, '')
    .replace(/_.*/, '');

const args = process.argv.slice(2);
const documents = args.filter((path) => path.endsWith('.pdf'));
const sets = args.filter((path) => !path.endsWith('.pdf'));
if (sets.length < 2 || sets.length % 2 === 1 || args.some((path) => !existsSync(path))) {
  console.error('Usage: node test/bench/train-sheets.ts LABELS.json FOLDER [LABELS.json FOLDER …] [DOCUMENT.pdf …]');
  process.exit(2);
}

const prior = JSON.parse(await readFile(join(import.meta.dirname, 'sheets/prior.json'), 'utf8')) as Record<
  LearntField,
  Record<string, number>
>;
startFrom(prior);

const labelled: Labelled[] = [];
for (let i = 0; i < sets.length; i += 2) {
  const truth = readTruth(sets[i] as string).map((each) => ({ ...each, office: each.office ?? officeOf(each.file) }));
  labelled.push({ truth, files: (await readFiles(sets[i + 1] as string, truth)).files });
}
const unlabelled: Labelled[] = [];
for (const path of documents) {
  const { files } = await readFiles(dirname(path), [{ file: basename(path), page: 0 }]);
  const truth = [...files].flatMap(([file, { pages }]) =>
    pages.map(({ page }): Truth => ({ office: file, file, page, text_layer: true, ...NOTHING_PRINTED })),
  );
  unlabelled.push({ truth, files });
}
const { models, leftOut } = train(labelled, unlabelled, prior);
await writeFile(WEIGHTS, `${JSON.stringify(models, null, 2)}\n`);
console.log(`| | ${LEARNT_FIELDS.join(' | ')} | all | answers right |\n|---|---|---|---|---|---|---|---|`);
for (const [i, { truth }] of labelled.entries()) {
  const own = leftOut.filter((each) => truth.includes(each.truth));
  console.log(scoreRow(sets[2 * i] as string, own));
}
console.log(scoreRow('all', leftOut));
for (const [name, has] of [
  ['with a text layer', true],
  ['without one', false],
] as const) {
  const some = leftOut.filter(({ truth }) => (truth.text_layer ?? true) === has);
  console.log(scoreRow(name, some));
}
console.log(`\n${calibrationTable(leftOut)}`);
