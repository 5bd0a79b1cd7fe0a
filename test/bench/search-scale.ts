import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { embedder as hashing } from '../../infra/local/bedrock.ts';
import { adapter as searchIndex } from '../../shared/aws/adapters/search.index.ts';
import { adapter as searchRead } from '../../shared/aws/adapters/search.read.ts';
import { indexPlaceOf } from '../../shared/aws/search/index-place.ts';
import { SegmentRef } from '../../shared/aws/search/segments/segment-store.ts';
import type { SearchRead } from '../../shared/ports.ts';
import { startWorld } from '../operations/support/register-world.ts';
import { type Measured, measure, meter } from './register/measure.ts';
import { organizationItems, projectOf } from './search/made.ts';
import { type MadeIndex, wordOf, writeMadeIndex } from './search/made-index.ts';
import { writeResults } from './write-results.ts';

/**
 * Search over indexes of growing size, and over many small ones: time, requests of the table, memory, size.
 * `node test/bench/search-scale.ts`; `BENCH_CHUNKS` and `BENCH_ORGANIZATIONS` reduce the size.
 */
const LARGEST = Number(process.env.BENCH_CHUNKS ?? 1_000_000);
const ORGANIZATIONS = Number(process.env.BENCH_ORGANIZATIONS ?? 1_000);
const RUNS = 15;
const started = performance.now();
const say = (text: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);
const rss = () => process.memoryUsage().rss / 1e6;

const names = Array.from({ length: ORGANIZATIONS }, (_, i) => `small-${i}`);
const world = await startWorld(
  (function* () {
    for (const name of names) yield* organizationItems(name, 10, 5);
  })(),
);
const { environment } = world;
const place = indexPlaceOf(environment);
const cost = meter(world);
const embedder = hashing();
say(`${ORGANIZATIONS} organizations imported`);

const indexer = searchIndex(environment);
const tools = () => ({
  owner: randomUUID(),
  embedder,
  piecesOf: async () => [],
  until: Date.now() + 600_000,
  signal: AbortSignal.timeout(600_000),
});
const buildingFrom = performance.now();
for (const [i, name] of names.entries()) {
  await indexer.rebuild(name, tools());
  if (i % 100 === 99) say(`${i + 1} small indexes`);
}
const building = (performance.now() - buildingFrom) / ORGANIZATIONS;

const questions = {
  'GET /search, two words': async (port: SearchRead, organization: string, projects: ReadonlySet<string> | 'all') => {
    const text = `${wordOf(40)} ${wordOf(900)}`;
    const [values = []] = await embedder.embed([text]);
    const vector = { model: embedder.model, values };
    return port.find(organization, { text, vector, floor: 0.3, projects, skip: 0, limit: 10 });
  },
  'GET /search, a code': (port: SearchRead, organization: string, projects: ReadonlySet<string> | 'all') =>
    port.find(organization, { text: 'S-4711', floor: 0.3, projects, skip: 0, limit: 10 }),
  'GET /search/suggest': (port: SearchRead, organization: string, projects: ReadonlySet<string> | 'all') =>
    port.suggest(organization, { text: 'roof pl', projects, limit: 8 }),
  'GET /documents/search': (port: SearchRead, organization: string, projects: ReadonlySet<string> | 'all') =>
    port.documents(organization, {
      ...{ text: 'stair plans', projects, sortBy: 'uploaded_at', sortOrder: 'desc', skip: 0, limit: 10 },
    }),
} as const;
type Name = keyof typeof questions;
const NAMES = Object.keys(questions) as Name[];
const first = { ...questions }['GET /search, two words'];

