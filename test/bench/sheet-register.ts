import { cpus, loadavg } from 'node:os';
import { handle as getDocument } from '../../functions/documents/get-document.ts';
import { handle as createSet } from '../../functions/drawing-comparisons/create-set-comparison.ts';
import { handle as getSheet } from '../../functions/sheets/get-sheet.ts';
import { operation as listOperation, handle as listSheets } from '../../functions/sheets/list-sheets.ts';
import { handle as updateSheet } from '../../functions/sheets/update-sheet.ts';
import { handle as listTasks, operation as listTasksOperation } from '../../functions/tasks/list-tasks.ts';
import { adapter as comparisonsWrite } from '../../shared/aws/adapters/comparisons.write.ts';
import { derived } from '../../shared/aws/adapters/derived.ts';
import { adapter as documentsRead } from '../../shared/aws/adapters/documents.read.ts';
import { adapter as documentsWrite } from '../../shared/aws/adapters/documents.write.ts';
import { adapter as filesPresign } from '../../shared/aws/adapters/files.presign.ts';
import { adapter as registerRead } from '../../shared/aws/adapters/register.read.ts';
import { adapter as registerSnapshot } from '../../shared/aws/adapters/register.snapshot.ts';
import { sheetIdOf } from '../../shared/domain/sheets/sheet-id.ts';
import { projectKey } from '../../shared/table/keys.ts';
import { caller, itemsOf, recordOf, startWorld } from '../operations/support/register-world.ts';
import { heldBytes, type Measured, measure, meter } from './register/measure.ts';
import { writeResults } from './write-results.ts';

/**
 * The register of sheets of projects with 1,000, 10,000 and 100,000 sheets, each with two revisions in documents of 100
 * pages, and requests to compare two sets: whole operations without the HTTP layer. `node test/bench/sheet-register.ts`;
 * `BENCH_SIZES` names other sizes.
 */
const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number);
/** Sets that are compared: sheets, and how many of them the newer issue revises. */
const SETS = [
  { sheets: 300, revised: 12 },
  { sheets: 300, revised: 0 },
  { sheets: 500, revised: 500 },
];
const PAGES = 100;
const RUNS = Number(process.env.BENCH_RUNS ?? 25);

const projectOf = (size: number): string => `p${size}`;
const documentOf = (size: number, revision: string, set: number): string => `${projectOf(size)}-${revision}-${set}`;
const numberOf = (index: number): string => `${'ASMEPC'[index % 6]}-${1000 + index}`;
const sheetsOf = (set: number, revision: string, date: string) =>
  Array.from({ length: PAGES }, (_, i) => ({
    ...{ page: i + 1, sheet_number: numberOf(set * PAGES + i), title: `LEVEL ${set} PLAN ${i}`, revision, date },
    ...{ scale: '1:100', image_digest: `${revision}${set}.${i}`.padEnd(16, 'x') },
    confidence: { sheet_number: 0.95, title: 0.9, revision: 0.9, date: 0.9, scale: 0.9 },
  }));

const setName = ({ sheets, revised }: (typeof SETS)[number]): string => `set-${sheets}-${revised}`;
const issue = ({ sheets, revised }: (typeof SETS)[number], revision: string) =>
  Array.from({ length: sheets }, (_, i) => ({
    ...{ page: i + 1, sheet_number: numberOf(i), title: `LEVEL ${i}`, revision, date: null, scale: '1:100' },
    image_digest: `${i < revised ? revision : ''}${i}`.padEnd(16, 'x'),
    confidence: { sheet_number: 0.95, title: 0.9, revision: 0.9, date: 0, scale: 0.9 },
  }));

