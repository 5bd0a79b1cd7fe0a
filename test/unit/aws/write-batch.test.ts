import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { getItems } from '../../../shared/aws/dynamodb/items.ts';
import { removePartition } from '../../../shared/aws/dynamodb/remove-partition.ts';
import { writeBatch } from '../../../shared/aws/dynamodb/write-batch.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { mockClient } from '../../support/mock-client.ts';

process.env.AWS_REGION = 'eu-central-1';
const environment = parseEnvironment({ TABLE_NAME: 'records' });
const table = tableOf(environment);
const dynamo = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  dynamo.reset();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
});

const put = (id: number) => ({ PutRequest: { Item: { pk: 'p', sk: `${id}` } } });
const written = () =>
  dynamo.commandCalls(BatchWriteCommand).map((call) => call.args[0].input.RequestItems?.records as unknown[]);

/** Continues through waits. */
const hurried = async <T>(work: Promise<T>): Promise<T> => {
  let ended = false;
  const done = work.finally(() => {
    ended = true;
  });
  done.catch(() => {});
  while (!ended) await vi.advanceTimersByTimeAsync(1000);
  return done;
};

test('unprocessed items are sent again, and no others', async () => {
  dynamo
    .on(BatchWriteCommand)
    .resolvesOnce({ UnprocessedItems: { records: [put(2)] } })
    .resolves({});
  await hurried(writeBatch(table, [put(1), put(2)]));
  expect(written()).toEqual([[put(1), put(2)], [put(2)]]);
  await writeBatch(table, []);
  expect(written()).toHaveLength(2);
});

test('the first attempt does not wait, further ones wait longer each time', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const waits = vi.spyOn(globalThis, 'setTimeout');
  dynamo.on(BatchWriteCommand).resolves({ UnprocessedItems: { records: [put(1)] } });
  await expect(hurried(writeBatch(table, [put(1)]))).rejects.toThrow(Unavailable);
  expect(written()).toHaveLength(10);
  const milliseconds = waits.mock.calls.map(([, wait]) => wait);
  expect(milliseconds).toEqual([20, 40, 80, 160, 320, 640, 640, 640, 640]);
});

test('a partition is removed in batches, restricted to the selected items', async () => {
  const sorts = Array.from({ length: 60 }, (_, i) => ({ pk: 'p', sk: `${i}` }));
  dynamo.on(QueryCommand).resolves({ Items: sorts });
  dynamo.on(BatchWriteCommand).resolves({});
  await removePartition(table, 'p', (sort) => sort !== '7');
  expect(written().map((batch) => batch.length)).toEqual([25, 25, 9]);
  expect(written().flat()).toEqual(sorts.filter(({ sk }) => sk !== '7').map((Key) => ({ DeleteRequest: { Key } })));
});

test('keys are read once each, a hundred at a time, and again if the table left them unprocessed', async () => {
  const keys = Array.from({ length: 120 }, (_, i) => ({ pk: 'p', sk: `${i}` }));
  let first = true;
  dynamo.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const asked = RequestItems.records.Keys as { sk: string }[];
    const left = first ? asked.slice(0, 1) : [];
    first = false;
    return {
      Responses: { records: asked.slice(left.length).filter(({ sk }) => sk !== '5') },
      ...(left.length > 0 && { UnprocessedKeys: { records: { Keys: left } } }),
    };
  });
  const found = await hurried(getItems(table, z.object({ sk: z.string() }), [...keys, keys[0]!]));
  expect(found.map((item) => item?.sk)).toEqual([...keys, keys[0]!].map(({ sk }) => (sk === '5' ? undefined : sk)));
  const asked = dynamo
    .commandCalls(BatchGetCommand)
    .map(({ args }) => args[0].input.RequestItems?.records?.Keys?.length);
  expect(asked).toEqual([100, 1, 20]);
});

test('a table that processes nothing for long is reported as unavailable', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const keys = [{ pk: 'p', sk: '1' }];
  dynamo.on(BatchGetCommand).resolves({ UnprocessedKeys: { records: { Keys: keys } } });
  const waits = vi.spyOn(globalThis, 'setTimeout');
  await expect(hurried(getItems(table, z.object({}), keys))).rejects.toThrow(Unavailable);
  expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(10);
  const milliseconds = waits.mock.calls.map(([, wait]) => wait);
  expect(milliseconds).toEqual([20, 40, 80, 160, 320, 640, 640, 640, 640]);
});
