import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../infra/build/root.ts';
import { writeResults } from './write-results.ts';

/** A figure with the value that it should not exceed, or with `atLeast` not fall below. */
export interface Goal {
  name: string;
  goal: number;
  value: number;
  atLeast?: true;
  unit?: string;
}

interface Bench {
  title: string;
  text: string;
  table: readonly string[];
  goals: readonly Goal[];
  data: unknown;
}

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};

/** Returns the circumstances of a run, on which its times depend. */
const circumstances = () => ({
  node: process.version,
  processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  load: loadavg().map((load) => Math.round(load * 10) / 10),
  commit: commit(),
  quick: process.argv.includes('--quick'),
});

export const isReached = ({ goal, value, atLeast }: Goal): boolean => (atLeast ? value >= goal : value <= goal);

const shown = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Returns the lines of a table of goals. */
export const goalTable = (goals: readonly Goal[]): string[] => [
  '| goal | | figure | |',
  '|---|---:|---:|---|',
  ...goals.map((each) => {
    const { name, goal, value, atLeast, unit = '' } = each;
    return `| ${name} | ${atLeast ? '≥' : '≤'} ${goal}${unit} | ${shown(value)}${unit} | ${isReached(each) ? 'reached' : 'missed'} |`;
  }),
];

/**
 * Prints the results of a benchmark, and writes them to `bench/results/<name>.md` and `.json` unless the run is a quick
 * one.
 */
export const writeBench = async (name: string, { title, text, table, goals, data }: Bench): Promise<void> => {
  const run = circumstances();
  const where = `Node ${run.node}, ${run.processors}, load ${run.load[0]} over the last minute, commit ${run.commit}.`;
  const report = [`# ${title}`, `${where} ${text}`, table.join('\n'), goalTable(goals).join('\n')].join('\n\n');
  console.log(`${report}\n`);
  if (run.quick) return;
  await writeResults(name, report);
  const folder = join(root, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ ...run, goals, data }, null, 2)}\n`);
};