function* items(): Generator<Record<string, unknown>> {
  const user = { _id: 'u1', name: null, email: null, company: null };
  const project = (id: string) => {
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const fields = { id, organization_id: 'o1', name: id, description: null, status: 'active', record_version: 1 };
    return { ...projectKey('o1', id), ...fields, ...times, write_id: 'w', created_by: user };
  };
  const document = (project_id: string, document_id: string, month: number, sheets: ReturnType<typeof sheetsOf>) => {
    const given = { document_id, revision_root: document_id, project_id, page_count: sheets.length, sheets };
    return itemsOf(recordOf(0, given as object, new Date(Date.UTC(2026, month, 1))), { withRecord: true });
  };
  for (const size of SIZES) {
    yield project(projectOf(size));
    for (const [at, revision] of ['A', 'B'].entries()) {
      for (let set = 0; set < size / PAGES; set++) {
        const sheets = sheetsOf(set, revision, `2026-0${at + 4}-01`);
        yield* document(projectOf(size), documentOf(size, revision, set), at + 3, sheets);
      }
    }
  }
  for (const set of SETS) {
    yield project(setName(set));
    for (const [at, revision] of ['A', 'B'].entries()) {
      yield* document(setName(set), `${setName(set)}-${revision}`, at + 3, issue(set, revision) as never);
    }
  }
}

const world = await startWorld(items());
const cost = meter(world);
const { environment } = world;
const fixed = {
  'documents.read': documentsRead(environment),
  'projects.read': derived['projects.read'](environment),
  'sheet-corrections.read': derived['sheet-corrections.read'](environment),
  'sheet-corrections.write': derived['sheet-corrections.write'](environment),
  'tasks.read': derived['tasks.read'](environment),
  'tasks.search': derived['tasks.search'](environment),
  'files.presign': filesPresign(environment),
  'organizations.read': derived['organizations.read'](environment),
  'comparisons.write': comparisonsWrite(environment),
  'set-comparisons.write': derived['set-comparisons.write'](environment),
  'queue.compare': derived['queue.compare'](environment),
  'files.read': { getJson: async () => undefined } as never,
};
const write = documentsWrite(environment);
const worker = registerSnapshot(environment);
let ids = 0;
const request = (more: object) => ({
  ...{ params: {}, query: {}, headers: {}, body: undefined, form: undefined, ifMatch: undefined, requestId: 'r' },
  ...{ caller, now: new Date(), newId: () => `id${ids++}` },
  projects: { allows: async () => true, visible: async () => 'all' as const, visibleProject: async () => ({}) },
  ...more,
});
type Port = ReturnType<typeof registerRead>;
type Work = (port: Port, size: number) => Promise<unknown>;
const all = (port: Port) => ({ ...fixed, 'register.read': port }) as never;
const list =
  (query: object): Work =>
  (port, size) =>
    listSheets(
      request({ query: listOperation.query.parse({ project_id: projectOf(size), ...query }) }) as never,
      all(port),
    );
const sheetId = (size: number) => sheetIdOf({ project_id: projectOf(size), key: numberOf(size / 2).replace('-', '') });

const WORKS: Record<string, Work> = {
  'first page of `GET /sheets`': list({}),
  'last page of 20': (port, size) => list({ page: String(size / 20), size: '20' })(port, size),
  'one discipline and a text': list({ discipline: 'structural', query: 'plan 7' }),
  'as of a day': list({ as_of: '2026-04-15' }),
  '`GET /sheets/{id}`': (port, size) => getSheet(request({ params: { sheet_id: sheetId(size) } }) as never, all(port)),
  '`GET /documents/{id}` with superseded sheets': (port, size) =>
    getDocument(
      request({ params: { document_id: documentOf(size, 'A', 3) }, query: { view: 'compact' } }) as never,
      all(port),
    ),
  'tasks of a sheet': (port, size) =>
    listTasks(request({ query: listTasksOperation.query.parse({ sheet_id: sheetId(size) }) }) as never, all(port)),
};

let changes = 0;
/** Writes a document of 100 sheets with the title of one of them changed, as a correction of its title block does. */
const changeSheet = (size: number) => {
  const sheets = sheetsOf(3, 'B', '2026-05-01');
  sheets[7]!.title = `CORRECTED ${changes++}`;
  const terms = { writeId: `bench-${changes}`, now: new Date() };
  return write.change('o1', projectOf(size), documentOf(size, 'B', 3), { sheets }, terms);
};

