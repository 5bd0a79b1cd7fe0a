import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drawSet } from '../../infra/demo/drawings/index.ts';
import type { ComparisonResult } from '../../shared/comparison/engine/index.ts';
import { add, drawKinds, drawPairs, type Pair, type Score, samplePairs, score } from './comparison/pairs.ts';
import {
  has,
  type PeerResult,
  renderWithPoppler,
  withImageMagick,
  withOdiff,
  withPixelmatch,
} from './comparison/peers.ts';
import { addReal, type RealPair, type RealScore, realPairs, scoreReal } from './comparison/real-pairs.ts';

// npm run bench:comparison: our comparison and its peers on the same pairs, one after the other in one run.

const root = join(import.meta.dirname, '../..');
const samples = process.env.SAMPLES ?? join(root, '../shared/samples/comparison/synthetic');
const run = promisify(execFile);

interface Measured {
  ms: number;
  renderMs: number | null;
  /** Of all threads, which other work on the machine hardly changes. */
  processorMs: number;
  peakMegabytes: number;
  result: ComparisonResult | null;
}

const measure = async (
  older: string,
  newer: string,
  mode: '1' | '2' | 'render',
  ...pages: string[]
): Promise<Measured> => {
  const script = join(import.meta.dirname, 'comparison/run-pair.ts');
  // Compiled modules are kept, as by the command and the service.
  const kept = ['--import', join(root, 'infra/commands/compile-cache.mjs')];
  const { stdout } = await run(process.execPath, [...kept, script, older, newer, mode, ...pages], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout) as Measured;
};

/** Labelled pairs of real drawings, measured where the drawings exist: those that the engine was tuned on, and others. */
const labelled = process.env.LABELLED_PAIRS ?? join(import.meta.dirname, 'truth/pairs');
const roots = (
  process.env.DRAWINGS ?? `${join(root, '../offices/data')}:${join(root, '../shared/samples/comparison')}`
).split(':');

interface RealRow {
  id: string;
  score: RealScore;
  ms: number;
  processorMs: number;
  renderProcessorMs: number;
}

const measureReal = async (pair: RealPair): Promise<RealRow> => {
  const pages = [`${pair.page_old}`, `${pair.page_new}`];
  const { processorMs: renderProcessorMs } = await measure(pair.older, pair.newer, 'render', ...pages);
  const { ms, processorMs, result } = await measure(pair.older, pair.newer, '2', ...pages);
  const { verdicts: _, missed: __, ...score } = scoreReal(pair, result!.items);
  console.log(
    `${pair.id}  ${JSON.stringify(score)}  ${Math.round(ms)} ms  (${Math.round(processorMs)} ms of processor time, rendering ${Math.round(renderProcessorMs)} ms)`,
  );
  return { id: pair.id, score, ms, processorMs, renderProcessorMs };
};

/** The parts of the labelled pairs in the report. */
const names: Record<string, string> = {
  open: 'tuned on',
  sealed: 'tuned on, unseen at first',
  fresh: 'tuned on, measured once before',
  unseen: 'tuned on, measured once before',
};
const real: Record<string, RealRow[]> = {};
for (const part of ['open', ...(process.argv.includes('--sealed') ? ['sealed', 'fresh', 'unseen'] : [])]) {
  real[part] = [];
  for (const pair of realPairs(join(labelled, part), roots)) {
    // A pair that cannot be compared is named, and the others are measured.
    const row = await measureReal(pair).catch((error: Error) => console.log(`${pair.id}  ${error.message}`));
    if (row) real[part].push(row);
  }
}

interface Row {
  id: string;
  ours: Score;
  oursMs: number;
  oursProcessorMs: number;
  renderMs: number;
  renderProcessorMs: number;
  peakMegabytes: number;
  popplerMs: number | null;
  odiffMs: number | null;
  sameWithOneThread: boolean;
  peers: Record<string, Score>;
}

const boxesOf = ({ items }: ComparisonResult, { width, height }: Pair) =>
  items.map(({ bounding_box: b }) => ({
    x: b.x * width,
    y: b.y * height,
    width: b.width * width,
    height: b.height * height,
  }));

const folder = await mkdtemp(join(tmpdir(), 'bench-comparison-'));
const [poppler, magick] = [await has('pdftoppm'), await has('compare')];
if (!poppler)
  console.log('pdftoppm is not installed (poppler-utils): the peers, which compare its pictures, are left out.');
