import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databaseFile } from '../../infra/local/dynamodb/database.ts';
import { type DynamoDbPart, startDynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { type StreamOptions, startStream } from '../../infra/local/dynamodb/stream.ts';
import { StreamReader } from '../../infra/local/dynamodb/stream-reader.ts';
import { requestsDefinition } from '../../shared/table/definition.ts';
import { eventually, temporaryDirectory } from './support.ts';

const directory = temporaryDirectory(afterAll);
const region = 'us-east-1';
let part: DynamoDbPart;
let client: DynamoDBClient;
let streams: DynamoDBStreamsClient;

beforeAll(async () => {
  part = await startDynamoDb(directory);
  const config = { endpoint: part.endpoint, region, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
  client = new DynamoDBClient(config);
  streams = new DynamoDBStreamsClient(config);
  return async () => {
    client.destroy();
    streams.destroy();
    await part.stop();
  };
});

const rows = (sql: string, ...values: string[]) => {
  const database = new DatabaseSync(databaseFile(directory), { readOnly: true });
  try {
    return database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
};

const newTable = async () => {
  const name = `t-${randomUUID()}`;
  await ensureTable(client, name, directory);
  return name;
};

const put = (TableName: string, pk: string, sk: string) =>
  client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk } } }));

/** @param newest null for a stream of which it is not known whether it has grown */
const readerOf = (tableName: string, newest: (() => number) | null = () => part.database.newestInStream(tableName)) => {
  const reader = new StreamReader({ table: client, streams, tableName, ...(newest && { newest }) });
  onTestFinished(() => reader.stop());
  return reader;
};

/** Follows a stream until the test ends, and passes the sort keys of each batch on. */
const follow = (
  reader: StreamReader,
  act: (keys: string[]) => void | Promise<void>,
  more: Partial<StreamOptions> = {},
) => {
  const consumer = startStream({
    ...{ id: 'follow', reader, partitionsEndingWith: '#CHANGES', region, timeoutSeconds: 10 },
    handler: async ({ Records }: DynamoDBStreamEvent) =>
      act(Records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S ?? '')),
    dataDirectory: temporaryDirectory(),
    onError: (_id, error) => {
      throw error;
    },
    ...more,
  });
  onTestFinished(() => consumer.stop(0));
  return consumer;
};

const shardOf = async (reader: StreamReader) => (await reader.shards())[0]?.id ?? '';

const recordsOf = (table: string) =>
  rows('SELECT sequence_number AS n FROM _stream_records WHERE table_name = ? ORDER BY id', table).map(({ n }) =>
    Number(n),
  );

it('numbers a stream record without reading the others', () => {
  const next =
    'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1';
  const [plan] = rows(`EXPLAIN QUERY PLAN ${next}`, 'any');
  expect(plan?.detail).toMatch(/^SEARCH _stream_records USING COVERING INDEX stream_order/);
});

it('trims records in order, and continues the numbering after the last one', async () => {
  const table = await newTable();
  for (let i = 0; i < 5; i++) await put(table, 'p', String(i));
  expect(recordsOf(table)).toEqual([1, 2, 3, 4, 5]);
  part.database.trimStream(table, '3');
  expect(recordsOf(table)).toEqual([3, 4, 5]);
  part.database.trimStream(table, '5');
  await put(table, 'p', '5');
  expect(recordsOf(table)).toEqual([5, 6]);
});

it('a consumer misses nothing of a stream that is trimmed behind it, also after a restart', async () => {
  const table = await newTable();
  const dataDirectory = temporaryDirectory();
  const seen: string[] = [];
  const start = () =>
    follow(readerOf(table), (keys) => void seen.push(...keys), {
      dataDirectory,
      onHandedOn: (sequence) => part.database.trimStream(table, sequence),
    });
  const first = start();
  await put(table, 'a#CHANGES', '1');
  await put(table, 'other', 'x');
  await put(table, 'a#CHANGES', '2');
  await eventually(() => (seen.length === 2 ? true : undefined));
  await first.stop(1000);
  expect(JSON.parse(readFileSync(join(dataDirectory, 'stream-follow.json'), 'utf8')).progress).toEqual({
    [`shardId-00000001-${table}`]: '3',
  });
  expect(recordsOf(table)).toEqual([3]);

  await put(table, 'a#CHANGES', '3');
  start();
  await eventually(() => (seen.length >= 3 ? true : undefined));
  await delay(0);
  expect(seen).toEqual(['1', '2', '3']);
});

/** The requests that read records. */
const countReads = () => {
  const sent = vi.spyOn(streams, 'send');
  onTestFinished(() => sent.mockRestore());
  return () => sent.mock.calls.filter(([command]) => command instanceof GetRecordsCommand).length;
};

