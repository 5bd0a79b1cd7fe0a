import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Digests } from './digest.ts';
import { drawKind, KINDS, type Kind } from './kinds/index.ts';
import { drawPairs } from './pairs.ts';

// node test/bench/comparison/move-thresholds.ts [PREFIX …]: moves each threshold of the engine's files that begin with
// a prefix (all by default) by 30 % up and down, and lists those that change no result of the benchmark's pairs.

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const engine = 'shared/comparison/engine';
const prefixes = process.argv.slice(2);
const declaration = /^(?:export )?const (\w+) = (-?\d[\d_]*(?:\.\d+)?);$/gm;

interface Threshold {
  file: string;
  name: string;
  value: number;
}

const findThresholds = async (): Promise<Threshold[]> => {
  const files = (await readdir(join(root, engine), { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found: Threshold[] = [];
  for (const file of files.sort()) {
    if (prefixes.length > 0 && !prefixes.some((prefix) => file.startsWith(prefix))) continue;
    const source = await readFile(join(root, engine, file), 'utf8');
    for (const [, name, value] of source.matchAll(declaration))
      found.push({ file, name: name!, value: Number(value!.replaceAll('_', '')) });
  }
  return found;
};

/** Moves a whole number by at least 1, so that it changes. */
const moved = (value: number, by: number): number =>
  Number.isInteger(value)
    ? Math.sign(by - 1) * Math.max(1, Math.round(Math.abs(value * (by - 1)))) + value
    : value * by;

const folder = await mkdtemp(join(tmpdir(), 'move-thresholds-'));
const pairs = (await drawPairs(folder)).map(({ older, newer }) => [older, newer]);
for (const kind of Object.keys(KINDS) as Kind[]) {
  const { older, newer } = await drawKind(kind, 1);
  const paths = [join(folder, `${kind}_1.pdf`), join(folder, `${kind}_2.pdf`)];
  await writeFile(paths[0]!, older);
  await writeFile(paths[1]!, newer);
  pairs.push(paths);
}
// Further pairs, such as real drawings, one pair of paths per line.
if (process.env.PAIRS) {
  const lines = (await readFile(process.env.PAIRS, 'utf8')).trim().split('\n');
  pairs.push(...lines.map((line) => line.split('\t')));
}
await writeFile(join(folder, 'pairs.json'), JSON.stringify(pairs));
for (const name of ['shared', 'infra', 'package.json'])
  await cp(join(root, name), join(folder, name), { recursive: true });
await cp(join(root, 'test/bench/comparison'), join(folder, 'test/bench/comparison'), { recursive: true });
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));

const digest = async (): Promise<string> => {
  const script = join(folder, relative(root, join(import.meta.dirname, 'digest.ts')));
  const failed = { stdout: 'failed' };
  const { stdout } = await run(process.execPath, [script, join(folder, 'pairs.json')], { maxBuffer: 2 ** 26 }).catch(
    () => failed,
  );
  return stdout;
};

const before = await digest();
if (before === 'failed') throw new Error('The pairs cannot be compared.');
console.log(`${(JSON.parse(before) as Digests).length} pairs`);
const idle: Threshold[] = [];
const thresholds = await findThresholds();
for (const threshold of thresholds) {
  const path = join(folder, engine, threshold.file);
  const source = await readFile(path, 'utf8');
  let effect = '';
  for (const by of [0.7, 1.3]) {
    const changed = source.replace(
      new RegExp(`(const ${threshold.name} = )-?[\\d_.]+;`),
      (_, start: string) => `${start}${moved(threshold.value, by)};`,
    );
    await writeFile(path, changed);
    if ((await digest()) !== before) effect += by < 1 ? '−' : '+';
  }
  await writeFile(path, source);
  if (effect === '') idle.push(threshold);
  console.log(`${relative('.', threshold.file)} ${threshold.name} ${threshold.value}: ${effect || 'no effect'}`);
}
await rm(folder, { recursive: true });
console.log(`\n${thresholds.length} thresholds moved over ${pairs.length} pairs, ${idle.length} without effect.`);
