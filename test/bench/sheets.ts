import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { LEARNT_FIELDS } from '../../shared/domain/sheets/index.ts';
import { type LabelledSheet, labelledSheet, learningOf } from './sheets/learning.ts';
import { type ReadFile, readFiles } from './sheets/read-files.ts';
import { readTruth, type Score, score, type Truth } from './sheets/truth.ts';
import { hiddenTruth, ownWords, withoutVocabulary } from './sheets/unknown-office.ts';

/**
 * How well title blocks of labelled sheets are read, as they are and as if their office were unknown, and the effect of
 * corrections. `node test/bench/sheets.ts TITLEBLOCKS.json FOLDER`: the labels, and the files.
 */
const [labels, root] = process.argv.slice(2);
if (!labels || !root || !existsSync(labels) || !existsSync(root)) {
  console.error('Usage: node test/bench/sheets.ts TITLEBLOCKS.json FOLDER');
  process.exit(2);
}

const truth = readTruth(labels);
const offices = [...new Set(truth.map(({ office }) => office))];
const { files, times } = await readFiles(root, truth);

const sheetsOf = (wanted: readonly Truth[], read: (name: string) => ReadFile): LabelledSheet[] =>
  wanted.map((each) => labelledSheet(each, read(each.file)));
const known = sheetsOf(truth, (name) => files.get(name) as ReadFile);
const hidden = new Map<string, number>();
const unknown = offices.flatMap((office) => {
  const words = ownWords(office, truth, files);
  hidden.set(office, words.labels.size + words.title.size);
  const own = truth.filter((each) => each.office === office).map((each) => hiddenTruth(each, words));
  return sheetsOf(own, (name) => withoutVocabulary(files.get(name) as ReadFile, words));
});

const said = (sheets: readonly LabelledSheet[]) => sheets.map((each) => ({ truth: each.truth, said: each.sheet }));
const share = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3));
const row = (name: string, { byOffice, answersRight }: Score) =>
  `| ${name} | ${[...LEARNT_FIELDS, 'all' as const].map((field) => share(byOffice[field])).join(' | ')} | ${share(answersRight)} |`;
const withText = (sheets: readonly LabelledSheet[], is: boolean) =>
  sheets.filter((each) => each.truth.text_layer === is);

const learning = offices.flatMap((office) => {
  const of = (sheets: readonly LabelledSheet[]) => sheets.filter((each) => each.truth.office === office);
  if (of(known).length < 3) return [];
  return [{ office, sheets: of(known).length, known: learningOf(of(known)), unknown: learningOf(of(unknown)) }];
});
const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
const median = (list: readonly number[]) => sorted(list)[list.length >> 1] ?? 0;
const longest = (list: readonly number[]) => sorted(list).at(-1) ?? 0;
const ms = (value: number) => `${value.toFixed(0)} ms`;
const count = [...hidden.values()].reduce((sum, words) => sum + words, 0);

const report = `# Title blocks

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}; tesseract with English data. ${truth.length} labelled sheets of ${offices.length} offices; the figures are means over the offices of the share of printed fields that are read right.

| | sheet number | title | revision | date | scale | all printed fields | answers right |
|---|---|---|---|---|---|---|---|
${row('all sheets', score(said(known)))}
${row('with a text layer', score(said(withText(known, true))))}
${row('without one', score(said(withText(known, false))))}
${row('each office as if unknown', score(said(unknown)))}

"As if unknown" leaves one office out at a time: every label and every word for a kind of drawing that its sheets print and those of no other office here (${count} words in all) is made unreadable before its sheets are read. The rules of the reader hold no data but these words, and thresholds, which were set with all sheets in view and cannot be left out.

## What corrections teach

Share of the five fields that are right, an empty one included, on the sheets of an office that nobody has corrected: before, after one and after two of the others are corrected; the mean over all choices of these two. Offices with three sheets or more.

| office | sheets | before | one | two | as if unknown: before | one | two |
|---|---|---|---|---|---|---|---|
${learning.map((each) => `| ${each.office} | ${each.sheets} | ${[...each.known, ...each.unknown].map(share).join(' | ')} |`).join('\n')}

## Time

| a page | pages | median | longest |
|---|---|---|---|
| text layer and title block | ${times.text.length} | ${ms(median(times.text))} | ${ms(longest(times.text))} |
| picture of the title block, in addition | ${times.picture.length} | ${ms(median(times.picture))} | ${ms(longest(times.picture))} |
`;
await mkdir('bench/results', { recursive: true });
await writeFile(join('bench/results', 'sheets.md'), report);
console.log(report);
