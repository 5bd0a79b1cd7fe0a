import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChildService } from '../support/child-service.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import type { Api } from '../support/service.ts';

/**
 * Latencies for a member of thousands of projects, compared to a member of a few: one project, a page of projects, a
 * page of a project's documents. `node test/bench/memberships.ts`
 */
const PROJECTS = [20, Number(process.env.BENCH_PROJECTS ?? 2000)] as const;
const CLIENTS = 4;
const REQUESTS = 400;
const WARM_UP = 100;

interface Measured {
  /** Requests per second of `CLIENTS` callers in total. */
  rate: number;
  /** Milliseconds. */
  median: number;
  p95: number;
}

/** Runs `work` from several concurrent callers `times` times in total; returns the milliseconds of each. */
const run = async (times: number, work: () => Promise<unknown>): Promise<number[]> => {
  const took: number[] = [];
  let left = times;
  const caller = async () => {
    while (left-- > 0) {
      const at = performance.now();
      await work();
      took.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, caller));
  return took.sort((a, b) => a - b);
};

const measure = async (api: Api, path: string): Promise<Measured> => {
  const ask = async () => {
    const { status, text } = await api.call('GET', path);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  };
  await run(WARM_UP, ask);
  const at = performance.now();
  const took = await run(REQUESTS, ask);
  const seconds = (performance.now() - at) / 1000;
  const quantile = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  return { rate: REQUESTS / seconds, median: quantile(0.5), p95: quantile(0.95) };
};

const dataDir = await mkdtemp(join(tmpdir(), 'memberships-'));
const service = await startChildService({ dataDir });
try {
  const rows = new Map<string, Measured[]>();
  for (const count of PROJECTS) {
    console.log(`making ${count} projects`);
    const api = await service.as({ user: `member-of-${count}`, role: 'manager' });
    const project = await createProject(api, 'Project 0');
    let made = 1;
    await run(count - 1, () => createProject(api, `Project ${made++}`));
    await uploadForm(api, project, new TextEncoder().encode('words'), 'words.txt');
    const lastPage = Math.ceil(count / 20);
    for (const [name, path] of [
      ['one project', `/api/v1/projects/${project}`],
      ['the first 20 projects', '/api/v1/projects?page_size=20'],
      ['the last 20 projects', `/api/v1/projects?page_size=20&page=${lastPage}`],
      ['documents of one project', `/api/v1/documents?project_id=${project}`],
    ] as const) {
      rows.set(name, [...(rows.get(name) ?? []), await measure(api, path)]);
    }
  }
  const of = ({ rate, median, p95 }: Measured) => `${rate.toFixed(0)}/s, ${median.toFixed(1)} / ${p95.toFixed(1)} ms`;
  const table = [...rows].map(([name, [few, many]]) =>
    few && many ? `| ${name} | ${of(few)} | ${of(many)} | ${(many.median / few.median).toFixed(2)} |` : '',
  );
  const report = `# A member of many projects

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}. The service is a process of its own with its embedded parts on the machine of its ${CLIENTS} callers; ${REQUESTS} requests each.

| requests a second, median / p95 | member of ${PROJECTS[0]} | member of ${PROJECTS[1]} | median, many to few |
|---|---|---|---|
${table.join('\n')}
`;
  console.log(report);
  const results = join(import.meta.dirname, '../../bench/results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'memberships.md'), report);
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