interface Column {
  title: string;
  cold: number;
  warm: Record<Name, Measured>;
  few: Measured;
  memory: number;
  /** Megabytes. */
  stored: number;
  segments: number;
}
const columns: Column[] = [];
const sizes: MadeIndex[] = [LARGEST / 100, LARGEST / 10, LARGEST].map((chunks) => ({
  projects: Math.max(1, Math.round(chunks / 1000)),
  documents: Math.round(chunks / 25),
  chunks: Math.round(chunks),
}));
for (const size of sizes) {
  const organization = `large-${size.chunks}`;
  say(`writing an index of ${size.chunks.toLocaleString('en')} pieces`);
  const made = await writeMadeIndex(place, organization, size, say);
  await world.put([made]);
  const port = searchRead(environment);
  const coldFrom = performance.now();
  await first(port, organization, 'all');
  const cold = performance.now() - coldFrom;
  const warm: Partial<Record<Name, Measured>> = {};
  for (const name of NAMES) {
    for (let run = 0; run < 4; run++) await questions[name](port, organization, 'all');
    [warm[name]] = await measure(cost, RUNS, [() => questions[name](port, organization, 'all')]);
  }
  const seen = new Set(Array.from({ length: Math.ceil(size.projects / 10) }, (_, i) => projectOf(i * 10)));
  const [few] = await measure(cost, RUNS, [() => first(port, organization, seen)]);
  const segments = SegmentRef.array().parse(made.segments);
  const stored = segments.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  columns.push({
    title: `${size.projects} projects, ${size.documents.toLocaleString('en')} documents, ${size.chunks.toLocaleString('en')} pieces`,
    ...{ cold, warm: warm as Column['warm'], few: few!, memory: rss(), stored, segments: segments.length },
  });
  say(`cold ${cold.toFixed(0)} ms`);
}

say('reading the small ones');
const port = searchRead(environment);
const coldTimes: number[] = [];
for (const name of names) {
  const from = performance.now();
  await port.suggest(name, { text: 'roof', projects: 'all', limit: 8 });
  coldTimes.push(performance.now() - from);
}
const [warmSmall] = await measure(cost, 50, [() => first(port, names.at(-1)!, 'all')]);
const memorySmall = rss();
await world.stop();

const at = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(1);
const cell = ({ median, p95, requests }: Measured) =>
  `${median.toFixed(1)} / ${p95.toFixed(1)} ms, ${requests} requests`;
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
const report = `# Search at scale

${machine}, a store in memory behind HTTP, load ${loadavg()[1]?.toFixed(1)} over the last five minutes. The port of search as the operations call it, without HTTP and membership: median / 95th percentile of ${RUNS} warm runs, and requests of the table. The large indexes are written past the table, with ${columns.length} sizes of made texts (60 words, 40,000 distinct ones) and vectors of 512 numbers.

| one organization | ${columns.map(({ title }) => title).join(' | ')} |
|---|${columns.map(() => '---').join('|')}|
| cold, the engine's own start aside | ${columns.map(({ cold }) => `${cold.toFixed(0)} ms`).join(' | ')} |
${NAMES.map((name) => `| ${name} | ${columns.map(({ warm }) => cell(warm[name])).join(' | ')} |`).join('\n')}
| GET /search, two words, of a tenth of the projects | ${columns.map(({ few }) => cell(few)).join(' | ')} |
| memory of the process, which has written them too | ${columns.map(({ memory }) => `${memory.toFixed(0)} MB`).join(' | ')} |
| the index | ${columns.map(({ stored, segments }) => `${stored.toFixed(0)} MB in ${segments} segments`).join(' | ')} |

| ${ORGANIZATIONS} organizations with 10 projects and 50 documents each | |
|---|---|
| building an index from the table | ${building.toFixed(0)} ms each |
| first answer from an index (50 are kept open) | ${at(coldTimes, 0.5)} / ${at(coldTimes, 0.95)} ms |
| GET /search, warm | ${cell(warmSmall!)} |
| memory of the process after all | ${memorySmall.toFixed(0)} MB |
`;
await writeResults('search-scale', report);
console.log(`\n${report}`);
process.exit(0);
