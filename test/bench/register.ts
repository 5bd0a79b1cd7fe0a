import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { handle as list, operation as listOperation } from '../../functions/documents/list-documents.ts';
import { handle as search, operation as searchOperation } from '../../functions/documents/search-documents.ts';
import { adapter as documentsRead } from '../../shared/aws/adapters/documents.read.ts';
import { adapter as documentsWrite } from '../../shared/aws/adapters/documents.write.ts';
import { adapter as filesPresign } from '../../shared/aws/adapters/files.presign.ts';
import { adapter as projectsRead } from '../../shared/aws/adapters/projects.read.ts';
import { adapter as registerRead } from '../../shared/aws/adapters/register.read.ts';
import { caller, startWorld } from '../operations/support/register-world.ts';
import { queryIndex, readEverything } from './register/alternatives.ts';
import { benchItems, projectOf, SIZES } from './register/data.ts';
import { heldBytes, type Measured, measure, meter } from './register/measure.ts';

/**
 * Lists and searches of projects with 1,000, 10,000 and 100,000 documents side by side, each the whole operation:
 * project, register, page records and image links. `node test/bench/register.ts`
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
  'projects.read': projectsRead(environment),
  'files.presign': filesPresign(environment),
};
const write = documentsWrite(environment);
const request = {
  ...{ params: {}, headers: {}, body: undefined, form: undefined, ifMatch: undefined, requestId: 'r', now: new Date() },
  ...{ caller, newId: () => 'id', projects: { allows: async () => true, visible: async () => 'all' as const } },
};

const QUERIES: Record<string, Record<string, string>> = {
  'default page': {},
  'two types and a status': { document_type: 'DRAWING,REPORT', processing_status: 'PROCESSED' },
  'sort by title': { sort_by: 'title', sort_order: 'asc' },
  'page 500': { page: '500', size: '2' },
  'as of a date': { as_of: '2024-03-01' },
};
const TEXT = 'text search';
const AFTER_CHANGE = 'sort by title, one change before each';

type Port = ReturnType<typeof registerRead>;
const operate = (port: Port, project: string, name: string): Promise<unknown> => {
  const ports = { ...fixed, 'register.read': port };
  if (name === TEXT) {
    const query = searchOperation.query.parse({ project_id: project, query: 'duct section level 17' });
    return search({ ...request, query } as never, ports);
  }
  const query = listOperation.query.parse({ project_id: project, ...(QUERIES[name] ?? QUERIES['sort by title']) });
  return list({ ...request, query } as never, ports);
};

interface Row {
  name: string;
  bySize: Record<number, Measured>;
}
const rows: Row[] = [];
const note = (name: string, size: number, measured: Measured): void => {
  let row = rows.find((each) => each.name === name);
  if (!row) {
    row = { name, bySize: {} };
    rows.push(row);
  }
  row.bySize[size] = measured;
};
const memory: Record<number, number> = {};

for (const size of SIZES) {
  say(`${size} documents`);
  const project = projectOf(size);
  // The first call of a process compiles code and opens connections, which is no property of the register.
  await operate(registerRead(environment), projectOf(SIZES[0]), 'default page');
  world.bucket.objects.clear();
  const cold = (name: string) => measure(cost, 1, () => operate(registerRead(environment), project, name));
  note('cold, no snapshot (and writing one)', size, await cold('default page'));
  const snapshots = [...world.bucket.objects.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  if (snapshots > 0) say(`snapshot of ${(snapshots / 1e6).toFixed(1)} MB`);
  note(
    'cold, from the snapshot',
    size,
    await measure(cost, 2, () => operate(registerRead(environment), project, 'default page')),
  );

  const before = heldBytes();
  const port = registerRead(environment);
  for (const name of [...Object.keys(QUERIES), TEXT]) await operate(port, project, name);
  memory[size] = heldBytes() - before;
  for (const name of [...Object.keys(QUERIES), TEXT]) {
    for (let run = 0; run < WARM_UP; run++) await operate(port, project, name);
    note(name, size, await measure(cost, RUNS, () => operate(port, project, name)));
  }
  const { ids } = (await port.read('o1', project)).page({
    sortBy: 'file_size',
    sortOrder: 'asc',
    skip: 0,
    limit: RUNS,
  });
  let turn = 0;
  const change = () => {
    const id = ids[turn++]!;
    const terms = { writeId: `bench-${id}`, now: new Date() };
    return write.change('o1', project, id, { title: `Renamed ${id}` }, terms);
  };
  note(AFTER_CHANGE, size, await measure(cost, RUNS, () => operate(port, project, AFTER_CHANGE), change));

  const times = size > 50_000 ? 1 : 3;
  note(
    'alternative: all entries read per request',
    size,
    await measure(cost, times, () => readEverything(world, project)),
  );
  for (const page of [1, 500]) {
    const name = `alternative: index by creation, page ${page} with total`;
    note(name, size, await measure(cost, times, () => queryIndex(world, project, page)));
  }
}
await world.stop();

const cell = ({ requests, units, median, p95 }: Measured): string =>
  `${requests.toFixed(requests % 1 ? 1 : 0)} req, ${units.toFixed(1)} units, ${median.toFixed(1)} / ${p95.toFixed(1)} ms`;
const [smallest, , largest] = SIZES;
const lines = [
  `| requests, read units, median / p95 | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} | time, ${largest / smallest}-fold size |`,
  `|---|${SIZES.map(() => '---').join('|')}|---|`,
  ...rows.map(({ name, bySize }) => {
    const cells = SIZES.map((size) => cell(bySize[size]!));
    return `| ${name} | ${cells.join(' | ')} | ${(bySize[largest]!.median / bySize[smallest]!.median).toFixed(1)}× |`;
  }),
  `| memory of the warm register | ${SIZES.map((size) => `${(memory[size]! / 1e6).toFixed(1)} MB`).join(' | ')} | |`,
];
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, embedded table`;
const report = `# Register\n\n${machine}. Whole operations without the HTTP layer: project, register, page records, image links; ${RUNS} runs each.\n\n${lines.join('\n')}\n`;
await mkdir('bench/results', { recursive: true });
await writeFile('bench/results/register.md', report);
await writeFile('bench/results/register.json', `${JSON.stringify({ machine, rows, memory }, null, 2)}\n`);
console.log(`\n${report}`);