const rows: { name: string; measured: Measured[] }[] = [];
const everySize = async (
  name: string,
  times: number,
  work: (i: number) => Promise<unknown>,
  before?: (i: number) => Promise<unknown>,
) => {
  const works = SIZES.map((_, index) => () => work(index));
  rows.push({ name, measured: await measure(cost, times, works, before) });
  console.log(name);
};
for (const size of SIZES) await worker.renew('o1', projectOf(size));
const first = WORKS['first page of `GET /sheets`'] as Work;
await everySize('cold, from the snapshot', 3, (i) => first(registerRead(environment), SIZES[i]!));

const memory: { documents: number; sheets: number }[] = [];
const ports: Port[] = [];
for (const size of SIZES) {
  const [before, port] = [heldBytes(), registerRead(environment)];
  await port.read('o1', projectOf(size));
  const documents = heldBytes();
  await first(port, size);
  memory.push({ documents: documents - before, sheets: heldBytes() - documents });
  ports.push(port);
}
for (const [name, work] of Object.entries(WORKS)) {
  for (let run = 0; run < 6; run++) for (const [i, size] of SIZES.entries()) await work(ports[i]!, size);
  await everySize(name, RUNS, (i) => work(ports[i]!, SIZES[i]!));
}
const after = 'first page after a title block was corrected';
await everySize(
  after,
  RUNS,
  (i) => first(ports[i]!, SIZES[i]!),
  (i) => changeSheet(SIZES[i]!),
);
await everySize('`PATCH /sheets/{id}`', RUNS, (i) => {
  const body = { title: `PATCHED ${changes++}` };
  return updateSheet(request({ params: { sheet_id: sheetId(SIZES[i]!) }, body }) as never, all(ports[i]!));
});
const patched = '`GET /documents/{id}` after a title block was corrected';
const document = WORKS['`GET /documents/{id}` with superseded sheets'] as Work;
await everySize(
  patched,
  RUNS,
  (i) => document(ports[i]!, SIZES[i]!),
  (i) => changeSheet(SIZES[i]!),
);
const cell = ({ requests, units, median, p95 }: Measured): string =>
  `${requests.toFixed(requests % 1 ? 1 : 0)} req, ${units.toFixed(1)} units, ${median.toFixed(1)} / ${p95.toFixed(1)} ms`;
/** The request that compares two sets, whose comparisons exist already when it is repeated. */
const sets: string[] = [];
for (const set of SETS) {
  const body = {
    ...{ project_id: setName(set), older: { document_id: `${setName(set)}-A` } },
    ...{ newer: { document_id: `${setName(set)}-B` } },
  };
  const work = () => createSet(request({ body }) as never, all(registerRead(environment)));
  const [first] = await measure(cost, 1, [work]);
  const [again] = await measure(cost, 1, [work]);
  sets.push(`| ${set.sheets}, ${set.revised} | ${cell(first!)} | ${cell(again!)} |`);
  console.log(sets.at(-1));
}
await world.stop();

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const count = (size: number): string => size.toLocaleString('en');
const text = `# The register of sheets

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, embedded table. Whole operations without the HTTP layer; ${RUNS} runs each, sizes in turn. Two revisions of each sheet, documents of ${PAGES} pages. Units are those that the table reports.

| sheets: requests, units, median / p95 | ${SIZES.map(count).join(' | ')} |
|---|${SIZES.map(() => '---').join('|')}|
${rows.map(({ name, measured }) => `| ${name} | ${measured.map(cell).join(' | ')} |`).join('\n')}
| memory of the documents' register | ${memory.map(({ documents }) => megabytes(documents)).join(' | ')} |
| memory of the sheets | ${memory.map(({ sheets }) => megabytes(sheets)).join(' | ')} |

The request to compare two sets, without the comparisons themselves, with a register that is read cold. Repeated, it finds
the comparisons that it has requested.

| sheets of a set, revised | request | repeated |
|---|---|---|
${sets.join('\n')}
`;
console.log(text);
await writeResults('sheet-register', text);