it('consumers read a stream only when it has grown, and each record once for all of them', async () => {
  const table = await newTable();
  await put(table, 'a#CHANGES', '1');
  const seen: string[][] = [[], [], []];
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const reads = countReads();
  const reader = readerOf(table, () => {
    if (seen.every(({ length }) => length === 1) && ++looks === 4) looked.resolve();
    return part.database.newestInStream(table);
  });
  for (const [at, keysSeen] of seen.entries()) {
    follow(reader, (keys) => void keysSeen.push(...keys), { id: `idle-${at}` });
  }
  await looked.promise;
  expect(reads()).toBe(1);
  await put(table, 'a#CHANGES', '2');
  await eventually(() => (seen.every(({ length }) => length === 2) ? true : undefined));
  expect(seen).toEqual(Array(3).fill(['1', '2']));
  expect(reads()).toBe(2);
});

it('a consumer that fails or waits delays no other one, and misses nothing', async () => {
  const table = await newTable();
  const dataDirectory = temporaryDirectory();
  const reader = readerOf(table);
  const [failed, waited, seen]: [string[], string[], string[]] = [[], [], []];
  const release = Promise.withResolvers<void>();
  const reads = countReads();
  const errors: string[] = [];
  const failing = follow(reader, () => Promise.reject(new Error('down')), {
    ...{ id: 'failing', dataDirectory },
    onError: (id) => errors.push(id),
  });
  const slow = (keys: string[]) => release.promise.then(() => void waited.push(...keys));
  follow(reader, slow, { id: 'slow' });
  follow(reader, (keys) => void seen.push(...keys), { id: 'other' });
  // More pages than are kept.
  for (let i = 0; i < 12; i++) {
    await put(table, 'a#CHANGES', String(i));
    await eventually(() => (seen.length > i ? true : undefined));
  }
  const all = Array.from({ length: 12 }, (_, i) => String(i));
  expect(seen).toEqual(all);
  expect(errors[0]).toBe('failing');
  expect(waited).toEqual([]);
  const before = reads();
  release.resolve();
  await eventually(() => (waited.length === 12 ? true : undefined));
  expect(waited).toEqual(all);
  expect(reads()).toBe(before + 1);
  await failing.stop(1000);
  follow(reader, (keys) => void failed.push(...keys), { id: 'failing', dataDirectory });
  await eventually(() => (failed.length === 12 ? true : undefined));
  expect(failed).toEqual(all);
});

