import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { startChildService } from '../support/child-service.ts';
import { processed, uploadForm } from '../support/documents.ts';
import { fromAllClients } from './clients.ts';
import { writeBench } from './report.ts';
import { minutesOf, questionOf } from './search/made.ts';
import { median } from './warm/cpu.ts';

/**
 * First pages of short and long lists and search among 300 documents, by 8 clients of the service on one machine.
 * Search is compared to SQLite FTS5 and MiniSearch over the same texts, without a server. `node test/bench/lists.ts
 * [--quick]`
 */
const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 2 : 5;
const REQUESTS = isQuick ? 80 : 200;
const [SHORT, PROJECTS, TASKS, DOCUMENTS] = isQuick ? [20, 200, 200, 30] : [20, 2_000, 5_000, 300];

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;

const dataDir = await mkdtemp(join(tmpdir(), 'lists-'));
const service = await startChildService({ dataDir });
try {
  const client = async (organization: string) => {
    const api = await service.as({ organization, role: 'org_admin' });
    return async (method: string, path: string, body?: unknown) => {
      const answer = await api.call(method, path, body);
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
  };
  const [few, many] = await Promise.all(['few', 'many'].map(client));
  const fill = async (call: typeof few, projects: number, tasks: number): Promise<string> => {
    let left = 0;
    await fromAllClients(projects, () => call!('POST', '/api/v1/projects', { name: `Quarter ${left++}` }));
    const { id } = (await call!('GET', '/api/v1/projects?page_size=1')).items[0];
    await fromAllClients(tasks, () => call!('POST', '/api/v1/tasks', { title: `Task ${left++}`, project_id: id }));
    return id;
  };
  const [small, large] = [await fill(few, SHORT, SHORT), await fill(many, PROJECTS, TASKS)];

  const lists = {
    [`20 of ${SHORT} projects`]: () => few!('GET', '/api/v1/projects?page_size=20'),
    [`20 of ${PROJECTS} projects`]: () => many!('GET', '/api/v1/projects?page_size=20'),
    [`20 of ${SHORT} tasks`]: () => few!('GET', `/api/v1/tasks?project_id=${small}&page_size=20`),
    [`20 of ${TASKS} tasks`]: () => many!('GET', `/api/v1/tasks?project_id=${large}&page_size=20`),
  };
  const rates = new Map(Object.keys(lists).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(lists)) {
      const { rate } = await fromAllClients(REQUESTS, run);
      if (round > 0) rates.get(name)!.push(rate);
    }
  }
  const [projects, manyProjects, tasks, manyTasks] = [...rates.values()].map(median) as [
    number,
    number,
    number,
    number,
  ];

  const api = await service.as({ organization: 'found', role: 'org_admin' });
  const { id: project } = (await api.call('POST', '/api/v1/projects', { name: 'Harbour Street' })).body;
  const texts = Array.from({ length: DOCUMENTS }, (_, i) => minutesOf(i));
  let sent = 0;
  await fromAllClients(DOCUMENTS, async () => {
    const i = sent++;
    const { body } = await uploadForm(api, project, new TextEncoder().encode(texts[i]), `minutes-${i}.txt`);
    await processed(api, body.id, 300);
  });
  const search = (i: number) => api.call('GET', `/api/v1/search?query=${encodeURIComponent(questionOf(i))}`);
  // Until the index has the documents that were processed last.
  while (
    (await api.call('GET', `/api/v1/search?query=${encodeURIComponent(`item ${DOCUMENTS - 1}-0`)}`)).body.total === 0
  );
  let asked = 0;
  let found = 0;
  const ask = async () => {
    const { status, body } = await search(asked++);
    if (status !== 200) throw new Error(`search was answered ${status}`);
    found += body.total > 0 ? 1 : 0;
  };
  await fromAllClients(REQUESTS, ask);
  found = 0;
  const { times } = await fromAllClients(REQUESTS * ROUNDS, ask);

  const database = new DatabaseSync(':memory:');
  database.exec('CREATE VIRTUAL TABLE minutes USING fts5(text)');
  const insert = database.prepare('INSERT INTO minutes (text) VALUES (?)');
  for (const text of texts) insert.run(text);
  const select = database.prepare('SELECT rowid FROM minutes WHERE minutes MATCH ? ORDER BY rank LIMIT 20');
  const index = new MiniSearch({ fields: ['text'], searchOptions: { prefix: true, fuzzy: 0.2 } });
  index.addAll(texts.map((text, id) => ({ id, text })));
  const alone = (run: (question: string) => unknown): number[] =>
    Array.from({ length: REQUESTS * ROUNDS }, (_, i) => {
      const begun = performance.now();
      run(questionOf(i));
      return performance.now() - begun;
    });
  const peers = {
    'this service, 8 clients over HTTP': times,
    'SQLite FTS5, in process': alone((question) => select.all(question.replaceAll(' ', ' OR '))),
    'MiniSearch, in process': alone((question) => index.search(question)),
  };
  const ms = (value: number) => value.toPrecision(3);
  await writeBench('lists', {
    title: 'Lists and search, 8 clients',
    text: `One machine; ${ROUNDS} rounds in which the lists take turns, medians. Search among ${DOCUMENTS} texts of 40 lines, ${times.length} questions, ${found} of them answered with hits.`,
    table: [
      '| first page | a second |',
      '|---|---:|',
      ...[...rates].map(([name, all]) => `| ${name} | ${median(all).toFixed(0)} |`),
      '',
      '| search | p50, ms | p99, ms |',
      '|---|---:|---:|',
      ...Object.entries(peers).map(([name, all]) => `| ${name} | ${ms(at(all, 0.5))} | ${ms(at(all, 0.99))} |`),
    ],
    goals: [
      { name: `20 of ${SHORT} over 20 of ${PROJECTS} projects`, goal: 1.3, value: projects / manyProjects },
      { name: `20 of ${SHORT} over 20 of ${TASKS} tasks`, goal: 1.3, value: tasks / manyTasks },
      { name: 'search, p50', goal: 30, value: at(times, 0.5), unit: ' ms' },
      { name: 'search, p99', goal: 100, value: at(times, 0.99), unit: ' ms' },
    ],
    data: { rates: Object.fromEntries(rates), search: { p50: at(times, 0.5), p99: at(times, 0.99) } },
  });
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
