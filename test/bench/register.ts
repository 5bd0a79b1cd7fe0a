import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { handle as list, operation as listOperation } from '../../functions/documents/list-documents.ts';
import { handle as search, operation as searchOperation } from '../../functions/documents/search-documents.ts';
import { derived } from '../../shared/aws/adapters/derived.ts';
import { adapter as documentsRead } from '../../shared/aws/adapters/documents.read.ts';
import { adapter as documentsWrite } from '../../shared/aws/adapters/documents.write.ts';
import { adapter as filesPresign } from '../../shared/aws/adapters/files.presign.ts';
import { adapter as registerRead } from '../../shared/aws/adapters/register.read.ts';
import { adapter as registerSnapshot } from '../../shared/aws/adapters/register.snapshot.ts';
import { adapter as searchRead } from '../../shared/aws/adapters/search.read.ts';
import { caller, startWorld } from '../operations/support/register-world.ts';
import { queryIndex, readEverything } from './register/alternatives.ts';
import { benchItems, projectOf, SIZES } from './register/data.ts';
import { heldBytes, type Measured, measure, meter } from './register/measure.ts';
import { type WriteUnits, writeUnits } from './register/write-units.ts';

/**
 * Lists and searches of projects with 1,000, 10,000 and 100,000 documents, each as a whole operation: project,
 * register, page of records and image links. `node test/bench/register.ts`
 */
const RUNS = 25;
const WARM_UP = 6;
const started = performance.now();
const say = (text: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);

say('generating and importing 111,000 documents');
const world = await startWorld(benchItems());
say('imported');
const cost = meter(world);
const { environment } = world;
const fixed = {
  'documents.read': documentsRead(environment),
  'projects.read': derived['projects.read'](environment),
  'files.presign': filesPresign(environment),
  'search.read': searchRead(environment),
  'sheet-corrections.read': derived['sheet-corrections.read'](environment),
};
const write = documentsWrite(environment);
const worker = registerSnapshot(environment);
const request = {
  ...{ params: {}, headers: {}, body: undefined, form: undefined, ifMatch: undefined, requestId: 'r', now: new Date() },
  ...{ caller, newId: () => 'id' },
  projects: { allows: async () => true, visible: async () => 'all' as const, visibleProject: async () => ({}) },
};

const QUERIES: Record<string, Record<string, string>> = {
  'default page': {},
  'two types and a status': { document_type: 'DRAWING,REPORT', processing_status: 'PROCESSED' },
  'sort by title': { sort_by: 'title', sort_order: 'asc' },
  'page 500': { page: '500', size: '1' },
  'as of a date': { as_of: '2024-03-01' },
};
const TEXT = 'text search';
const OPERATIONS = [...Object.keys(QUERIES), TEXT];

type Port = ReturnType<typeof registerRead>;
const operate = (port: Port, project: string, name: string): Promise<unknown> => {
  const ports = { ...fixed, 'register.read': port };
  if (name === TEXT) {
    const query = searchOperation.query.parse({ project_id: project, query: 'level 17 north' });
    return search({ ...request, query } as never, ports);
  }
  const query = listOperation.query.parse({ project_id: project, ...QUERIES[name] });
  return list({ ...request, query } as never, ports);
};

interface Row {
  name: string;
  /** In the order of `SIZES`. */
  measured: Measured[];
}
const rows: Row[] = [];
const projects = SIZES.map(projectOf);
const everySize = async (
  name: string,
  times: number,
  work: (index: number) => Promise<unknown>,
  before?: (index: number) => Promise<unknown>,
): Promise<void> => {
  const works = SIZES.map((_, index) => () => work(index));
  rows.push({ name, measured: await measure(cost, times, works, before) });
  say(name);
};
const coldly = (index: number) => operate(registerRead(environment), projects[index]!, 'default page');
const readColdly = async (index: number): Promise<void> => {
  await registerRead(environment).read('o1', projects[index]!);
};

// The first call of a process compiles code and opens connections, which is not a property of the register.
await coldly(0);
await everySize('cold, no snapshot yet', 1, coldly);
await everySize('the worker writes the first snapshot', 1, (index) => worker.renew('o1', projects[index]!));
await everySize('cold, from the snapshot', 3, coldly);
await everySize('cold, from the snapshot: the register alone', 5, readColdly);
/** Number of readers that start at the same time; each of the largest project holds 80 MB while it starts. */
const AT_ONCE = [100, 100, 10];
await everySize('100 cold readers of one project, all together', 1, async (index) => {
  for (let started = 0; started < 100; started += AT_ONCE[index]!) {
    await Promise.all(Array.from({ length: AT_ONCE[index]! }, () => readColdly(index)));
  }
});
const stored = [...world.bucket.objects.values()].map((bytes) => bytes.length);

