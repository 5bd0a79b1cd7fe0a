import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { bundleService } from '../../infra/build/build.ts';
import { writeBench } from './report.ts';
import { bundleBare, clientsIn, FRAMES } from './warm/bare.ts';
import { median } from './warm/cpu.ts';

/**
 * Processor time of importing each bundle in a new process, beside a bare handler with the same clients.
 * `node test/bench/cold.ts [--quick]`
 */
const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 3 : 5;
const EVERY = isQuick ? 12 : 1;

const SCRIPT = `const before = process.cpuUsage(); await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before); console.log(user + system); process.exit(0);`;
/** Returns milliseconds of processor time. */
const importing = (module: string): number => {
  const arguments_ = ['--input-type=module', '-e', SCRIPT, pathToFileURL(module).href];
  const environment = {
    ...{ PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  return Number(execFileSync(process.execPath, arguments_, { encoding: 'utf8', env: environment })) / 1000;
};

const folder = await mkdtemp(join(tmpdir(), 'cold-'));
try {
  const all = await bundleService({ operations, workers });
  const bundles = all.filter((_, i) => i % EVERY === 0);
  const modules = new Map<string, string>();
  const bareOf = new Map<string, string>();
  for (const { id, folder: own, inputs } of bundles) {
    const clients = clientsIn(inputs);
    const bare = `bare: ${clients.join(', ') || 'no client'}`;
    bareOf.set(id, bare);
    modules.set(id, join(own, 'index.mjs'));
    if (!modules.has(bare)) modules.set(bare, await bundleBare(clients, 'bare', folder));
  }
  const common = ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb', 'aws-jwt-verify'];
  for (const frame of Object.keys(FRAMES)) modules.set(`frame ${frame}`, await bundleBare(common, frame, folder));
  const times = new Map([...modules.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, module] of modules) {
      // Bare handlers are few and every ratio depends on them.
      const repeats = name.startsWith('bare') || name.startsWith('frame') ? 3 : 1;
      for (let i = 0; i < repeats; i++) times.get(name)!.push(importing(module));
    }
  }
  const of = (name: string) => median(times.get(name)!);
  const ratios = bundles
    .map(({ id, bytes }) => ({
      id,
      bytes,
      own: of(id),
      bare: of(bareOf.get(id)!),
      ratio: of(id) / of(bareOf.get(id)!),
    }))
    .sort((a, b) => b.ratio - a.ratio);
  const withClients = ratios.filter(({ id }) => bareOf.get(id) !== 'bare: no client');
  const without = ratios.filter((each) => !withClients.includes(each));
  const row = ({ id, bytes, own, bare, ratio }: (typeof ratios)[number]) =>
    `| \`${id}\` | ${(bytes / 1024).toFixed(0)} KB | ${own.toFixed(0)} ms | ${bare.toFixed(0)} ms | ${ratio.toFixed(2)} |`;
  const middle = Math.floor(withClients.length / 2);
  await writeBench('cold', {
    title: 'Cold starts',
    text: `Processor time of importing a bundle in a new process, without a compile cache: median of ${ROUNDS} rounds over ${bundles.length} of ${all.length} functions. A bare handler has the same clients of AWS services, bundled and minified by the same esbuild, and nothing else; for a function without clients it is an empty module.`,
    table: [
      '| function | size | import | bare | of bare |',
      '|---|---:|---:|---:|---:|',
      ...withClients.slice(0, 8).map(row),
      '| … | | | | |',
      ...withClients.slice(Math.max(8, middle - 1), middle + 2).map(row),
      '| … | | | | |',
      ...withClients.slice(Math.max(middle + 2, withClients.length - 3)).map(row),
      ...without.map(row),
      '',
      '| with the clients of DynamoDB and the verifier of tokens | import | of bare |',
      '|---|---:|---:|',
      ...Object.keys(FRAMES).map((frame) => {
        const own = of(`frame ${frame}`);
        return `| ${frame === 'bare' ? 'bare handler' : frame} | ${own.toFixed(0)} ms | ${(own / of('frame bare')).toFixed(2)} |`;
      }),
    ],
    goals: [
      { name: 'median of all functions, of bare', goal: 1.1, value: median(ratios.map(({ ratio }) => ratio)) },
      { name: 'worst function with clients, of bare', goal: 1.25, value: withClients[0]?.ratio ?? 0 },
      { name: 'worst function, of bare', goal: 1.25, value: ratios[0]!.ratio },
    ],
    data: { functions: ratios, bare: Object.fromEntries([...times].filter(([name]) => / /.test(name))) },
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
