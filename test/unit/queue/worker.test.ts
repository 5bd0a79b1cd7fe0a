import type { Context, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { provide } from '../../../shared/http/provide.ts';
import type { FilesRead } from '../../../shared/ports.ts';
import { defineWorker, type HandleMessage, queueWorker, scheduledWorker } from '../../../shared/queue/worker.ts';

process.env.LOG_LEVEL = 'silent';

const worker = defineWorker({
  id: 'read-file',
  description: 'Reads a file.',
  queue: 'process',
  batchSize: 5,
  concurrency: 2,
  visibilityTimeoutSeconds: 60,
  maxReceiveCount: 3,
  timeoutSeconds: 30,
  memoryMegabytes: 256,
  uses: ['files.read'],
});
const Message = z.object({ path: z.string() });
type Handle = HandleMessage<typeof worker, z.infer<typeof Message>>;

const event = (bodies: string[], receiveCount = 1): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    messageId: `m${index}`,
    receiptHandle: 'r',
    body,
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      SentTimestamp: '0',
      SenderId: 's',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:process',
    awsRegion: 'eu-central-1',
  })),
});
const context = (remaining = 30_000) =>
  ({ awsRequestId: 'run-1', getRemainingTimeInMillis: () => remaining }) as Context;
const body = (path: string) => JSON.stringify({ path });
const failed = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

beforeEach(() => {
  provide({ 'files.read': () => ({ head: async () => undefined }) as unknown as FilesRead });
});

describe('a queue worker', () => {
  test('handles each message with the ports it declared', async () => {
    const seen: unknown[] = [];
    const handle: Handle = async (message, ports) => {
      seen.push([message.path, Object.keys(ports)]);
    };
    expect(await queueWorker(worker, Message, handle)(event([body('a'), body('b')]), context())).toEqual(failed());
    expect(seen).toEqual([
      ['a', ['files.read']],
      ['b', ['files.read']],
    ]);
  });

  test('reports what failed or cannot be read, and does the others', async () => {
    const handle = vi.fn<Handle>(async ({ path }) => {
      if (path === 'bad') throw new Error('no');
    });
    const bodies = [body('a'), 'no JSON', '{"path":1}', body('bad'), body('b')];
    const answer = await queueWorker(worker, Message, handle)(event(bodies), context());
    expect(answer).toEqual(failed('m1', 'm2', 'm3'));
    expect(handle.mock.calls.map(([message]) => message.path)).toEqual(['a', 'bad', 'b']);
  });

  test.each([
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ])('is told that delivery %i is the last: %s', async (count, last) => {
    const handle = vi.fn<Handle>(async () => {});
    await queueWorker(worker, Message, handle)(event([body('a')], count), context());
    expect(handle.mock.calls[0]?.[2].delivery).toEqual({ messageId: 'm0', attempt: count, last });
  });

  test('gives back what it has no time for, and stops what is running', async () => {
    let signal: AbortSignal | undefined;
    const handle = vi.fn<Handle>((_message, _ports, run) => {
      signal = run.signal;
      return new Promise(() => {});
    });
    const answer = await queueWorker(worker, Message, handle)(event([body('a'), body('b')]), context(520));
    expect(answer).toEqual(failed('m0', 'm1'));
    expect(handle).toHaveBeenCalledTimes(1);
    expect(signal?.aborted).toBe(true);
  });

  test('names a port that nobody provided', async () => {
    const needy = defineWorker({ ...worker, uses: ['embedder'] });
    const run = queueWorker(needy, Message, async () => {})(event([body('a')]), context());
    await expect(run).rejects.toThrow('embedder');
  });
});

describe('a scheduled worker', () => {
  const sweep = defineWorker({
    id: 'sweep',
    description: 'Sweeps.',
    schedule: { rateMinutes: 5 },
    timeoutSeconds: 30,
    memoryMegabytes: 256,
    uses: ['files.read'],
  });
  const at = {} as Parameters<ReturnType<typeof scheduledWorker>>[0];

  test('runs with its ports and a deadline', async () => {
    const handle = vi.fn(async () => {});
    await scheduledWorker(sweep, handle)(at, context());
    const [ports, run] = handle.mock.calls[0] as unknown as [object, { deadline: number }];
    expect(Object.keys(ports)).toEqual(['files.read']);
    expect(run.deadline).toBeGreaterThan(Date.now() + 20_000);
  });

  test('fails its invocation when it fails or runs out of time', async () => {
    await expect(scheduledWorker(sweep, () => Promise.reject(new Error('no')))(at, context())).rejects.toThrow('no');
    await expect(scheduledWorker(sweep, () => new Promise(() => {}))(at, context(510))).rejects.toThrow('out of time');
  });
});
