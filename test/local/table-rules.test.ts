import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DynamoDbPart, startDynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { type Strictness, startStrictTable } from '../../infra/local/dynamodb/strict-table.ts';
import type { ServicePart } from '../../infra/local/loopback.ts';
import { tableDefinition } from '../../shared/table/definition.ts';
import { temporaryDirectory } from './support.ts';

const TableName = 'records';
let table: DynamoDbPart;
const started: { part: ServicePart; client: DynamoDBClient }[] = [];
beforeAll(async () => {
  table = await startDynamoDb(temporaryDirectory(afterAll));
  await open();
  const client = started[0]!.client;
  await client.send(new CreateTableCommand({ ...structuredClone(tableDefinition), TableName } as never));
});
afterAll(async () => {
  for (const { part, client } of started) {
    client.destroy();
    await part.stop();
  }
  await table?.stop();
});

/** A client of the embedded table with the stricter rules. */
const open = async (strictness?: Strictness, maxAttempts = 1) => {
  const part = await startStrictTable(table.endpoint, strictness);
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDBClient({ endpoint: part.endpoint, region: 'us-east-1', credentials, maxAttempts });
  started.push({ part, client });
  return DynamoDBDocumentClient.from(client);
};

const key = (pk = 'a', sk = 'b') => ({ pk, sk });
const put = (Item: Record<string, unknown>, more: object = {}) => new PutCommand({ TableName, Item, ...more });
const query = (more: object, values: Record<string, unknown> = {}) =>
  new QueryCommand({
    ...{ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a', ...values } },
    ...more,
  });
const list = (length: number) => Array.from({ length }, (_, i) => i);
const among = (count: number) => ({
  ConditionExpression: `attribute_not_exists(pk) OR x IN (${list(count).map((i) => `:v${i}`)})`,
  ExpressionAttributeValues: Object.fromEntries(list(count).map((i) => [`:v${i}`, i])),
});
const oneOfMany = (count: number) => ({
  ConditionExpression: `attribute_not_exists(pk) OR ${list(count)
    .map(() => 'x = :x')
    .join(' OR ')}`,
  ExpressionAttributeValues: { ':x': 1 },
});
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const puts = (count: number) => list(count).map((i) => ({ PutRequest: { Item: key(`${i}`) } }));
const members = (count: number, more: object = {}) =>
  list(count).map((i) => ({ Put: { TableName, Item: { ...key(`${i}`), ...more } } }));
const index = (gsi1pk: unknown, gsi1sk: unknown = 's') => ({ ...key(), gsi1pk, gsi1sk });
const absent = 'attribute_not_exists(#a)';

describe('the strict table rejects', () => {
  // Each rule with the closest allowed request, if there is one.
  it.each<[string, object, object?]>([
    ['more than 100 operands of IN', put(key(), among(101)), put(key('in'), among(100))],
    ['more than 300 operators', put(key(), oneOfMany(151)), put(key('operators'), oneOfMany(149))],
    ['a name that no expression uses', put(key(), { ExpressionAttributeNames: { '#a': 'a' } })],
    [
      'a name that its expression does not use',
      put(key(), { ConditionExpression: absent, ExpressionAttributeNames: { '#a': 'a', '#b': 'b' } }),
      put(key(), { ConditionExpression: absent, ExpressionAttributeNames: { '#a': 'a' } }),
    ],
    ['a value that no expression uses', query({}, { ':x': 'x' }), query({})],
    [
      'an unused name in a member of a transaction',
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName, Item: key(), ExpressionAttributeNames: { '#b': 'b' } } }],
      }),
    ],
    ['an empty prefix', query({ KeyConditionExpression: 'pk = :pk AND begins_with(sk, :s)' }, { ':s': '' })],
    ['a start in another partition', query({ ExclusiveStartKey: key('z') }), query({ ExclusiveStartKey: key('a') })],
    ['a partition key of the index above 2,048 bytes', put(index('é'.repeat(1025))), put(index('é'.repeat(1024)))],
    ['a sort key of the index above 1,024 bytes', put(index('g', 's'.repeat(1025))), put(index('g', 's'.repeat(1024)))],
    ['an index key of another type', put(index(1))],
    ['a partition key above 2,048 bytes', put(key('p'.repeat(2049))), put(key('p'.repeat(2048)))],
    ['a sort key above 1,024 bytes', put(key('p', 's'.repeat(1025))), put(key('p', 's'.repeat(1024)))],
    ['an empty key', put(key(''))],
    ['an item above 400 KB', put({ ...key(), x: 'x'.repeat(409_600) }), put({ ...key(), x: 'x'.repeat(409_000) })],
    ['more than 32 levels', put({ ...key(), x: nested(33) }), put({ ...key(), x: nested(30) })],
    ['an expression above 4 KB', put(key(), { ConditionExpression: `x = ${' '.repeat(4096)}y` })],
    [
      'reads of more than 100 items at once',
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: list(101).map((i) => key(`${i}`)) } } }),
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: list(100).map((i) => key(`${i}`)) } } }),
    ],
    [
      'writes of more than 25 items at once',
      new BatchWriteCommand({ RequestItems: { [TableName]: puts(26) } }),
      new BatchWriteCommand({ RequestItems: { [TableName]: puts(25) } }),
    ],
    [
      'one item twice in a batch',
      new BatchWriteCommand({ RequestItems: { [TableName]: [...puts(1), ...puts(1)] } }),
      new BatchWriteCommand({ RequestItems: { [TableName]: puts(1) } }),
    ],
    [
      'transactions of more than 100 writes',
      new TransactWriteCommand({ TransactItems: members(101) }),
      new TransactWriteCommand({ TransactItems: members(100) }),
    ],
    ['one item twice in a transaction', new TransactWriteCommand({ TransactItems: [...members(1), ...members(1)] })],
    [
      'transactions above 4 MB',
      new TransactWriteCommand({ TransactItems: members(11, { x: 'x'.repeat(400_000) }) }),
      new TransactWriteCommand({ TransactItems: members(10, { x: 'x'.repeat(400_000) }) }),
    ],
    [
      'a consistent read of the index',
      query({ IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :pk', ConsistentRead: true }),
    ],
    ['a condition on a key in a filter', query({ FilterExpression: 'sk = :pk' })],
  ])('%s', async (_, refused, allowed) => {
    const client = await open();
    await expect(client.send(refused as never)).rejects.toMatchObject({ name: 'ValidationException' });
    if (allowed) await client.send(allowed as never);
  });

  it('answers of more than 1 MB of a partition, or 16 MB of a batch', async () => {
    const client = await open();
    const x = 'x'.repeat(400_000);
    for (const i of list(45)) await client.send(put({ ...key('large', String(i).padStart(2, '0')), x }));
    const keys = list(45).map((i) => key('large', String(i).padStart(2, '0')));
    const page = await client.send(query({ ConsistentRead: true }, { ':pk': 'large' }));
    expect(page.LastEvaluatedKey).toBeDefined();
    const batch = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys } } }));
    expect(batch.UnprocessedKeys?.[TableName]?.Keys?.length).toBeGreaterThan(0);
  });
});

