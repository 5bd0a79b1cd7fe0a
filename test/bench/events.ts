import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actAs, withoutEvents } from '../../shared/acting.ts';
import { adapter as tasksWrite } from '../../shared/aws/adapters/tasks.write.ts';
import { clientOfTables, tableOf } from '../../shared/aws/clients/table.ts';
import { patience } from '../../shared/aws/dynamodb/patience.ts';
import { transact } from '../../shared/aws/dynamodb/transaction.ts';
import { drainOutbox } from '../../shared/aws/events/append.ts';
import { changeRecord } from '../../shared/aws/records/change-record.ts';
import { creatingRecord } from '../../shared/aws/records/create-record.ts';
import type { ProjectRecord } from '../../shared/domain/projects/project.ts';
import type { TaskRecord } from '../../shared/domain/tasks/task.ts';
import { PROJECTS } from '../../shared/table/kinds/projects.ts';
import { TASKS } from '../../shared/table/kinds/tasks.ts';
import { type Units, unitsOfTable } from '../contract/calls/units.ts';
import { startChildService } from '../support/child-service.ts';
import { createProject } from '../support/documents.ts';
import { type Api, eventually } from '../support/service.ts';
import { startTable } from '../unit/http/support/table.ts';
import { writeBench } from './report.ts';
import { median } from './warm/cpu.ts';

/**
 * Measures how much an event adds to the cost of a change, and the time from a change to its delivery to webhooks.
 * `npm run bench:events [-- --quick]`
 */
const isQuick = process.argv.includes('--quick');
/** Changes of each kind in a round, and rounds. */
const CHANGES = isQuick ? 20 : 60;
const ROUNDS = isQuick ? 3 : 9;
const CLIENTS = 8;
const SUBSCRIPTIONS = isQuick ? 100 : 1000;
const PER_PROJECT = 4;
/** Changes of all clients together, of which each client waits for the deliveries before its next. */
const DELIVERED = isQuick ? 40 : 400;

const atLeastAsLongAs = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

interface Cost extends Units {
  milliseconds: number;
}

/** Units and latency of a change with and without its event, and units of what follows, on an embedded table. */
const measureChanges = async () => {
  const { environment, stop } = await startTable();
  try {
    const table = tableOf(environment);
    const units = unitsOfTable();
    const at = new Date().toISOString();
    const organization_id = 'bench';
    const user = { _id: 'ann', name: 'Ann', email: null, company: null };
    const written = { created_at: at, updated_at: at, record_version: 1 };
    const project = { id: randomUUID(), organization_id, name: 'Quay', description: null, status: 'active' };
    const stored = { ...project, ...written, created_by: user, write_id: 'w' } as unknown as ProjectRecord;
    await withoutEvents(() => transact(table, { project: creatingRecord(table, PROJECTS, stored) }));
    const tasks = tasksWrite(environment);
    const newTask = (): TaskRecord =>
      ({
        ...{ id: randomUUID(), organization_id, project_id: project.id, title: 'Check', description: null },
        ...{ status: 'open', priority: 'low', due_date: null, assignee_id: null, assignee_email: null },
        ...{ document_ids: [], became_due_at: null, created_by: user, ...written, write_id: randomUUID() },
      }) as unknown as TaskRecord;
    const changed = newTask();
    await withoutEvents(() => tasks.create(changed));
    const guard = () => ({ writeId: randomUUID(), now: new Date() });
    let made = 0;
    const retitle = () => tasks.change(organization_id, changed.id, { title: `Title ${made++}` }, guard());
    const plain = { ...TASKS, events: null };
    const ways: Record<string, () => Promise<unknown>> = {
      'change, one conditional write': () =>
        changeRecord(table, plain, organization_id, changed.id, { title: `Title ${made++}` }, guard()),
      'change, without its event': () => withoutEvents(retitle),
      'change, with its event': () => actAs({ type: 'user', id: 'ann', name: 'Ann' }, retitle),
      'creation, without its event': () => withoutEvents(() => tasks.create(newTask())),
      'creation, with its event': () => actAs({ type: 'user', id: 'ann', name: 'Ann' }, () => tasks.create(newTask())),
    };
    const times = new Map(Object.keys(ways).map((name): [string, number[]] => [name, []]));
    const taken = new Map<string, Units>();
    for (let round = -1; round < ROUNDS; round++) {
      for (const [name, run] of Object.entries(ways)) {
        await units.taken();
        for (let i = 0; i < CHANGES; i++) {
          const started = performance.now();
          await run();
          if (round >= 0) times.get(name)!.push(performance.now() - started);
        }
        const { read, write } = await units.taken();
        taken.set(name, { read: read / CHANGES, write: write / CHANGES });
      }
    }
    const drain = async (): Promise<Units> => {
      await units.taken();
      const sealing = async () => [];
      const appended = async () => {};
      await drainOutbox(table, organization_id, Date.now() + 600_000, sealing, () => patience(), appended);
      return units.taken();
    };
    await drain();
    const follow = async (events: number): Promise<Units> => {
      for (let i = 0; i < events; i++) await ways['change, with its event']!();
      const { read, write } = await drain();
      return { read: read / events, write: write / events };
    };
    const costs = [...times].map(([name, all]): [string, Cost] => [
      name,
      { ...taken.get(name)!, milliseconds: median(all) },
    ]);
    return { costs: Object.fromEntries(costs), alone: await follow(1), together: await follow(240) };
  } finally {
    clientOfTables().destroy();
    await stop();
  }
};

