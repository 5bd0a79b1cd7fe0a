import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawSet, type SheetOptions } from '../../infra/demo/drawings/index.ts';
import { registerSheets, type SheetHolder } from '../../shared/domain/sheets/sheet-register.ts';
import { startChildService } from '../support/child-service.ts';
import { createProject, processed, recordBody, uploadByLink } from '../support/documents.ts';
import { eventually } from '../support/service.ts';
import { writeResults } from './write-results.ts';

/**
 * A set and its next issue with some revised sheets: the time to compare them, relative to comparing the revised sheets
 * one by one; and the time to derive the register of large projects. `node test/bench/sets.ts`
 */
const SHEETS = Number(process.env.BENCH_SHEETS ?? 300);
const REVISED = Number(process.env.BENCH_REVISED ?? 12);
const SIZES = [1000, 10_000, 100_000];
const ROUNDS = 5;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Returns the resident memory of a process and its highest value, in bytes. */
const memoryOf = async (pid: number): Promise<{ now: number; highest: number }> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
  return { now: kilobytes('VmRSS') * 1024, highest: kilobytes('VmHWM') * 1024 };
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Returns the median time in milliseconds to derive a register of that many sheets, each with two revisions. */
const registerTime = (count: number): number => {
  const line = (i: number, revision: string) => ({
    ...{ page: 1, sheet_number: `A-${i}`, title: 'FLOOR PLAN', revision, date: null, discipline: null },
    ...{ confidence: 0.95, image_digest: null },
  });
  const holders: SheetHolder[] = ['A', 'B'].flatMap((revision, day) =>
    Array.from({ length: count }, (_, i) => ({
      ...{
        document_id: `${revision}${i}`,
        created_at: `2026-01-0${day + 1}T00:00:00.000Z`,
        sheets: [line(i, revision)],
      },
    })),
  );
  return median(
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      registerSheets(holders);
      return performance.now() - start;
    }),
  );
};

const usual: SheetOptions[] = Array.from({ length: SHEETS }, (_, i) => ({
  ...{ kind: i % 2 === 0 ? 'floor-plan' : 'section', level: 1, revision: 'A', size: 'A3', date: '2026-05-04' },
  ...{ sheet_number: `A-${1000 + i}`, title: `LEVEL ${i}`, seed: 1 + (i % 20) },
}));
const every = Math.floor(SHEETS / REVISED);
const reissued = usual.map((sheet, i) =>
  i % every === 0 && i / every < REVISED ? { ...sheet, revision: 'B', seed: 100 + i } : sheet,
);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-sets-'));
const service = await startChildService({ dataDir });
try {
  const api = await service.as({ user: 'max' });
  const project = await createProject(api);
  const upload = async (sheets: SheetOptions[], name: string) => {
    const bytes = drawSet({ size: 'A3', project: 'HARBOUR STREET', sheets });
    const start = performance.now();
    const { status, text, body } = await api.call(
      ...(['POST', '/api/v1/documents', recordBody(project, await uploadByLink(api, project, bytes, name))] as const),
    );
    if (status !== 201) throw new Error(`${name} was answered ${status}: ${text}`);
    await processed(api, body.id, 1800);
    return { id: body.id as string, time: performance.now() - start };
  };
  const older = await upload(usual, 'issue-1.pdf');
  const newer = await upload(reissued, 'issue-2.pdf');
  const answered = async (...call: Parameters<typeof api.call>) => {
    const { status, text, body } = await api.call(...call);
    if (status >= 300) throw new Error(`${call[0]} ${call[1]} was answered ${status}: ${text}`);
    return body;
  };
  const read = (path: string) => answered('GET', path);

  const start = performance.now();
  const requested = await answered('POST', '/api/v1/set-comparisons', {
    ...{ project_id: project, older: { document_id: older.id }, newer: { document_id: newer.id } },
  });
  const requestTime = performance.now() - start;
  const set = await eventually(async () => {
    const found = await read(`/api/v1/set-comparisons/${requested.id}`);
    return found.status === 'running' ? undefined : found;
  }, 1800);
  const inSet = performance.now() - start;
  const reading = performance.now();
  await read(`/api/v1/set-comparisons/${requested.id}`);
  const readTime = performance.now() - reading;

  const compared = set.sheets.filter((sheet: { drawing_comparison_id: string | null }) => sheet.drawing_comparison_id);
  let single = 0;
  for (const { drawing_comparison_id, older, newer } of compared) {
    const began = performance.now();
    await answered('POST', '/api/v1/drawing-comparisons', {
      ...{ original_document_id: older.document_id, comparison_document_id: newer.document_id, again: true },
      ...{ original_page: older.page, comparison_page: newer.page },
    });
    await eventually(async () => {
      const { drawing_comparison } = await read(`/api/v1/drawing-comparisons/${drawing_comparison_id}`);
      if (drawing_comparison.status === 'failed') throw new Error(`${drawing_comparison_id} failed`);
      return drawing_comparison.status === 'ready' || undefined;
    }, 600);
    single += performance.now() - began;
  }
  const listing = performance.now();
  const { total } = await read(`/api/v1/sheets?project_id=${project}`);
  const listTime = performance.now() - listing;
  const { now, highest } = await memoryOf(service.pid);
  const { added, removed, renamed, changed, unchanged } = set.counts;
  const lines = [
    '# Comparison of sets and the register of sheets',
    '',
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}; one machine, A3.`,
    '',
    '| | |',
    '|---|---|',
    `| sheets; revised | ${SHEETS}; ${REVISED} |`,
    `| processing of the first issue; of the second | ${seconds(older.time)}; ${seconds(newer.time)} |`,
    `| found: changed, unchanged, others | ${changed}, ${unchanged}, ${added + removed + renamed} |`,
    `| request answered after | ${seconds(requestTime)} |`,
    `| all sheets compared after | ${seconds(inSet)} |`,
    `| the same ${compared.length} sheets one after another | ${seconds(single)} |`,
    `| reading the result | ${seconds(readTime)} |`,
    `| \`GET /sheets\` of ${total} sheets | ${Math.round(listTime)} ms |`,
    `| memory of the service: at the end, highest | ${megabytes(now)}, ${megabytes(highest)} |`,
    '',
    'Time to derive the register from the documents in memory, two revisions for each sheet; `GET /sheets` makes the same',
    'requests for any size (`docs/calls.md`).',
    '',
    '| sheets | median |',
    '|---|---|',
    ...SIZES.map((count) => `| ${count.toLocaleString('en')} | ${Math.round(registerTime(count))} ms |`),
  ];
  console.log(lines.join('\n'));
  await writeResults('sets', lines.join('\n'));
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
