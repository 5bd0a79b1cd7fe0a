import type { Context, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { provide } from '../../../shared/http/provide.ts';
import type { FilesRead } from '../../../shared/ports.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { queues } from '../../../shared/queue/queues.ts';
import { scheduledWorker } from '../../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleMessage, portNamesOfWorker } from '../../../shared/queue/worker.ts';

process.env.LOG_LEVEL = 'silent';

const worker = defineWorker({
  id: 'read-file',
  description: 'Reads a file.',
  queue: 'process',
  timeoutSeconds: 30,
  memoryMegabytes: 256,
  uses: ['files.read'],
});
type Handle = HandleMessage<typeof worker>;

const event = (bodies: string[], receiveCount = 1): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    messageId: `m${index}`,
    receiptHandle: `r${index}`,
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
const body = (document_id: string) => JSON.stringify({ organization_id: 'acme', project_id: 'p', document_id });
const failed = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

const delay = vi.fn(async (_receiptHandle: string, _seconds: number) => {});
beforeEach(() => {
  delay.mockReset();
  provide({
    'files.read': () => ({ head: async () => undefined }) as unknown as FilesRead,
    'deliveries.process': () => ({ delay }),
  });
});

describe('a queue worker', () => {
  test('handles each message with the ports it declared', async () => {
    const seen: unknown[] = [];
    const handle: Handle = async (message, ports) => {
      seen.push([message.document_id, Object.keys(ports)]);
    };
    expect(await queueWorker(worker, handle)(event([body('a'), body('b')]), context())).toEqual(failed());
    expect(seen).toEqual([
      ['a', ['files.read']],
      ['b', ['files.read']],
    ]);
  });

  test('reports failed and unreadable messages, and handles the others', async () => {
    const handle = vi.fn<Handle>(async ({ document_id }) => {
      if (document_id === 'bad') throw new Error('no');
    });
    const bodies = [body('a'), 'no JSON', '{"document_id":1}', body('bad'), body('b')];
    const answer = await queueWorker(worker, handle)(event(bodies), context());
    expect(answer).toEqual(failed('m1', 'm2', 'm3'));
    expect(handle.mock.calls.map(([message]) => message.document_id)).toEqual(['a', 'bad', 'b']);
  });

  test('delays failed messages by the delay of their queue, longer each time', async () => {
    const handle: Handle = () => Promise.reject(new Error('no'));
    const { retrySeconds } = queues.process;
    await queueWorker(worker, handle)(event([body('a'), 'no JSON']), context());
    await queueWorker(worker, handle)(event([body('a')], 2), context());
    expect(delay.mock.calls).toEqual([
      ['r0', retrySeconds],
      ['r1', retrySeconds],
      ['r0', 4 * retrySeconds],
    ]);
  });

  test('reports a failure even if setting its delay fails', async () => {
    delay.mockRejectedValue(new Error('throttled'));
    const handle: Handle = () => Promise.reject(new Error('no'));
    expect(await queueWorker(worker, handle)(event([body('a')]), context())).toEqual(failed('m0'));
  });

  test.each([
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ])('is told that delivery %i is the last: %s', async (count, last) => {
    const handle = vi.fn<Handle>(async () => {});
    await queueWorker(worker, handle)(event([body('a')], count), context());
    expect(handle.mock.calls[0]?.[2].delivery).toEqual({ messageId: 'm0', attempt: count, last });
  });

  test('releases messages for which there is no time, and aborts the running one', async () => {
    let signal: AbortSignal | undefined;
    const handle = vi.fn<Handle>((_message, _ports, run) => {
      signal = run.signal;
      return new Promise(() => {});
    });
    const answer = await queueWorker(worker, handle)(event([body('a'), body('b')]), context(520));
    expect(answer).toEqual(failed('m0', 'm1'));
    expect(handle).toHaveBeenCalledTimes(1);
    expect(signal?.aborted).toBe(true);
  });

  test('names a port without an adapter', async () => {
    const needy = defineWorker({ ...worker, uses: ['embedder'] });
    const run = queueWorker(needy, async () => {})(event([body('a')]), context());
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

test('the function of a queue includes the ports for its deliveries, that of a schedule only its own', () => {
  expect(portNamesOfWorker(worker)).toEqual(['deliveries.process', 'files.read']);
  const { queue: _queue, ...rest } = worker;
  expect(portNamesOfWorker({ ...rest, schedule: { rateMinutes: 5 } })).toEqual(['files.read']);
});
