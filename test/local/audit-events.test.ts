import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { type AuditReport, audit } from '../../infra/operator/audit.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { chainHeadKey, chainKey, signedHeadKey } from '../../shared/table/keys.ts';
import { createProject } from '../support/documents.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

let service: Service;
let target: Target;
beforeAll(async () => {
  service = await startService();
  target = localTarget({ DATA_DIR: service.dataDir });
});
afterAll(() => service?.end());

/** A project in a new organization, with one event for each task and two more. */
const projectWithTasks = async (organization: string, tasks: number) => {
  const api = await service.as({ organization, role: 'org_admin' });
  const project = await createProject(api);
  for (let i = 0; i < tasks; i++) await newTask(api, project);
  await inFeed(api, project, tasks + 2);
  const chain = { organization_id: organization, project_id: project };
  return { organization, api, project, chain, key: (sequence: number) => chainKey(chain, sequence) };
};
const newTask = (api: Api, project_id: string) => api.call('POST', '/api/v1/tasks', { title: 'Check', project_id });
const inFeed = (api: Api, project: string, count: number) =>
  eventually(async () => {
    const { items } = (await api.call('GET', `/api/v1/events?project_id=${project}&limit=100`)).body;
    return items.length >= count ? true : undefined;
  });
const problemsOf = async (organizationId: string): Promise<string[]> => {
  const { findings } = await audit(target, { organizationId, pause: 0 });
  return findings.map(({ check, subject, problem }) => `${check} ${subject}: ${problem}`);
};
const write = (Key: object, change: object) => {
  const [[name, value]] = Object.entries(change) as [[string, unknown]];
  const expression = {
    UpdateExpression: 'SET #n = :v',
    ExpressionAttributeNames: { '#n': name },
    ExpressionAttributeValues: { ':v': value },
  };
  return target.table.client.send(new UpdateCommand({ TableName: target.table.name, Key, ...expression } as never));
};
const remove = (Key: object) =>
  target.table.client.send(new DeleteCommand({ TableName: target.table.name, Key } as never));

test('modified and removed events are reported with their numbers', async () => {
  const { organization, project, key } = await projectWithTasks('tampered', 4);
  expect(await problemsOf(organization)).toEqual([]);
  await write(key(3), { values: { title: 'Forged' } });
  expect(await problemsOf(organization)).toEqual([`events project ${project}: Event 3 has been modified`]);
  await remove(key(4));
  const found = await problemsOf(organization);
  expect(found).toContain(`events project ${project}: Event 4 is missing`);
  expect(found).toContain(`events project ${project}: Event 3 has been modified`);
});

test('a sequence truncated together with its head is detected in the feed', async () => {
  const { organization, project, chain, key } = await projectWithTasks('cut', 3);
  const { client, name: TableName } = target.table;
  const { Item: third } = await client.send(new GetCommand({ TableName, Key: { ...key(3) } }));
  const { Item: head } = await client.send(new GetCommand({ TableName, Key: { ...chainHeadKey(chain) } }));
  for (const sequence of [4, 5]) await remove(key(sequence));
  await client.send(new PutCommand({ TableName, Item: { ...head, sequence: 3, hash: third?.hash } }));
  expect((await problemsOf(organization)).sort()).toEqual(
    [4, 5].map((sequence) => `events project ${project}: Event ${sequence} of the feed or a history is missing`),
  );
});

test("a signed head is verified with the service's key, and reported if it is forged", async () => {
  const { organization, api, project, chain } = await projectWithTasks('signed', 1);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  // As if the events so far were a day old.
  await write(chainHeadKey(chain), { day: yesterday });
  await newTask(api, project);
  await inFeed(api, project, 4);
  expect(await problemsOf(organization)).toEqual([]);
  const { client, name: TableName } = target.table;
  const signed = signedHeadKey(chain, yesterday);
  const { Item } = await client.send(new GetCommand({ TableName, Key: { ...signed } }));
  expect(Item?.sealed).toEqual(expect.any(String));
  await client.send(new PutCommand({ TableName, Item: { ...Item, sealed: `${Item?.sealed}x` } }));
  expect(await problemsOf(organization)).toEqual([
    `events project ${project}: The signed head of ${yesterday} is not genuine`,
  ]);
});

test('the command fails and prints what it has found', async () => {
  const { organization, project, key } = await projectWithTasks('printed', 2);
  await write(key(2), { changed: ['nothing'] });
  const { promise, resolve } = Promise.withResolvers<{ code: number; report: AuditReport }>();
  const command = [join(root, 'infra/commands/operate.ts'), 'audit', '--organization', organization];
  const env = { ...process.env, DATA_DIR: service.dataDir };
  execFile(process.execPath, command, { cwd: root, env }, (error, out) =>
    resolve({ code: Number(error?.code ?? 0), report: JSON.parse(out) }),
  );
  const { code, report } = await promise;
  expect(code).toBe(1);
  expect(report.findings).toEqual([
    { check: 'events', organization, subject: `project ${project}`, problem: 'Event 2 has been modified' },
  ]);
});
