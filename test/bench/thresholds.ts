import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../infra/build/root.ts';
import type { Case, Outcome } from './thresholds/cases.ts';
import { allThresholds, assign, makeMovable, moved, type Threshold } from './thresholds/movable.ts';
import { reachedBy } from './thresholds/reached.ts';

/*
 * npm run bench:thresholds [-- PREFIX...]: moves each threshold whose file or name begins with a prefix by 30 % down and
 * up, and finds the first case of its engine's benchmark whose result changes. Writes bench/results/thresholds.md; rows
 * of other thresholds are kept. DRAWINGS and TITLE_BLOCKS name the folders of the labelled drawings; without them only
 * drawn sheets are processed. A threshold is moved only in the cases whose code uses it, in one process.
 */

const prefixes = process.argv.slice(2);
const MOVES = { '−30 %': -0.3, '+30 %': 0.3 } as const;
type Move = keyof typeof MOVES;
interface Row {
  file: string;
  name: string;
  value: number;
  /** Number of cases whose code uses it. */
  cases: number;
  effects: Partial<Record<Move, string>>;
}

const store = join(root, 'bench/results/thresholds.json');
const rows: Row[] = existsSync(store) ? (JSON.parse(readFileSync(store, 'utf8')) as Row[]) : [];
const all = allThresholds();
const isWanted = ({ file, name }: Threshold) =>
  prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(`shared/${prefix}`) || name.startsWith(prefix));
const wanted = all.filter(isWanted);
const open = new Map(wanted.map((one) => [one, { ...one, cases: 0, effects: {} } as Row]));

makeMovable();
const { ENGINES } = await import('./thresholds/cases.ts');

/** Rounds sums of floating point numbers, which moved values reorder. */
const digest = ({ result }: Outcome): string =>
  JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value));

/** Returns how a moved threshold changes a case; undefined if it does not. */
const effectOf = async (one: Case, before: { digest: string; right: number }): Promise<string | undefined> => {
  let outcome: Outcome;
  try {
    outcome = await one.run();
  } catch {
    return `${one.name}: fails`;
  }
  if (digest(outcome) === before.digest) return undefined;
  const gain = outcome.right - before.right;
  return `${one.name}${gain > 0 ? `: ${gain} better` : gain < 0 ? `: ${-gain} worse` : ''}`;
};

const keyOf = ({ file, name }: Pick<Row, 'file' | 'name'>) => `${file} ${name}`;

/** Returns the unit at the end of a name. */
const unitOf = (name: string): string => {
  const words = name.match(/[A-Z][a-z]+/g) ?? [];
  const last = words.at(-1) ?? '';
  return last === 'Heights' && words.at(-2) === 'Text' ? 'text heights' : last.toLowerCase();
};

/** Writes all rows after each case, so that an interrupted run loses nothing. */
const writeResults = async (): Promise<void> => {
  const results = new Map([...rows, ...open.values()].map((row) => [keyOf(row), row]));
  const table = all.flatMap((one) => results.get(keyOf(one)) ?? []);
  await writeFile(store, `${JSON.stringify(table, null, 1)}\n`);
  const idle = table.filter(({ effects }) => Object.keys(effects).length === 0).length;
  const text = [
    '# Thresholds of the engines',
    '',
    `\`npm run bench:thresholds\`: each of ${table.length} thresholds moved by 30 % down and up (whole numbers by 1 at least), and the first case whose result changes. "Worse" and "better" count right objects less wrong ones, where the case has a truth. Cases: number of cases whose code uses the threshold, until both moves had an effect; an interrupted run covers the first cases of its engine only. ${idle} have no effect here.`,
    '',
    ...[...Map.groupBy(table, ({ file }) => file)].flatMap(([file, own]) => [
      `## ${file.replace('shared/', '')}`,
      '',
      '| threshold | value | unit | −30 % | +30 % | cases |',
      '|---|---|---|---|---|---|',
      ...own.map(
        ({ name, value, effects, cases }) =>
          `| \`${name}\` | ${value} | ${unitOf(name)} | ${effects['−30 %'] ?? '–'} | ${effects['+30 %'] ?? '–'} | ${cases} |`,
      ),
      '',
    ]),
  ].join('\n');
  await writeFile(join(root, 'bench/results/thresholds.md'), text);
};

for (const [engine, { files, cases }] of Object.entries(ENGINES)) {
  const own = wanted.filter(({ file }) => file.startsWith(files));
  if (own.length === 0) continue;
  for await (const one of cases()) {
    const started = performance.now();
    const rest = own.filter((threshold) => Object.keys(open.get(threshold)!.effects).length < 2);
    const reached = await reachedBy(rest, () => one.run());
    const outcome = await one.run();
    const before = { digest: digest(outcome), right: outcome.right };
    if (digest(await one.run()) !== before.digest) {
      console.log(`${one.name}: results differ from run to run`);
      continue;
    }
    for (const threshold of reached) {
      const row = open.get(threshold)!;
      row.cases++;
      for (const [move, by] of Object.entries(MOVES) as [Move, number][]) {
        if (row.effects[move] !== undefined) continue;
        await assign(threshold, moved(threshold.value, by));
        const effect = await effectOf(one, before);
        if (effect !== undefined) row.effects[move] = effect;
      }
      await assign(threshold, threshold.value);
    }
    await writeResults();
    const left = own.filter((threshold) => Object.keys(open.get(threshold)!.effects).length === 0).length;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${engine}: ${one.name}, ${reached.size} moved in ${seconds} s, ${left} of ${own.length} without effect`,
    );
  }
}

console.log(
  `${wanted.length} thresholds moved, ${wanted.filter((one) => Object.keys(open.get(one)!.effects).length === 0).length} without effect.`,
);
process.exit(0);