const memory: number[] = [];
const ports: Port[] = [];
for (const project of projects) {
  const before = heldBytes();
  const port = registerRead(environment);
  for (const name of OPERATIONS) await operate(port, project, name);
  memory.push(heldBytes() - before);
  ports.push(port);
}
for (const name of OPERATIONS) {
  const work = (index: number) => operate(ports[index]!, projects[index]!, name);
  for (let run = 0; run < WARM_UP; run++) for (const index of SIZES.keys()) await work(index);
  await everySize(name, RUNS, work);
}

const bySize = { sortBy: 'file_size', sortOrder: 'asc', skip: 0, limit: RUNS } as const;
const changing = await Promise.all(
  ports.map(async (port, index) => (await port.read('o1', projects[index]!)).page(bySize).ids),
);
const change = (index: number) => {
  const id = changing[index]!.pop()!;
  const terms = { writeId: `bench-${id}`, now: new Date() };
  return write.change('o1', projects[index]!, id, { title: `Renamed ${id}` }, terms);
};
const sorted = (index: number) => operate(ports[index]!, projects[index]!, 'sort by title');
await everySize('sort by title, a title changed before each', RUNS, sorted, change);

await everySize(`cold, from the snapshot, ${RUNS} changes since: the register alone`, 3, readColdly);
await everySize('the worker renews the snapshot', 1, (index) => worker.renew('o1', projects[index]!));
await everySize('cold, from the snapshot after them: the register alone', 3, readColdly);

await everySize('alternative: all entries with each request', 1, (index) => readEverything(world, projects[index]!));
await everySize('alternative: index by creation, first page and total', 1, (index) =>
  queryIndex(world, projects[index]!),
);
const writes = await writeUnits(world);
await world.stop();

const cell = ({ requests, units, median, p95 }: Measured): string =>
  `${requests.toFixed(requests % 1 ? 1 : 0)} req, ${units.toFixed(1)} units, ${median.toFixed(1)} / ${p95.toFixed(1)} ms`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const lines = [
  `| requests, read units, median / p95 | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} | time, largest to smallest |`,
  `|---|${SIZES.map(() => '---').join('|')}|---|`,
  ...rows.map(({ name, measured }) => {
    const ratio = measured.at(-1)!.median / measured[0]!.median;
    return `| ${name} | ${measured.map(cell).join(' | ')} | ${ratio.toFixed(1)} |`;
  }),
  `| memory of the warm register | ${memory.map(megabytes).join(' | ')} | |`,
];
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, embedded table`;
/** The same writes with the local secondary index that change items replace, measured once. */
const { byLocalIndex } = JSON.parse(await readFile('bench/results/register.json', 'utf8')).writes as {
  byLocalIndex: WriteUnits[];
};
const writeLines = [
  '| write units of | with a local index | with change items |',
  '|---|---|---|',
  ...writes.map(({ name, units }, index) => `| ${name} | ${byLocalIndex[index]!.units} | ${units} |`),
];
const report = `# Register\n\n${machine}. Whole operations without the HTTP layer: project, register, page records, image links; ${RUNS} runs each, sizes in turn. Snapshots of ${stored.map(megabytes).join(' and ')}.\n\n${lines.join('\n')}

Requests are those of the table and of the bucket. The row of 100 readers is their sum; of the largest project ten start at once, the others all.

## What a change costs to write

As the table reports it for each transaction, indexes included. A member of a transaction costs two units a kilobyte: the record, its register entry, and the change item, which is never larger than one kilobyte. A local index by change costs one unit a kilobyte of the entry for the place it leaves and one for the place it takes, so one alone at the creation. Expiry is free. Whatever moves a document into or out of work pays for its place on the busy index as well.

${writeLines.join('\n')}
`;
await mkdir('bench/results', { recursive: true });
await writeFile('bench/results/register.md', report);
await writeFile(
  'bench/results/register.json',
  `${JSON.stringify({ machine, sizes: SIZES, rows, memory, snapshots: stored, writes: { byLocalIndex, withChangeItems: writes } }, null, 2)}\n`,
);
console.log(`\n${report}`);
