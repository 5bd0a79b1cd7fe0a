import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '../../infra/build/root.ts';
import { drawScan, drawSet, drawSheet, reviseSheet } from '../../infra/demo/drawings/index.ts';
import { costOf, costOfAll, deployedOn, memoryOf, PARTS, scheduledRuns, storageOf, sumOf } from './cost/cost-of.ts';
import { idleOf } from './cost/idle.ts';
import type { Use } from './cost/meter.ts';
import { startMeteredService } from './cost/metered-service.ts';
import { PRICES } from './cost/prices.ts';

/**
 * The cost of the service on AWS, from counts of this run and public prices: a million requests of each operation, a
 * thousand documents of three kinds, a comparison. `npm run cost`
 */
const REQUESTS = Number(process.env.COST_REQUESTS ?? 3);
const DOCUMENTS = Number(process.env.COST_DOCUMENTS ?? 3);
const say = (text: string) => process.stderr.write(`${text}\n`);

const dollars = (value: number): string => (value === 0 ? '' : value < 0.01 ? value.toFixed(4) : value.toFixed(2));
const number = (value: number): string => (value === 0 ? '' : value.toFixed(value < 10 ? 1 : 0));
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Stages whose fixed cost is reported. */
const idleStages: readonly (readonly [name: string, given: Record<string, string>])[] = [
  ['a preview', { stage: 'pr-1' }],
  ['dev', { stage: 'dev' }],
  ['prod with mail', { stage: 'prod', mailSender: 'documents@example.com' }],
];

