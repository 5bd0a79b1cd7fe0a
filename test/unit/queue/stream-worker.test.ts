import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { provide } from '../../../shared/http/provide.ts';
import type { ItemKey } from '../../../shared/ports.ts';
import { streamWorker } from '../../../shared/queue/stream-worker.ts';
import { defineWorker, portNamesOfWorker } from '../../../shared/queue/worker.ts';

process.env.LOG_LEVEL = 'silent';

const worker = defineWorker({
  id: 'announce-changes',
  description: 'Follows.',
  stream: { partitionsEndingWith: '#CHANGES' },
  timeoutSeconds: 30,
  memoryMegabytes: 256,
  uses: [],
});

const event = (...keys: [pk: string, sk: string][]) =>
  ({
    Records: keys.map(([pk, sk]) => ({ eventName: 'INSERT', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } })),
  }) as DynamoDBStreamEvent;
const context = { awsRequestId: 'run', getRemainingTimeInMillis: () => 30_000 } as Context;

const aside = vi.fn(async (_worker: string, _keys: readonly ItemKey[]) => {});
beforeEach(() => {
  aside.mockReset();
  provide({ 'changes.aside': () => ({ set: aside }) });
});

const named = (name: string) => Object.assign(new Error(name), { name });
/** A worker that fails on some sort keys; returns what it handled. */
const failingOn = (failures: Record<string, Error>) => {
  const handled: string[] = [];
  const handler = streamWorker(worker, async (keys) => {
    for (const { sk } of keys) if (failures[sk]) throw failures[sk];
    handled.push(...keys.map(({ pk, sk }) => `${pk}/${sk}`));
  });
  return { handled, handler };
};

const batch = event(['a#CHANGES', '1'], ['b#CHANGES', '1'], ['a#CHANGES', 'bad'], ['c', '1'], ['a#CHANGES', '3']);

test('each partition is handled separately, and inserted items of others are ignored', async () => {
  const calls: ItemKey[][] = [];
  await streamWorker(worker, async (keys) => void calls.push([...keys]))(batch, context);
  expect(calls.map((keys) => keys.map(({ pk, sk }) => `${pk}/${sk}`))).toEqual([
    ['a#CHANGES/1', 'a#CHANGES/bad', 'a#CHANGES/3'],
    ['b#CHANGES/1'],
  ]);
});

test.each([
  ['a value that AWS refuses', named('InvalidParameterValue')],
  ['a name that cannot be read', new URIError('malformed')],
])('a record with %s is set aside immediately, and all others are handled', async (_what, error) => {
  const { handled, handler } = failingOn({ bad: error });
  await handler(batch, context);
  expect(aside.mock.calls).toEqual([['announce-changes', [{ pk: 'a#CHANGES', sk: 'bad' }]]]);
  expect(new Set(handled)).toEqual(new Set(['a#CHANGES/1', 'a#CHANGES/3', 'b#CHANGES/1']));
});

test('an outage causes the batch to be delivered again, after the other tenants were served', async () => {
  const { handled, handler } = failingOn({ bad: named('ServiceUnavailable') });
  await expect(handler(batch, context)).rejects.toThrow('ServiceUnavailable');
  expect(aside).not.toHaveBeenCalled();
  expect(handled).toEqual(['b#CHANGES/1']);
});

test('what cannot be set aside is delivered again', async () => {
  aside.mockRejectedValue(named('ServiceUnavailable'));
  const { handler } = failingOn({ bad: named('InvalidParameterValue') });
  await expect(handler(batch, context)).rejects.toThrow('ServiceUnavailable');
});

test("many records are set aside in messages within SQS's size limit", async () => {
  const { handler } = failingOn(Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`${i}`, new URIError()])));
  const keys = Array.from({ length: 130 }, (_, i): [string, string] => ['a#CHANGES', `${i}`]);
  await handler(event(...keys), context);
  expect(aside.mock.calls.map(([, some]) => some.length)).toEqual([64, 64, 2]);
});

test('the function of a stream may set changes aside', () => {
  expect(portNamesOfWorker(worker)).toEqual(['changes.aside']);
});
