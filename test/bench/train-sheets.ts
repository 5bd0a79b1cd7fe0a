import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEARNT_FIELDS, type LearntField } from '../../shared/domain/sheets/learn/template.ts';
import { calibrationTable, learningTable, scoreRow } from './sheets/accuracy.ts';
import { type ReadFile, readFiles } from './sheets/read-files.ts';
import { type Labelled, startFrom, train } from './sheets/train.ts';
import { readTruth, type Truth } from './sheets/truth.ts';
import { storedIn } from './stored-in.ts';
import { writeResults } from './write-results.ts';

/**
 * Trains the scores of title block fields, and writes their accuracy with offices left out of the training to
 * `bench/results/sheets-unseen.md`. `node test/bench/train-sheets.ts [--weights FILE] [--cache FOLDER] LABELS.json FOLDER …
 * DOCUMENT.pdf …`: labelled sheets and their files, and documents without title blocks. The same files give the same
 * weights, whatever the present ones. Those in use are in `shared/domain/sheets/weights.json`. With a cache, an interrupted
 * run goes on where it ended; what it holds was read by the code of that time.
 */
const NOTHING_PRINTED = { sheet_number: null, title: null, revision: null, date: null, scale: null };

/** Returns the office of a labelled file that names none: the first word of its name, `scan_` aside. */
const officeOf = (file: string): string =>
  basename(file)
    .replace(/^scan_/, '')
    .replace(/_.*/, '');

const usage = `Usage: node test/bench/train-sheets.ts [--weights FILE] [--cache FOLDER] LABELS.json FOLDER [LABELS.json FOLDER …] [DOCUMENT.pdf …]`;
const string = { type: 'string' } as const;
const { values: options, positionals } = parseArgs({
  options: { weights: string, cache: string },
  allowPositionals: true,
});
const documents = positionals.filter((path) => path.endsWith('.pdf'));
const sets = positionals.filter((path) => !path.endsWith('.pdf'));
if (sets.length < 2 || sets.length % 2 === 1 || positionals.some((path) => !existsSync(path))) {
  console.error(usage);
  process.exit(2);
}

/** Reads the labelled pages of the files, or takes what an earlier run with the same `--cache` read of the same bytes. */
const read = async (
  root: string,
  labels: readonly { file: string; page: number }[],
): Promise<Map<string, ReadFile>> => {
  const { cache } = options;
  if (cache === undefined) return (await readFiles(root, labels)).files;
  const files = new Map<string, ReadFile>();
  for (const [file, own] of Map.groupBy(labels, (label) => label.file)) {
    const pages = own.map(({ page }) => page).sort((a, b) => a - b);
    const digest = createHash('sha256')
      .update(`${basename(file)} ${pages} `)
      .update(await readFile(join(root, file)));
    const one = await storedIn(cache, digest.digest('hex'), async () => (await readFiles(root, own)).files.get(file)!);
    files.set(file, one);
  }
  return files;
};

const prior = JSON.parse(await readFile(join(import.meta.dirname, 'sheets/prior.json'), 'utf8')) as Record<
  LearntField,
  Record<string, number>
>;
startFrom(prior);

const labelled: Labelled[] = [];
for (let i = 0; i < sets.length; i += 2) {
  const truth = readTruth(sets[i] as string).map((each) => ({ ...each, office: each.office ?? officeOf(each.file) }));
  labelled.push({ truth, files: await read(sets[i + 1] as string, truth) });
}
const unlabelled: Labelled[] = [];
for (const path of documents) {
  const files = await read(dirname(path), [{ file: basename(path), page: 0 }]);
  const truth = [...files].flatMap(([file, { pages }]) =>
    pages.map(({ page }): Truth => ({ office: file, file, page, text_layer: true, ...NOTHING_PRINTED })),
  );
  unlabelled.push({ truth, files });
}
const { models, leftOut } = train(labelled, unlabelled, prior);
if (options.weights) await writeFile(options.weights, `${JSON.stringify(models, null, 2)}\n`);

const some = (is: (truth: Truth) => boolean) => leftOut.filter(({ truth }) => is(truth));
const nameOf = (path: string): string => basename(path, '.json');
const rows = [
  ...labelled.map(({ truth }, i) => {
    const count = new Set(truth.map(({ office }) => office)).size;
    const folder = basename(dirname(sets[2 * i] as string));
    return scoreRow(
      `${truth.length} sheets of ${count} offices (\`${folder}/${nameOf(sets[2 * i] as string)}\`)`,
      some((each) => truth.includes(each)),
    );
  }),
  scoreRow('all', leftOut),
  scoreRow(
    'with a text layer',
    some(({ text_layer = true }) => text_layer),
  ),
  scoreRow(
    'without one',
    some(({ text_layer = true }) => !text_layer),
  ),
];
const report = `# Title blocks of unseen offices

Each office left out of the training, one group of ten after the other (\`test/bench/train-sheets.ts\`): the share of the
printed fields that are read, as the mean over the offices, and the share of the answers that are right. The features
were chosen with the misses on these sheets in view, so that the figures are better than those on unseen ones.

| offices left out | ${LEARNT_FIELDS.join(' | ')} | all | answers right |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${calibrationTable(leftOut)}

## What corrections teach

Share of the fields that are right on the other sheets of an office, before, after one and after two corrections, with the office left
out of the training; offices with three sheets or more. An office is improved if one correction raises its share.

${learningTable(leftOut)}
`;
await writeResults('sheets-unseen', report);
console.log(report);
