import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { samplePairs } from './comparison/pairs.ts';
import { writeBench } from './report.ts';
import { type Taken, timeCommand } from './tools/child-time.ts';
import { median } from './warm/cpu.ts';

/**
 * A comparison as a user runs it, from the start of the command to its report, next to two runs of `pdftoppm` at the same time
 * and odiff. `node test/bench/start-to-report.ts [--quick]`; `SAMPLES` names the folder of the pairs.
 */
const root = join(import.meta.dirname, '../..');
const samples = process.env.SAMPLES ?? join(root, '../shared/samples/comparison/synthetic');
const ROUNDS = process.argv.includes('--quick') ? 1 : 3;
const odiff = join(root, 'node_modules/.bin/odiff');
/** As `npm run compare` has them. */
const command = [join(root, 'infra/commands/compile-cache.mjs'), join(root, 'infra/commands/compare.ts')];

const folder = await mkdtemp(join(tmpdir(), 'start-to-report-'));
const works: Record<string, (older: string, newer: string) => Promise<Taken>> = {
  ours: (older, newer) =>
    timeCommand('"$3" --import "$5" "$6" "$1" "$2" --out "$4"', [
      ...[older, newer, process.execPath, join(folder, 'out')],
      ...command,
    ]),
  peers: (older, newer) =>
    // odiff ends with 21 or 22 if the pictures differ.
    timeCommand(
      'r() { pdftoppm -png -r 150 -f 1 -l 1 -singlefile "$@"; }; r "$1" "$3/a" & r "$2" "$3/b"; wait; "$4" "$3/a.png" "$3/b.png" "$3/d.png"',
      [older, newer, folder, odiff],
      22,
    ),
};

const middle = (all: readonly Taken[]): Taken => ({
  wall: median(all.map(({ wall }) => wall)),
  processor: median(all.map(({ processor }) => processor)),
});

try {
  const rows: { id: string; ours: Taken; peers: Taken }[] = [];
  for (const { id, older, newer } of samplePairs(samples)) {
    const taken: Record<string, Taken[]> = { ours: [], peers: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, work] of Object.entries(works)) taken[name]!.push(await work(resolve(older), resolve(newer)));
    }
    rows.push({ id, ours: middle(taken.ours!), peers: middle(taken.peers!) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  if (rows.length === 0) throw new Error(`${samples} contains no pairs.`);
  const ratios = rows.map(({ ours, peers }) => ({
    wall: ours.wall / peers.wall,
    processor: ours.processor / peers.processor,
  }));
  const s = (value: number) => value.toFixed(2);
  await writeBench('start-to-report', {
    title: 'A comparison from start to report',
    text: `\`npm run compare\` without npm: a process that reads both files, compares them and writes the report, the table, the clouded sheet and images; next to two \`pdftoppm -png -r 150\` at the same time and odiff of their pictures. ${ROUNDS} rounds that take turns, medians; seconds.`,
    table: [
      '| pair | this project | processors | `pdftoppm` and odiff | processors | of the peers | in processor time |',
      '|---|---:|---:|---:|---:|---:|---:|',
      ...rows.map(
        ({ id, ours, peers }, i) =>
          `| ${id} | ${s(ours.wall)} | ${s(ours.processor)} | ${s(peers.wall)} | ${s(peers.processor)} | ${s(ratios[i]!.wall)} | ${s(ratios[i]!.processor)} |`,
      ),
    ],
    goals: [
      { name: 'worst pair, of the peers', goal: 0.5, value: Math.max(...ratios.map(({ wall }) => wall)) },
      { name: 'median pair, of the peers', goal: 0.5, value: median(ratios.map(({ wall }) => wall)) },
      {
        name: 'worst pair, in processor time',
        goal: 0.5,
        value: Math.max(...ratios.map(({ processor }) => processor)),
      },
    ],
    data: rows,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
