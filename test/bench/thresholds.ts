import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../infra/build/root.ts';
import { type Move, takeCounted, timesPassedOn } from './thresholds/count.ts';
import { tableOf } from './thresholds/table.ts';
import { writeResults } from './write-results.ts';

/*
 * npm run bench:thresholds [-- --inputs PATTERN]: runs the engines on all inputs whose name matches, and counts for each
 * threshold in how many of them a decision would differ if it were moved to 0, by 30 % down and up, and to a very large value.
 * Writes bench/results/thresholds.md after each input, so that an interrupted run covers the first ones. DRAWINGS and
 * TITLE_BLOCKS name the folders of the labelled files; without them only drawn sheets are processed.
 */

/** A threshold in a file, and the inputs in which its decisions are made and differ. */
export interface Row {
  file: string;
  name: string;
  value: string;
  /** Where functions receive it, out of sight. */
  passedOn: number;
  inputs: number;
  differs: Record<Move, number>;
}

const FILES = ['shared/{comparison/engine,domain/sheets,drawing}/**/thresholds.ts', 'shared/drawing/thresholds/*.ts'];
const DECLARATION = /^export const (\w+) = (-?[\d[][^;]*?)(?: as const)?;$/gm;

const rowsIn = (file: string): Row[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(DECLARATION)].map(([, name, value]) => ({
    ...{ file, name: name!, value: value!, passedOn: 0, inputs: 0, differs: { zero: 0, less: 0, more: 0, huge: 0 } },
  }));

const { values: options } = parseArgs({ options: { inputs: { type: 'string', default: '' } } });
const folders = (process.env.DRAWINGS ?? '').split(':').filter((folder) => folder !== '');

// Loaded after `count.ts`, whose hook sees the modules of the engines.
const { inputsIn } = await import('./thresholds/inputs.ts');
const inputs = inputsIn(folders, process.env.TITLE_BLOCKS).filter(({ name }) => new RegExp(options.inputs).test(name));
const rows = globSync(FILES, { cwd: root }).sort().flatMap(rowsIn);
const rowOf = new Map(rows.map((row) => [`${row.file} ${row.name}`, row]));

for (const [i, { name, run }] of inputs.entries()) {
  await run();
  // A threshold is counted once for each input, wherever it decides.
  for (const [threshold, counted] of Map.groupBy(takeCounted(), (each) => each.threshold)) {
    const row = rowOf.get(threshold)!;
    if (counted.some(({ evaluated }) => evaluated > 0)) row.inputs++;
    for (const move of Object.keys(row.differs) as Move[])
      if (counted.some(({ differs }) => differs[move])) row.differs[move]++;
  }
  for (const row of rows) row.passedOn = timesPassedOn(`${row.file} ${row.name}`);
  await writeResults('thresholds', tableOf(rows, i + 1));
  console.log(`${i + 1} of ${inputs.length}: ${name}`);
}
process.exit(0);