describe('a consumer of several shards', () => {
  /** Hands on records until each shard has as many as given, and returns their order. */
  const orderOf = async (left: Record<string, number>, parents: Record<string, string> = {}) => {
    const reader = readerOf(await newTable(), null);
    const shards = Object.keys(left).map((id) => ({ id, parent: parents[id] }));
    vi.spyOn(reader, 'shards').mockResolvedValue(shards);
    const total = Object.values(left).reduce((sum, count) => sum + count, 0);
    vi.spyOn(reader, 'read').mockImplementation(async (shard, after = '0') => {
      if (Number(after) === left[shard]) return [];
      const SequenceNumber = String(Number(after) + 1);
      const Keys = { pk: { S: 'a#CHANGES' }, sk: { S: shard + SequenceNumber } };
      return [{ eventName: 'INSERT', dynamodb: { SequenceNumber, Keys } }];
    });
    const seen: string[] = [];
    follow(reader, (keys) => void seen.push(...keys));
    await eventually(() => (seen.length === total ? true : undefined));
    return seen;
  };

  it('receives one page of each in turn', async () => {
    expect(await orderOf({ a: 3, b: 1, c: 2 })).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('receives the records of a shard after those of its parent', async () => {
    const order = await orderOf({ a: 2, b: 1, c: 1, d: 3 }, { b: 'a', c: 'b' });
    expect(order).toEqual(['a1', 'd1', 'a2', 'd2', 'b1', 'd3', 'c1']);
  });
});

/** Makes the requests fail that the test selects. */
const refuse = (isRefused: (command: unknown) => boolean, name = 'Error') => {
  const send = streams.send.bind(streams);
  const refusing = (command: Parameters<typeof send>[0], ...rest: []) =>
    isRefused(command) ? Promise.reject(Object.assign(new Error('refused'), { name })) : send(command, ...rest);
  const sent = vi.spyOn(streams, 'send').mockImplementation(refusing as typeof send);
  onTestFinished(() => sent.mockRestore());
};

const keysOf = (records: Awaited<ReturnType<StreamReader['read']>>) =>
  records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S);

const asksForPosition = (command: unknown) =>
  command instanceof GetShardIteratorCommand && command.input.SequenceNumber !== undefined;

it.each(['TrimmedDataAccessException', 'ValidationException'])(
  'a consumer whose position is no longer in the stream begins at the oldest record: %s',
  async (name) => {
    const table = await newTable();
    for (const sk of ['1', '2']) await put(table, 'p', sk);
    const reader = readerOf(table);
    const shard = await shardOf(reader);
    refuse(asksForPosition, name);
    expect(keysOf(await reader.read(shard, '1'))).toEqual(['1', '2']);
  },
);

it('a consumer keeps its position after any other error', async () => {
  const table = await newTable();
  for (const sk of ['1', '2']) await put(table, 'p', sk);
  const reader = readerOf(table);
  const shard = await shardOf(reader);
  let isDown = true;
  refuse((command) => isDown && asksForPosition(command), 'TimeoutError');
  await expect(reader.read(shard, '1')).rejects.toThrow('refused');
  isDown = false;
  expect(keysOf(await reader.read(shard, '1'))).toEqual(['2']);
});

it.each([undefined, '1'])('a search for the position %s ends when reading stops', async (after) => {
  const reader = readerOf(await newTable());
  const shard = await shardOf(reader);
  const sent = vi.spyOn(streams, 'send');
  onTestFinished(() => sent.mockRestore());
  await reader.read(shard, after);
  const [[, options] = []] = sent.mock.calls.filter(([command]) => command instanceof GetShardIteratorCommand);
  reader.stop();
  expect(options).toMatchObject({ abortSignal: { aborted: true } });
});

it('a stream of which it is not known whether it has grown is read again where it had no records', async () => {
  const table = await newTable();
  const reader = readerOf(table, null);
  const shard = await shardOf(reader);
  expect(await reader.read(shard, undefined)).toEqual([]);
  await put(table, 'a#CHANGES', '1');
  expect(keysOf(await reader.read(shard, undefined))).toEqual(['1']);
  const seen: string[] = [];
  follow(reader, (keys) => void seen.push(...keys));
  for (const count of [1, 2, 3]) {
    await eventually(() => (seen.length === count ? true : undefined));
    await put(table, 'a#CHANGES', String(count + 1));
  }
  expect(seen).toEqual(['1', '2', '3']);
});

it('reading continues with another iterator after one has expired', async () => {
  const table = await newTable();
  await put(table, 'p', '1');
  const reader = readerOf(table);
  const shard = await shardOf(reader);
  expect(keysOf(await reader.read(shard, undefined))).toEqual(['1']);
  await put(table, 'p', '2');
  let isReplaced = false;
  refuse((command) => {
    if (command instanceof GetShardIteratorCommand) isReplaced = true;
    return command instanceof GetRecordsCommand && !isReplaced;
  });
  await expect(reader.read(shard, '1')).rejects.toThrow('refused');
  expect(keysOf(await reader.read(shard, '1'))).toEqual(['2']);
});

it('claims of requests are migrated from the records of an earlier version, and counters beside them are removed', async () => {
  const [records, requests] = [await newTable(), `r-${randomUUID()}`];
  await ensureTable(client, requests, directory, requestsDefinition);
  const tomorrow = { N: String(Math.floor(Date.now() / 1000) + 86_400) };
  const claim = { pk: { S: 'ORG#o#IDEMPOTENCY#u' }, sk: { S: 'create#k' }, answer: { B: Buffer.from([0, 255, 7]) } };
  const old = { pk: { S: 'ORG#o#IDEMPOTENCY#u' }, sk: { S: 'create#old' }, expires_at: { N: '1' } };
  const counter = { pk: { S: 'ORG#o#LIMITS#u' }, sk: { S: 'HOUR#1' }, expires_at: tomorrow };
  // A document of that name.
  const chunk = { pk: { S: 'ORG#o#DOCUMENT#LIMITS#CHUNKS' }, sk: { S: 'CHUNK#000000' } };
  for (const Item of [{ ...claim, expires_at: tomorrow }, old, counter, chunk]) {
    await client.send(new PutItemCommand({ TableName: records, Item }));
  }
  const move = () =>
    part.database.moveRequests(records, async (Item) => {
      await client.send(new PutItemCommand({ TableName: requests, Item }));
    });

  await move();

  const { Item } = await client.send(new GetItemCommand({ TableName: requests, Key: { pk: claim.pk, sk: claim.sk } }));
  expect(Item).toEqual({ ...claim, answer: { B: new Uint8Array([0, 255, 7]) }, expires_at: tomorrow });
  const left = (table: string) => rows(`SELECT sk FROM "${table}"`).map(({ sk }) => String(sk).replace('S:', ''));
  expect(left(records)).toEqual(['CHUNK#000000']);
  expect(left(requests)).toEqual(['create#k']);
  await put(records, 'ORG#o#LIMITS#u', 'HOUR#2');
  await move();
  expect(left(records)).toEqual(['CHUNK#000000', 'HOUR#2']);
});
