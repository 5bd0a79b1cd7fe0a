import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { startDynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { startChildService } from '../support/child-service.ts';
import { fromAllClients } from './clients.ts';
import { writeBench } from './report.ts';
import { median } from './warm/cpu.ts';

/**
 * The service on one machine with 8 clients, compared to direct requests of as many clients to its embedded table.
 * `node test/bench/one-machine.ts [--quick]`
 */
const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 3 : 7;
const REQUESTS = isQuick ? 80 : 400;
/** Writes between the first and the last round, which show whether the service slows down as it ages. */
const AGE = Number(process.env.BENCH_WRITES ?? (isQuick ? 200 : 5_000));

/** Returns runs of the work a second. */
const rateOf = async (count: number, work: () => Promise<unknown>): Promise<number> =>
  (await fromAllClients(count, work)).rate;

/** Resident megabytes of a process. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'one-machine-'));
const tableDir = await mkdtemp(join(tmpdir(), 'table-'));
const starting = performance.now();
const service = await startChildService({ dataDir });
const ready = (performance.now() - starting) / 1000;
const bare = await startDynamoDb(tableDir);
try {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const table = new DynamoDBClient({ endpoint: bare.endpoint as string, region: 'eu-central-1', credentials });
  await table.send(
    new CreateTableCommand({
      TableName: 'bare',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const item = { pk: { S: 'a' }, name: { S: 'Harbour Street' }, filler: { S: 'x'.repeat(300) } };
  await table.send(new PutItemCommand({ TableName: 'bare', Item: item }));
  const api = await service.as({ role: 'org_admin' });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await new Promise((resolve) => setTimeout(resolve, isQuick ? 1_000 : 5_000));
  const idle = memoryOf(service.pid);
  const { id } = await call('POST', '/api/v1/projects', { name: 'Harbour Street' });

  let made = 0;
  const works: Record<string, { requests: number; run: () => Promise<unknown> }> = {
    'get a project': { requests: REQUESTS, run: () => call('GET', `/api/v1/projects/${id}`) },
    'bare GetItem': {
      requests: REQUESTS * 4,
      run: () => table.send(new GetItemCommand({ TableName: 'bare', Key: { pk: { S: 'a' } }, ConsistentRead: true })),
    },
    'create a task': {
      requests: REQUESTS / 2,
      run: () => call('POST', '/api/v1/tasks', { title: `Task ${made++}`, project_id: id }),
    },
    'bare transaction of 8 items': {
      requests: REQUESTS * 2,
      run: () => {
        const start = made;
        made += 8;
        const puts = Array.from({ length: 8 }, (_, i) => ({
          Put: { TableName: 'bare', Item: { ...item, pk: { S: `${start + i}` } } },
        }));
        return table.send(new TransactWriteItemsCommand({ TransactItems: puts }));
      },
    },
    'the first 20 tasks': {
      requests: REQUESTS / 2,
      run: () => call('GET', `/api/v1/tasks?project_id=${id}&page_size=20`),
    },
  };
  const rates = new Map(Object.keys(works).map((name): [string, number[]] => [name, []]));
  const measure = async () => {
    for (const [name, { requests, run }] of Object.entries(works)) rates.get(name)!.push(await rateOf(requests, run));
  };
  for (const { run } of Object.values(works)) await rateOf(40, run);
  for (let round = 0; round < ROUNDS; round++) await measure();
  const young = new Map([...rates].map(([name, all]) => [name, median(all)]));
  await rateOf(AGE, works['get a project']!.run);
  for (const all of rates.values()) all.length = 0;
  for (let round = 0; round < Math.max(2, ROUNDS - 2); round++) await measure();
  const old = new Map([...rates].map(([name, all]) => [name, median(all)]));
  const loaded = memoryOf(service.pid);
  const rate = (name: string) => young.get(name)!;
  const get = rate('get a project') / rate('bare GetItem');
  const create = rate('create a task') / rate('bare transaction of 8 items');
  /** How many times slower a request is than the bare one. */
  const age = get / (old.get('get a project')! / old.get('bare GetItem')!);
  await writeBench('one-machine', {
    title: 'One machine, 8 clients',
    text: `The service and a second embedded table, processes of their own on the machine of the clients; ${ROUNDS} rounds in which they take turns, medians. Then ${AGE.toLocaleString('en')} requests more, of two writes each, and the rounds again.`,
    table: [
      '| a second | at first | later |',
      '|---|---:|---:|',
      ...[...young].map(([name, value]) => `| ${name} | ${value.toFixed(0)} | ${old.get(name)!.toFixed(0)} |`),
    ],
    goals: [
      { name: 'get a project, of bare GetItem', goal: 0.5, value: get, atLeast: true },
      { name: 'create a task, of a bare transaction', goal: 0.3, value: create, atLeast: true },
      { name: 'get at first over get later, both of bare', goal: 1.1, value: age },
      { name: 'ready after', goal: 2, value: ready, unit: ' s' },
      { name: 'memory when idle', goal: 250, value: idle, unit: ' MB' },
      { name: 'memory after load', goal: 400, value: loaded, unit: ' MB' },
    ],
    data: { young: Object.fromEntries(young), old: Object.fromEntries(old), ready, idle, loaded },
  });
} finally {
  await service.stop();
  await bare.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(tableDir, { recursive: true, force: true });
}