if (!magick) console.log('ImageMagick is not installed: left out.');

const pairs = [...(await drawPairs(folder)), ...samplePairs(samples)];
const rows: Row[] = [];
for (const pair of pairs) {
  const render = await measure(pair.older, pair.newer, 'render');
  const ours = await measure(pair.older, pair.newer, '2');
  const single = await measure(pair.older, pair.newer, '1');
  const row: Row = {
    id: pair.id,
    ours: score(pair.truth, boxesOf(ours.result!, pair)),
    oursMs: ours.ms,
    oursProcessorMs: ours.processorMs,
    renderMs: render.renderMs!,
    renderProcessorMs: render.processorMs,
    peakMegabytes: ours.peakMegabytes,
    popplerMs: null,
    odiffMs: null,
    sameWithOneThread: JSON.stringify(ours.result) === JSON.stringify(single.result),
    peers: {},
  };
  if (poppler) {
    const { ms, pictures } = await renderWithPoppler(pair, folder);
    const odiff = await withOdiff(pictures, folder);
    row.popplerMs = ms;
    row.odiffMs = odiff.ms;
    const peers: [string, PeerResult | null][] = [
      ['odiff', odiff],
      ['pixelmatch', await withPixelmatch(pictures)],
      ['ImageMagick compare', magick ? await withImageMagick(pictures, folder) : null],
    ];
    for (const [name, peer] of peers) if (peer) row.peers[name] = score(pair.truth, peer.boxes);
    await Promise.all(pictures.map((picture) => rm(picture)));
  }
  rows.push(row);
  console.log(
    `${row.id}  truth ${row.ours.truth}  items ${row.ours.items}  found ${row.ours.found}  ${Math.round(row.oursMs)} ms  (rendering ${Math.round(row.renderMs)} ms, pdftoppm + odiff ${row.popplerMs === null ? '–' : Math.round(row.popplerMs + row.odiffMs!)} ms)`,
  );
}

const hard: { kind: string; id: string; score: Score; ms: number; peakMegabytes: number }[] = [];
for (const pair of await drawKinds(folder)) {
  const { ms, peakMegabytes, result } = await measure(pair.older, pair.newer, '2');
  hard.push({ kind: pair.kind, id: pair.id, score: score(pair.truth, boxesOf(result!, pair)), ms, peakMegabytes });
}

const sets: { sheets: number; ms: number; peakMegabytes: number }[] = [];
for (const sheets of [5, 15]) {
  const [older, newer] = [join(folder, `old-${sheets}.pdf`), join(folder, `new-${sheets}.pdf`)];
  await writeFile(older, drawSet({ seed: 71, pages: sheets, size: 'A1', revision: 'A' }));
  await writeFile(newer, drawSet({ seed: 71, pages: sheets, size: 'A1', revision: 'B' }));
  const { ms, peakMegabytes } = await measure(older, newer, '2');
  sets.push({ sheets, ms, peakMegabytes });
}
await rm(folder, { recursive: true });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const oursMs = sum(rows.map((row) => row.oursMs));
const totals = {
  ours: add(rows.map((row) => row.ours)),
  unchanged: sum(rows.filter((row) => row.ours.truth === 0).map((row) => row.ours.items)),
  peers: Object.fromEntries(
    ['pixelmatch', 'odiff', 'ImageMagick compare']
      .filter((name) => rows.every((row) => row.peers[name]))
      .map((name) => [name, add(rows.map((row) => row.peers[name]!))]),
  ),
  toRendering: sum(rows.map((row) => row.oursProcessorMs)) / sum(rows.map((row) => row.renderProcessorMs)),
  toPopplerAndOdiff: poppler ? oursMs / sum(rows.map((row) => row.popplerMs! + row.odiffMs!)) : null,
  peakMegabytes: Math.max(...rows.map((row) => row.peakMegabytes)),
  kinds: Object.fromEntries(
    [...new Set(hard.map(({ kind }) => kind))].map((kind) => {
      const changed = hard.filter((one) => one.kind === kind && one.score.truth > 0);
      const noise = hard.filter((one) => one.kind === kind && one.score.truth === 0);
      return [kind, { ...add(changed.map((one) => one.score)), noise: sum(noise.map((one) => one.score.items)) }];
    }),
  ),
  allKinds: add(hard.map((one) => one.score)),
  kindsPeakMegabytes: Math.max(...hard.map((one) => one.peakMegabytes)),
  deterministic: rows.every((row) => row.sameWithOneThread),
};

