import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../infra/build/root.ts';
import { allThresholds, huge, moved, type Threshold } from './thresholds/movable.ts';
import type { Answer, Request } from './thresholds/runner.ts';
import { tableOf } from './thresholds/table.ts';

/*
 * npm run bench:thresholds [-- --needed --resume PREFIX...]: moves each threshold whose file or name begins with a prefix to 0, to
 * a very large value and by 30 % down and up, and finds the first case of its engine's benchmark whose result changes;
 * `--needed` leaves the 30 % out, and `--resume` keeps the effects that the last run found. Writes bench/results/thresholds.md; rows of other thresholds are kept. DRAWINGS and
 * TITLE_BLOCKS name the folders of the labelled drawings; without them only drawn sheets are processed.
 *
 * Thresholds are moved in groups: a group that changes nothing has no effect in the case, another one is divided.
 */

const MOVES = {
  '0': () => 0,
  '∞': huge,
  '−30 %': (value: number) => moved(value, -0.3),
  '+30 %': (value: number) => moved(value, 0.3),
};
type Move = keyof typeof MOVES;

export interface Row {
  file: string;
  name: string;
  value: number;
  /** Number of cases whose code uses it. */
  cases: number;
  /** The first case that each move changes. */
  effects: Partial<Record<Move, string>>;
}

/** What the last run measured; `milliseconds` has the time of each engine's cases, by name. */
interface Results {
  rows: Row[];
  milliseconds: Record<string, Record<string, number>>;
}

const { values: options, positionals: prefixes } = parseArgs({
  allowPositionals: true,
  options: { needed: { type: 'boolean', default: false }, resume: { type: 'boolean', default: false } },
});
const moves = (Object.keys(MOVES) as Move[]).slice(0, options.needed ? 2 : undefined);

/** The folders of the engines' thresholds. */
const ENGINES = {
  comparison: 'shared/comparison/engine/',
  drawing: 'shared/drawing/',
  sheets: 'shared/domain/sheets/',
};
const store = join(root, 'bench/results/thresholds.json');
const results: Results = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : { rows: [], milliseconds: {} };
const keyOf = ({ file, name }: Pick<Row, 'file' | 'name'>) => `${file} ${name}`;
const all = allThresholds();
const isWanted = ({ file, name }: Threshold) =>
  prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(`shared/${prefix}`) || name.startsWith(prefix));
const measured = new Map(options.resume ? results.rows.map((row) => [keyOf(row), row]) : []);
const open = new Map<string, Row>(
  all.filter(isWanted).map((one) => {
    const last = measured.get(keyOf(one));
    return [keyOf(one), last?.value === one.value ? last : { ...one, cases: 0, effects: {} }];
  }),
);

/** Longest run of a case, in relation to the run with the original values. */
const longestRun = { times: 10, atLeastMilliseconds: 10_000 };

/** A process that runs the cases of an engine. It is replaced when it has ended. */
class Runner {
  #child: ChildProcess | undefined;
  readonly #engine: string;

  constructor(engine: string) {
    this.#engine = engine;
  }

  /** Returns the names of the cases. */
  async start(): Promise<string[]> {
    this.#child = fork(join(import.meta.dirname, 'thresholds/runner.ts'), [this.#engine]);
    const names = await this.#next<string[] | { error: string }>();
    if ('error' in names) throw new Error(`The ${this.#engine} cases cannot be read: ${names.error}`);
    return names;
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Runs a case; returns why it failed if it does. The time to read the case does not count. */
  async run(request: Request, longest?: number): Promise<Answer | { error: string }> {
    if (!this.#child) {
      await this.start();
      await this.run({ ...request, moved: [] });
    }
    this.#child!.send(request);
    return await this.#next(longest);
  }

  async #next<T>(longest?: number): Promise<T> {
    const child = this.#child!;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const end = (error: string) => () => {
      this.stop();
      resolve({ error });
    };
    const [onExit, timer] = [end('ends the process'), longest && setTimeout(end('does not end'), longest)];
    child.once('message', resolve).once('exit', onExit);
    const answer = await promise;
    child.off('message', resolve).off('exit', onExit);
    clearTimeout(timer);
    return answer as T;
  }
}