/** A receiver that tells who waits for it of each event by its path and entity. */
const startReceiver = async () => {
  const delays: number[] = [];
  const waiting = new Map<string, () => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(204).end();
    const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      data: { time: string; entity: { id: string } };
    };
    delays.push(Date.now() - Date.parse(data.time));
    waiting.get(data.entity.id)?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { delays, waiting, server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Runs the work so many times from all clients. */
const fromClients = async (times: number, work: () => Promise<unknown>): Promise<void> => {
  let left = times;
  const client = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};

/** Time from a change to each of its deliveries, by a service and to a receiver that are processes of their own. */
const measureDeliveries = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'events-'));
  const { delays, waiting, server, host } = await startReceiver();
  const service = await startChildService({ dataDir, environment: { OUTBOUND_ALLOWED_HOSTS: host } });
  try {
    const api = await service.as();
    const post = async (path: string, body: object): Promise<{ id: string }> => {
      const answer = await (api as Api).call('POST', path, body);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const projects: string[] = [];
    await fromClients(SUBSCRIPTIONS / PER_PROJECT, async () => {
      const project_id = await createProject(api);
      for (let i = 0; i < PER_PROJECT; i++) {
        await post('/api/v1/webhooks', {
          url: `http://${host}/${i}`,
          project_id,
          types: ['task.created', 'task.deleted'],
        });
      }
      projects.push(project_id);
    });
    let next = 0;
    const change = async (): Promise<() => Promise<unknown>> => {
      const { id } = await post('/api/v1/tasks', { title: 'Check', project_id: projects[next++ % projects.length]! });
      let left = PER_PROJECT;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, () => --left === 0 && resolve());
      return () => promise;
    };
    /** Deliveries that came before their change was answered are not waited for. */
    const settled = (count: number) => eventually(async () => delays.length >= count || undefined, 300);
    await fromClients(CLIENTS * 4, change);
    await settled(CLIENTS * 4 * PER_PROJECT);
    delays.length = 0;
    const wait = async () => Promise.race([(await change())(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
    await fromClients(DELIVERED, wait);
    await settled(DELIVERED * PER_PROJECT);
    const waited = [...delays];
    delays.length = 0;
    const started = performance.now();
    await fromClients(DELIVERED, change);
    const changed = performance.now();
    await settled(DELIVERED * PER_PROJECT);
    const seconds = (from: number) => (performance.now() - from) / 1000;
    return {
      deliveries: waited.length,
      median: median(waited),
      p99: atLeastAsLongAs(waited, 0.99),
      burst: {
        changes_per_second: DELIVERED / ((changed - started) / 1000),
        deliveries_per_second: (DELIVERED * PER_PROJECT) / seconds(started),
        seconds_after: seconds(changed),
      },
    };
  } finally {
    await service.stop();
    server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const { costs, alone, together } = await measureChanges();
const delivery = await measureDeliveries();
const figure = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));
const added = (kind: string, of: keyof Cost) =>
  costs[`${kind}, with its event`]![of] - costs[`${kind}, without its event`]![of];
await writeBench('events', {
  title: 'Events',
  text:
    `Changes on the embedded table, ${ROUNDS} rounds of ${CHANGES} in which the ways take turns, medians; units as the ` +
    `table reports them. Deliveries by a service and to a receiver that are processes of their own, with ` +
    `${SUBSCRIPTIONS.toLocaleString('en')} subscriptions of an organization, ${PER_PROJECT} for each project, and ${CLIENTS} clients.`,
  table: [
    '| | write units | read units | ms |',
    '|---|---:|---:|---:|',
    ...Object.entries(costs).map(
      ([name, { write, read, milliseconds }]) =>
        `| ${name} | ${figure(write)} | ${figure(read)} | ${figure(milliseconds)} |`,
    ),
    ...(['change', 'creation'] as const).map(
      (kind) =>
        `| an event adds to a ${kind} | ${figure(added(kind, 'write'))} | ${figure(added(kind, 'read'))} | ${figure(added(kind, 'milliseconds'))} |`,
    ),
    `| appending an event that comes alone | ${figure(alone.write)} | ${figure(alone.read)} | |`,
    `| appending one of many | ${figure(together.write)} | ${figure(together.read)} | |`,
    '',
    '| from a change to its delivery | |',
    '|---|---:|',
    `| median of ${delivery.deliveries.toLocaleString('en')}, each client waiting for its deliveries | ${figure(delivery.median)} ms |`,
    `| p99 | ${figure(delivery.p99)} ms |`,
    `| without waiting: changes a second | ${figure(delivery.burst.changes_per_second)} |`,
    `| deliveries a second | ${figure(delivery.burst.deliveries_per_second)} |`,
    `| last delivery after the last change | ${figure(delivery.burst.seconds_after)} s |`,
  ],
  goals: [
    { name: 'write units that an event adds to a change', goal: 2, value: added('change', 'write') },
    { name: 'from a change to its delivery, median', goal: 1000, value: delivery.median, unit: ' ms' },
    { name: 'the same, p99', goal: 3000, value: delivery.p99, unit: ' ms' },
  ],
  data: { costs, alone, together, delivery },
});