const fixed = (value: number | null, digits = 2) => (value === null ? '–' : value.toFixed(digits));
const line = (name: string, { precision, recall, f1, items, found, truth }: ReturnType<typeof add>) =>
  `| ${name} | ${truth} | ${items} | ${found} | ${fixed(precision, 3)} | ${fixed(recall, 3)} | ${fixed(f1, 3)} |`;
const realLine = (part: string, rows: readonly RealRow[]): string => {
  const total = addReal(rows.map((row) => row.score));
  const shares = [total.precision, total.recall, total.wordedRight / Math.max(1, total.worded)];
  const time = sum(rows.map((row) => row.processorMs)) / sum(rows.map((row) => row.renderProcessorMs));
  const longest = Math.max(...rows.map((row) => row.ms)) / 1000;
  return `| ${names[part]} | ${rows.length} | ${total.truth} | ${total.items} | ${total.right} | ${total.pieces} | ${total.wrong} | ${shares.map((share) => fixed(share, 3)).join(' | ')} | ${fixed(time)} | ${fixed(longest, 1)} |`;
};
const realReport = Object.values(real).some((rows) => rows.length > 0)
  ? `## Real pairs

Labelled before the engine's output was seen. One item for one change; pieces are further items on a change that has one. An item is worded correctly if it states all words of its label.

| | pairs | changes | items | true | pieces | false | precision | recall | worded correctly | processor time over rendering | longest, s |
|---|---|---|---|---|---|---|---|---|---|---|---|
${Object.entries(real)
  .filter(([, rows]) => rows.length > 0)
  .map(([part, rows]) => realLine(part, rows))
  .join('\n')}

`
  : '';
const report = `# Comparison of drawings

${rows.length} pairs (${pairs.length - samplePairs(samples).length} drawn here, ${samplePairs(samples).length} samples) on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}.
A box counts as found from an overlap (IoU) of 0.3, one item for one box. Peers compare pictures of \`pdftoppm -r 150\` and get boxes round their differing pixels.

| | true changes | items | found | precision | recall | F1 |
|---|---|---|---|---|---|---|
${[line('this project', totals.ours), ...Object.entries(totals.peers).map(([name, total]) => line(name, total))].join('\n')}

- Items on unchanged sheets (shifted, turned, rescaled, another producer, scanned): ${totals.unchanged}
- Processor time of a whole pair over opening both files and rendering their two pages at once (150 dpi, grey): ${fixed(totals.toRendering)}
- Time of a whole pair over \`pdftoppm\` (both pages at once) and odiff: ${fixed(totals.toPopplerAndOdiff)}
- Highest memory of a pair: ${Math.round(totals.peakMegabytes)} MB
- The same with one thread and with two: ${totals.deterministic ? 'yes' : 'NO'}
- Sets: ${sets.map((set) => `${set.sheets} sheets ${(set.ms / 1000).toFixed(1)} s (${Math.round(set.ms / set.sheets)} ms a sheet), ${Math.round(set.peakMegabytes)} MB`).join('; ')}

${realReport}## Hard kinds of change

Three sheets of each kind with their changes, and one without any, a fraction of a point aside (\`noise\`: its items).
Highest memory of a pair: ${Math.round(totals.kindsPeakMegabytes)} MB.

| kind | true changes | items | found | precision | recall | F1 | noise |
|---|---|---|---|---|---|---|---|
${Object.entries(totals.kinds)
  .map(([kind, total]) => `${line(kind, total)} ${total.noise} |`)
  .join('\n')}
${line('all', totals.allKinds)} |

## Pairs

| pair | true | items | found | ms | rendering ms | pdftoppm ms | odiff ms | MB |
|---|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row.id} | ${row.ours.truth} | ${row.ours.items} | ${row.ours.found} | ${Math.round(row.oursMs)} | ${Math.round(row.renderMs)} | ${fixed(row.popplerMs, 0)} | ${fixed(row.odiffMs, 0)} | ${Math.round(row.peakMegabytes)} |`).join('\n')}
`;
await mkdir(join(root, 'bench/results'), { recursive: true });
await writeFile(join(root, 'bench/results/comparison.md'), report);
await writeFile(
  join(root, 'bench/results/comparison.json'),
  `${JSON.stringify({ totals, sets, rows, hard, real }, null, 1)}\n`,
);
console.log(`\n${report}`);