/** Returns what a move does to a case; undefined if nothing. */
const effectOf = (before: Answer, after: Answer | { error: string }): string | undefined => {
  if ('error' in after) return `: ${after.error.startsWith('does not') ? after.error : 'fails'}`;
  if (after.digest === before.digest) return undefined;
  const gain = after.right - before.right;
  return gain > 0 ? `: ${gain} better` : gain < 0 ? `: ${-gain} worse` : '';
};

/** Group size to begin with, by move: twice the size of the last group without effect. */
const sizes = new Map<Move, number>();

/** Finds the thresholds whose move changes the case; returns the number of runs. */
const moveInGroups = async (
  move: Move,
  rows: readonly Row[],
  run: (moved: Threshold[]) => Promise<string | undefined>,
  name: string,
): Promise<number> => {
  let runs = 0;
  let size = sizes.get(move) ?? 8;
  for (let from = 0; from < rows.length; ) {
    const group = rows.slice(from, from + size);
    const effect = await run(group.map(({ file, name, value }) => ({ file, name, value: MOVES[move](value) })));
    runs++;
    if (effect === undefined || group.length === 1) {
      if (effect !== undefined) group[0]!.effects[move] = `${name}${effect}`;
      from += group.length;
      size = effect === undefined ? size * 2 : 1;
    } else size = group.length >> 1;
  }
  sizes.set(move, Math.max(1, Math.min(size, rows.length)));
  return runs;
};

/** Writes all rows after each case, so that an interrupted run loses nothing. */
const writeResults = async (): Promise<void> => {
  const known = new Map([...results.rows, ...open.values()].map((row) => [keyOf(row), row]));
  const rows = all.flatMap((one) => known.get(keyOf(one)) ?? []);
  await writeFile(store, `${JSON.stringify({ ...results, rows }, null, 1)}\n`);
  await writeFile(join(root, 'bench/results/thresholds.md'), tableOf(rows));
};

for (const [engine, files] of Object.entries(ENGINES)) {
  const own = [...open.values()].filter(({ file }) => file.startsWith(files));
  if (own.length === 0) continue;
  const runner = new Runner(engine);
  const times = results.milliseconds[engine] ?? {};
  results.milliseconds[engine] = times;
  const cases = (await runner.start()).map((name, at) => ({ name, at }));
  for (const { name, at } of cases.sort((a, b) => (times[a.name] ?? 0) - (times[b.name] ?? 0))) {
    const started = performance.now();
    const before = await runner.run({ at, moved: [], trace: true });
    const again = await runner.run({ at, moved: [] });
    if ('error' in before || 'error' in again || before.digest !== again.digest) {
      console.log(`${name}: ${'error' in before ? before.error : 'results differ from run to run'}`);
      continue;
    }
    times[name] = Math.round(again.milliseconds);
    const longest = Math.max(longestRun.atLeastMilliseconds, longestRun.times * again.milliseconds);
    const reached = before.reached.flatMap((one) => open.get(keyOf(one)) ?? []);
    for (const row of reached) row.cases++;
    let runs = 2;
    for (const move of moves) {
      const rest = reached.filter(
        ({ effects, value }) =>
          effects[move] === undefined && MOVES[move](value) !== value && !(move === '∞' && effects['0']),
      );
      const run = async (thresholds: Threshold[]) =>
        effectOf(again, await runner.run({ at, moved: thresholds }, longest));
      runs += await moveInGroups(move, rest, run, name);
    }
    await writeResults();
    const idle = own.filter(({ effects }) => Object.keys(effects).length === 0).length;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${engine}: ${name}, ${runs} runs in ${seconds} s, ${idle} of ${own.length} without effect`);
  }
  runner.stop();
}
