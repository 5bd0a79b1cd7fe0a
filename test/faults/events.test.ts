import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChildService } from '../support/child-service.ts';
import { createProject } from '../support/documents.ts';
import { type Api, eventually } from '../support/service.ts';

/** A request to an AWS service between a change and its delivery, before or after which the process is killed. */
interface Step {
  moment: 'before' | 'after';
  operation: string;
  /** A regular expression that the request's body matches. */
  pattern: string;
}
const around = (operation: string, pattern: string): Step[] =>
  (['before', 'after'] as const).map((moment) => ({ moment, operation, pattern }));

const ofTask = '"(?:type|event_type)":{"S":"task\\.created"}';
const [, changed] = around('TransactWriteItems', `^(?!.*"Delete":).*#OUTBOX.*${ofTask}`);
const [streamRead, announced] = around('SendMessage', '/events"');
const [sequenced, appended] = around('TransactWriteItems', `"Delete":.*#OUTBOX.*${ofTask}`);
const [unwoken, woken] = around('SendMessage', '/webhooks"');
const [, claimed] = around('UpdateItem', 'held_for');
const [delivered, logged] = around('PutItem', ofTask);
const [passed, advanced] = around('UpdateItem', 'SET #position(?!.*held_for)');

const SHORT = [changed, streamRead, appended, woken, delivered];
const ALL = [...SHORT, announced, sequenced, unwoken, claimed, logged, passed, advanced];
const steps = (process.env.KILLS === 'all' ? ALL : SHORT) as Step[];

/** A receiver that records the task of each event, by the path of the webhook. */
const startReceiver = async () => {
  const received = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: { entity: { id: string } } };
    const path = String(request.url).slice(1);
    received.set(path, [...(received.get(path) ?? []), data.entity.id]);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

let dataDir: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: Awaited<ReturnType<typeof startChildService>> | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'events-'));
  receiver = await startReceiver();
});
afterAll(async () => {
  await service?.kill();
  receiver.server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (port: number, step?: Step) => {
  const environment = {
    OUTBOUND_ALLOWED_HOSTS: receiver.host,
    ...(step && {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'support/kill-at.mjs')}`,
      KILL_AT: JSON.stringify(step),
      KILL_NOTE: join(dataDir, 'killed'),
    }),
  };
  return startChildService({ dataDir, port, environment });
};

const newTask = async (api: Api, project_id: string): Promise<string> =>
  (await api.call('POST', '/api/v1/tasks', { title: 'Check', project_id })).body.id;

/**
 * Starts the service, and makes changes until it is killed at a step. Returns the tasks whose creation was confirmed.
 */
const changeUntilKilled = async (port: number, step: Step, projects: readonly string[]): Promise<string[]> => {
  const note = join(dataDir, 'killed');
  rmSync(note, { force: true });
  const answered: string[] = [];
  try {
    // Events delayed by the last kill may reach the next step while the service is still starting.
    const killed = await start(port, step);
    const api = await killed.as();
    for (let i = 0; i < 50; i++) answered.push(await newTask(api, projects[i % projects.length]!));
    await killed.kill();
  } catch (error) {
    if (!existsSync(note)) throw error;
  }
  expect(existsSync(note), `${JSON.stringify(step)} was not reached`).toBe(true);
  return answered;
};

test('after kill -9 between a change and its delivery, every event is delivered, in order within its project', async () => {
  service = await start(0);
  const { port } = service;
  let api = await service.as();
  const projects = [await createProject(api), await createProject(api)];
  for (const project_id of projects) {
    const body = { url: `http://${receiver.host}/${project_id}`, project_id, types: ['task.created'] };
    expect((await api.call('POST', '/api/v1/webhooks', body)).status).toBe(201);
  }
  await service.stop();
  const answered: string[] = [];
  for (const step of steps) answered.push(...(await changeUntilKilled(port, step, projects)));
  service = await start(port);
  api = await service.as();
  const last = await Promise.all(projects.map((project) => newTask(api, project)));
  const received = (project: string) => receiver.received.get(project) ?? [];
  await eventually(async () => projects.every((each, i) => received(each).includes(last[i]!)) || undefined);
  const all: string[] = [];
  for (const project of projects) {
    const { items } = (await api.call('GET', `/api/v1/events?project_id=${project}&type=task.created&limit=100`)).body;
    const tasks = items.map(({ entity }: { entity: { id: string } }) => entity.id) as string[];
    expect(new Set(tasks).size).toBe(tasks.length);
    // Repeated deliveries come after the first delivery of an event.
    expect([...new Set(received(project))]).toEqual(tasks);
    expect((await api.call('GET', `/api/v1/projects/${project}/audit`)).body).toMatchObject({ is_intact: true });
    all.push(...tasks);
  }
  expect(all).toEqual(expect.arrayContaining(answered));
  // The first kill came after a change was stored and before it was confirmed.
  expect(all.length).toBeGreaterThan(answered.length + last.length);
});