const service = await startMeteredService();
let report: string;
try {
  const size = 'A1' as const;
  const seeds = Array.from({ length: DOCUMENTS }, (_, i) => `cost-${i}`);
  const kinds: [string, Uint8Array[]][] = [
    ['one sheet', seeds.map((seed) => drawSheet({ size, seed }))],
    ['sixteen sheets', seeds.map((seed) => drawSet({ pages: 16, size, seed }))],
    ['a scanned sheet', await Promise.all(seeds.map((seed) => drawScan({ sheet: { size, seed: `scan-${seed}` } })))],
  ];
  const documents = [];
  for (const [name, files] of kinds) {
    say(`${files.length} documents: ${name}`);
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    documents.push({ name, bytes, uses: await service.usesOfDocuments(files) });
  }
  say(`${DOCUMENTS} comparisons`);
  const pairs = seeds.map((seed) => reviseSheet({ sheet: { size, seed: `pair-${seed}` }, count: 6 }));
  const compared = await service.usesOfComparisons(pairs.map(({ v1, v2 }) => [v1, v2] as const));
  say('requests of each operation');
  const requests = await service.usesOfRequests(REQUESTS);

  const derived = (uses: ReadonlyMap<string, Use>) =>
    [...uses.values()].reduce((sum, { stored }) => sum + (stored.derived ?? 0), 0);
  const perThousand = 1000 / DOCUMENTS;
  const costRow = (name: string, uses: ReadonlyMap<string, Use>) => {
    const cost = costOfAll(uses, perThousand);
    const onX86 = costOfAll(uses, perThousand, 'x86_64');
    return row(name, ...PARTS.map((part) => dollars(cost[part])), dollars(sumOf(cost)), dollars(sumOf(onX86)));
  };

  report = `# What it costs

Prices of ${PRICES.region} without a free tier (\`test/bench/cost/prices.ts\`), US dollars. Units and requests were counted in the functions of a running service (Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[2]?.toFixed(0)} over the last quarter of an hour); milliseconds are those of this machine with its embedded table and store, times the memory of the stack. Text recognition and embeddings are counted here and priced as Textract and Titan. Answers are counted as they are sent, compressed from 4 KB on. Not counted: the network between functions and services, logs, mails, and the stream's readers. What searches and commits of a large index ask of S3 is in \`search-s3.md\`, what breaks first with many organizations in \`scale.md\`.

## 1,000 documents, from the upload to the last worker

${row('document', ...PARTS, 'all', 'all, every function on x86_64')}
${row('---', ...PARTS.map(() => '---:'), '---:', '---:')}
${documents.map(({ name, uses }) => costRow(name, uses)).join('\n')}
${costRow('a comparison, 1,000 of them', compared)}

## What they take, each

${row('function', 'runs', 'ms', 'read units', 'write units', 'S3 reads', 'S3 writes', 'SQS', 'OCR pages')}
${row('---', ...Array.from({ length: 8 }, () => '---:'))}
${[...documents, { name: 'a comparison', uses: compared }]
  .flatMap(({ name, uses }) => [
    row(`**${name}**`, ...Array.from({ length: 8 }, () => '')),
    ...[...uses]
      .sort(([, a], [, b]) => b.milliseconds - a.milliseconds)
      .map(([id, use]) =>
        row(
          `${id} (${memoryOf(id)} MB, ${deployedOn(id)})`,
          ...[
            use.runs,
            use.milliseconds,
            use.readUnits,
            use.writeUnits,
            use.s3Reads,
            use.s3Writes,
            use.sqs,
            use.ocrPages,
          ].map((value) => number(value / DOCUMENTS)),
        ),
      ),
  ])
  .join('\n')}

## Keeping 1,000 of them for a month

${row('document', 'original MB', 'pictures and texts MB', 'all in Standard', 'pictures and texts in Infrequent Access')}
${row('---', '---:', '---:', '---:', '---:')}
${documents
  .map(({ name, bytes, uses }) => {
    const [original, made] = [bytes * perThousand, derived(uses) * perThousand];
    const { standard, moved } = storageOf(original, made);
    return row(name, number(original / 1e6), number(made / 1e6), dollars(standard), dollars(moved));
  })
  .join('\n')}

## A month in which nothing happens

${row('worker', 'runs', 'ms', 'read units', 'write units', 'US dollars')}
${row('---', ...Array.from({ length: 5 }, () => '---:'))}
${[...service.standing]
  .map(([id, use]) => {
    const runs = scheduledRuns.get(id) ?? 0;
    const each = [use.milliseconds, use.readUnits, use.writeUnits].map((value) => number(value / use.runs));
    return row(id, `${runs}`, ...each, dollars((sumOf(costOf(id, use)) / use.runs) * runs));
  })
  .join('\n')}

### Beside the workers

${row('a month of', ...idleStages.map(([name]) => name))}
${row('---', ...idleStages.map(() => '---:'))}
${idleOf({ stage: 'dev' })
  .map(({ what }, i) =>
    row(
      what,
      ...idleStages.map(([, given]) => `${idleOf(given)[i]!.count}: ${dollars(idleOf(given)[i]!.dollars) || '0'}`),
    ),
  )
  .join('\n')}
${row('**all**', ...idleStages.map(([, given]) => dollars(idleOf(given).reduce((sum, one) => sum + one.dollars, 0))))}

Detailed metrics of routes are off, which nobody read; they would be some $160. The alarms that roll a version back exist in
stages with a canary. CodeDeploy reads one alarm for each function, of two metrics of the version that is deployed: its crashes
and its unexpected 500s. CloudWatch charges by metric, not by alarm, so a composite alarm or one alarm for a group of
functions costs the same; fewer metrics would let a function's faulty version pass, or take back sound ones with it.

## A million requests of each operation

${row('operation', 'memory', 'ms', 'read units', 'write units', 'S3', 'KMS', 'bytes', 'US dollars')}
${row('---', ...Array.from({ length: 8 }, () => '---:'))}
${[...requests]
  .map(([id, use]) => ({ id, use, cost: (sumOf(costOf(id, use)) / use.runs) * 1e6 }))
  .sort((a, b) => b.cost - a.cost)
  .map(({ id, use, cost }) =>
    row(
      id,
      `${memoryOf(id)}`,
      ...[use.milliseconds, use.readUnits, use.writeUnits, use.s3Reads + use.s3Writes, use.kms, use.answered].map(
        (value) => number(value / use.runs),
      ),
      dollars(cost),
    ),
  )
  .join('\n')}
`;
} finally {
  await service.end();
}
const folder = join(root, 'bench/results');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'cost.md'), report);
process.stdout.write(report);
