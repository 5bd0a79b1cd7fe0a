import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from '../../infra/build/root.ts';
import { importsIn } from '../infra/sources.ts';

/**
 * `npm run house [-- FOLDER]`: prints what is counted of the sources as rows of a table: of this repository, or of
 * another checkout of it.
 */
const folder = resolve(process.argv[2] ?? root);
const PARTS = ['functions', 'shared', 'infra', 'client', 'viewer', 'test'];
const exclude = ['**/node_modules', 'test/clients/drivers', 'client/dist', 'client/api.d.ts'];
const files = globSync(`{${PARTS.join(',')}}/**/*.{ts,tsx,mjs,js}`, { cwd: folder, exclude }).sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const product = files.filter((file) => !file.startsWith('test/'));
const linesOf = (file: string) => texts.get(file)!.split('\n').length - 1;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const count = (number: number) => number.toLocaleString('en');

const rows: [what: string, value: string][] = [];
const add = (what: string, value: number | string) =>
  rows.push([what, typeof value === 'number' ? count(value) : value]);

add('files, lines', `${count(files.length)}, ${count(sum(files.map(linesOf)))}`);
for (const part of PARTS) {
  const own = files.filter((file) => file.startsWith(`${part}/`));
  add(`· ${part}`, `${count(own.length)}, ${count(sum(own.map(linesOf)))}`);
}

/** Importing file and imported file of each relative import in the product. */
const imports = product.flatMap((file) =>
  importsIn(texts.get(file)!)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => [file, join(dirname(file), specifier)] as const),
);
const arrows = new Set(
  imports
    .map(([from, to]) => [dirname(from), dirname(to)])
    .flatMap(([from, to]) => (from === to ? [] : `${from} ${to}`)),
);
add('arrows between folders', arrows.size);
const mutual = [...arrows].filter((arrow) => arrows.has(arrow.split(' ').reverse().join(' '))).length / 2;
add('· pairs of folders that import each other', mutual);

const importers = Map.groupBy(imports, ([, to]) => to);
const once = [...importers].filter(([to, from]) => texts.has(to) && new Set(from.map(([file]) => file)).size === 1);
add('files imported by one file only', once.length);
/** Lists, the only files that import operations, workers, adapters and kinds of records. */
const LISTS = ['index.ts', 'registry.ts', 'all.ts', 'ports.ts'];
add('· by another file than a list', once.filter(([, from]) => !LISTS.includes(basename(from[0]![0]))).length);
add('files of 20 lines or fewer', product.filter((file) => linesOf(file) <= 20).length);

const children = Map.groupBy(product, dirname);
const isLeaf = (place: string) => ![...children.keys()].some((other) => other.startsWith(`${place}/`));
add('folders of one file', [...children].filter(([place, own]) => own.length === 1 && isLeaf(place)).length);
/** Names that are the same in every group by design. */
const SAME = new Set(['index.ts', 'view.ts', 'package.json']);
const named = Map.groupBy(
  product.filter((file) => !SAME.has(basename(file))),
  (file) => basename(file),
);
add('file names used more than once', [...named].filter(([, own]) => own.length > 1).length);
const exported = product.flatMap((file) =>
  [...texts.get(file)!.matchAll(/^export (?:const|type|interface|class|function|async function) (\w+)/gm)].map(
    ([, name]) => ({ file, name: name! }),
  ),
);
/** What every operation and worker exports. */
const EXPORTED = new Set(['operation', 'handle', 'handler', 'worker', 'adapter', 'operations', 'fixtures']);
const homes = Map.groupBy(exported, ({ name }) => name);
const doubled = [...homes].filter(
  ([name, all]) => !EXPORTED.has(name) && new Set(all.map(({ file }) => file)).size > 1,
);
add('exported names with more than one home', doubled.length);

/** Numbers of the engines that stand for a judgement: neither 0, 1, 2, 10 nor 100. */
const ENGINES = ['shared/comparison/engine/', 'shared/drawing/', 'shared/domain/sheets/', 'shared/sheets/'];
const numbersIn = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'|`[^`]*`|\/(?![*/ ])[^/\n]+\/\w*/gm, '')
    .match(/(?<![\w.])(?!(?:[0-2]|10|100)\b(?!\.\d))\d[\d_]*(?:\.\d+)?(?![\w.])/g)?.length ?? 0;
const engines = product.filter((file) => ENGINES.some((engine) => file.startsWith(engine)));
add('numbers in the engines (comparison, drawing, sheets)', sum(engines.map((file) => numbersIn(texts.get(file)!))));
add(
  '· per 1,000 lines',
  Math.round((sum(engines.map((file) => numbersIn(texts.get(file)!))) / sum(engines.map(linesOf))) * 1000),
);

/** Returns how many findings of a rule the linter has without the list of exceptions, tests excluded. */
const findings = (): { long: number; complex: number } => {
  const place = mkdtempSync(join(tmpdir(), 'house-'));
  try {
    const parts = PARTS.slice(0, -1).filter((part) => existsSync(join(folder, part)));
    for (const part of parts) cpSync(join(folder, part), join(place, part), { recursive: true });
    const { overrides: _, vcs: __, ...settings } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(place, 'biome.json'), JSON.stringify(settings));
    const command = join(root, 'node_modules/.bin/biome');
    const { stdout } = spawnSync(command, ['lint', '--reporter=json', '--max-diagnostics=2000', '.'], {
      ...{ cwd: place, encoding: 'utf8', maxBuffer: 2 ** 28 },
    });
    const of = (rule: string) => stdout.split(`"category":"lint/complexity/${rule}"`).length - 1;
    return { long: of('noExcessiveLinesPerFunction'), complex: of('noExcessiveCognitiveComplexity') };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};
const { long, complex } = findings();
add('functions of more than 80 lines', long);
add('functions of a cognitive complexity above 25', complex);

console.log(rows.map(([what, value]) => `| ${what} | ${value} |`).join('\n'));