describe('on request the table', () => {
  it('throttles each kind of request with its own error, and without effect', async () => {
    const always = await open({ throttledEvery: 1, staleReads: 0 });
    const reliable = await open();
    await reliable.send(put({ ...key('throttled'), x: 1 }));
    const Key = key('throttled');
    for (const command of [
      ...[put({ ...Key, x: 2 }), new DeleteCommand({ TableName, Key }), new GetCommand({ TableName, Key })],
      ...[query({}), new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE x' })],
    ]) {
      await expect(always.send(command as never)).rejects.toMatchObject({ name: 'ThrottlingException' });
    }
    const Delete = { TableName, Key };
    await expect(
      always.send(new TransactWriteCommand({ TransactItems: [{ Delete }, ...members(1)] })),
    ).rejects.toMatchObject({ CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'None' }] });
    const removing = { [TableName]: [{ DeleteRequest: { Key } }] };
    expect((await always.send(new BatchWriteCommand({ RequestItems: removing }))).UnprocessedItems).toEqual(removing);
    const reading = { [TableName]: { Keys: [Key] } };
    expect((await always.send(new BatchGetCommand({ RequestItems: reading }))).UnprocessedKeys).toEqual(reading);
    expect((await reliable.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item).toEqual({
      ...Key,
      x: 1,
    });
  });

  it('throttles every n-th request, which the SDK retries', async () => {
    const client = await open({ throttledEvery: 3, staleReads: 0 }, 4);
    for (const i of list(7)) await client.send(put(key('patient', String(i))));
    expect((await client.send(query({ ConsistentRead: true }, { ':pk': 'patient' }))).Items).toHaveLength(7);
  });

  it('answers eventually consistent reads with the item before its last write, as often as requested', async () => {
    const client = await open({ throttledEvery: 0, staleReads: 2 });
    const Key = key('stale');
    const read = async (ConsistentRead: boolean) =>
      (await client.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item?.x;
    await client.send(put({ ...Key, x: 1 }));
    expect([await read(true), await read(false), await read(false), await read(false)]).toEqual([
      1,
      undefined,
      undefined,
      1,
    ]);
    await client.send(
      new UpdateCommand({ TableName, Key, UpdateExpression: 'SET x = :x', ExpressionAttributeValues: { ':x': 2 } }),
    );
    expect([await read(true), await read(false), await read(false), await read(false)]).toEqual([2, 1, 1, 2]);
    await client.send(new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key } }] }));
    expect([await read(true), await read(false), await read(false), await read(false)]).toEqual([
      undefined,
      2,
      2,
      undefined,
    ]);
  });

  it('has a stale index: new items are missing, deleted ones remain, moved ones are in their former place', async () => {
    const client = await open({ throttledEvery: 0, staleReads: 1 });
    const inIndex = async (gsi1pk: string) => {
      const condition = { KeyConditionExpression: 'gsi1pk = :p AND gsi1sk < :s', IndexName: 'gsi1' };
      const values = { ':p': gsi1pk, ':s': '5' };
      const asked = new QueryCommand({ TableName, ...condition, ExpressionAttributeValues: values });
      return ((await client.send(asked)).Items ?? []).map(({ sk, gsi1sk }) => `${sk} at ${gsi1sk}`);
    };
    const place = (sk: string, gsi1pk: string, gsi1sk: string) => put({ ...key('indexed', sk), gsi1pk, gsi1sk });
    await client.send(place('one', 'from', '1'));
    expect(await inIndex('from')).toEqual([]);
    expect(await inIndex('from')).toEqual(['one at 1']);
    await client.send(place('one', 'to', '2'));
    await client.send(place('two', 'to', '9'));
    expect(await inIndex('from')).toEqual(['one at 1']);
    expect([await inIndex('from'), await inIndex('to')]).toEqual([[], ['one at 2']]);
    await client.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key: key('indexed', 'one') } }] } }),
    );
    expect([await inIndex('to'), await inIndex('to')]).toEqual([['one at 2'], []]);
  });
});
