import { DynamoDBClient, GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { type AnswerTable, ItemsUnderWay, startStrictTable } from '../../infra/local/dynamodb/strict-table.ts';
import { InProcessHandler } from '../../infra/local/in-process-handler.ts';
import { requestHandler } from '../../shared/aws/clients/request-handler.ts';
import { serveHttp } from './support.ts';

const api = 'DynamoDB_20120810';
const item = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });
const plain = (pk: string) => [`${api}.PutItem`, { TableName: 't', Item: item(pk) }] as const;
const transaction = (...pks: string[]) =>
  [
    `${api}.TransactWriteItems`,
    {
      TransactItems: pks.map((pk, i) =>
        i === 0 ? { Update: { TableName: 't', Key: item(pk) } } : { ConditionCheck: { TableName: 't', Key: item(pk) } },
      ),
    },
  ] as const;
const refusal = (begun: ReturnType<ItemsUnderWay['begin']>) => ('refusal' in begun ? begun.refusal : undefined);

it('a plain write conflicts with a transaction in progress on its item, and with no plain write', () => {
  const items = new ItemsUnderWay();
  const end = items.begin(...transaction('a', 'b')) as () => void;
  expect(refusal(items.begin(...plain('a')))).toMatchObject({ __type: expect.stringMatching('#TransactionConflict') });
  expect(refusal(items.begin(...plain('b')))).toMatchObject({ __type: expect.stringMatching('#TransactionConflict') });
  expect(refusal(items.begin(...plain('c')))).toBeUndefined();
  expect(refusal(items.begin(...plain('c')))).toBeUndefined();
  expect(refusal(items.begin(`${api}.GetItem`, { TableName: 't', Key: item('a') }))).toBeUndefined();
  end();
  expect(refusal(items.begin(...plain('a')))).toBeUndefined();
});

it('a transaction conflicts with any write in progress on one of its items, and names it', () => {
  const items = new ItemsUnderWay();
  const end = items.begin(...plain('b')) as () => void;
  expect(refusal(items.begin(...transaction('a', 'b')))).toMatchObject({
    __type: expect.stringMatching('#TransactionCanceledException'),
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  });
  end();
  // The rejected one left nothing behind.
  expect(refusal(items.begin(...transaction('a', 'b')))).toBeUndefined();
  expect(refusal(items.begin(...transaction('c', 'b')))).toMatchObject({ CancellationReasons: [{}, {}] });
});

it("the SDK reports the conflict with DynamoDB's error; everything else is passed on", async () => {
  const held: (() => void)[] = [];
  const seen: unknown[] = [];
  const table = await serveHttp((request, response) => {
    seen.push(request.headers['x-amz-target']);
    const answer = () => response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    if (String(request.headers['x-amz-target']).endsWith('TransactWriteItems')) held.push(answer);
    else answer();
  });
  const strict = await startStrictTable(table);
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDBClient({ endpoint: strict.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  try {
    const Update = { TableName: 't', Key: item('a'), UpdateExpression: 'SET x = :x' };
    const values = { ExpressionAttributeValues: { ':x': { S: 'x' } } };
    const first = client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: { ...Update, ...values } }] }));
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const write = client.send(new PutItemCommand({ TableName: 't', Item: item('a') }));
    await expect(write).rejects.toMatchObject({ name: 'TransactionConflictException' });
    await client.send(new GetItemCommand({ TableName: 't', Key: item('a') }));
    held[0]?.();
    await first;
    await client.send(new PutItemCommand({ TableName: 't', Item: item('a') }));
    expect(seen).toEqual(['TransactWriteItems', 'GetItem', 'PutItem'].map((name) => `${api}.${name}`));
  } finally {
    client.destroy();
    await strict.stop();
  }
});

describe('a client in the process of the table', () => {
  const asked = { TableName: 'ttt', Key: item('a') };
  const clientOf = (endpoint: string, answer: AnswerTable) =>
    new DynamoDBClient({
      ...{ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 },
      requestHandler: new InProcessHandler({ endpoint: 'http://127.0.0.1:1', answer }, requestHandler(3_000)),
    });
  const answered = (Item: object) => Buffer.from(JSON.stringify({ Item }));

  it('reaches it by a call', async () => {
    const requests: Parameters<AnswerTable>[0][] = [];
    const client = clientOf('http://127.0.0.1:1', async (request) => {
      requests.push(request);
      return { status: 200, headers: {}, body: answered(item('called')) };
    });
    expect((await client.send(new GetItemCommand(asked))).Item).toEqual(item('called'));
    const [request] = requests;
    expect(requests).toHaveLength(1);
    expect(request).toMatchObject({ path: '/', headers: { 'x-amz-target': `${api}.GetItem` } });
    expect(JSON.parse(String(request?.body))).toEqual(asked);
  });

  it('receives its errors', async () => {
    const client = clientOf('http://127.0.0.1:1', async () => ({
      ...{ status: 400, headers: { 'content-type': 'application/x-amz-json-1.0' } },
      body: Buffer.from(JSON.stringify({ __type: 'com.amazonaws#ThrottlingException', message: 'too many' })),
    }));
    await expect(client.send(new GetItemCommand(asked))).rejects.toMatchObject({ name: 'ThrottlingException' });
  });

  it('reaches any other endpoint over the network', async () => {
    const other = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(answered(item('network')));
    });
    const client = clientOf(other, () => Promise.reject(new Error('called')));
    expect((await client.send(new GetItemCommand(asked))).Item).toEqual(item('network'));
    client.destroy();
  });

  it('stops waiting when the call is aborted, and sends nothing after that', async () => {
    const sent: string[] = [];
    const client = clientOf('http://127.0.0.1:1', async ({ path }) => {
      sent.push(path);
      return sent.length === 1 ? new Promise(() => {}) : { status: 200, headers: {}, body: answered(item('late')) };
    });
    const abort = new AbortController();
    const running = client.send(new GetItemCommand(asked), { abortSignal: abort.signal });
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    const late = client.send(new GetItemCommand(asked), { abortSignal: abort.signal });
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });
});
