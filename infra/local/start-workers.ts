import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { ScheduledEvent } from 'aws-lambda';
import { periodMinutesOf } from '../../shared/queue/clock.ts';
import { queues } from '../../shared/queue/queues.ts';
import { removeLeftovers } from '../../shared/temporary-folder.ts';
import { collectWhenIdle } from './collect-when-idle.ts';
import type { TableDatabase } from './dynamodb/database.ts';
import { startStream } from './dynamodb/stream.ts';
import { StreamReader } from './dynamodb/stream-reader.ts';
import { FunctionThreads, ThreadStopped } from './function-threads.ts';
import { type AsyncHandler, invoke } from './invoke.ts';
import {
  isQueueWorker,
  isScheduledWorker,
  isStreamWorker,
  type LocalQueueWorker,
  type Registry,
} from './load-registry.ts';
import { type SqsHandler, startConsumer } from './sqs/consumer.ts';
import { waitAtMost } from './wait-at-most.ts';

interface ScheduleOptions {
  id: string;
  handler: AsyncHandler<ScheduledEvent, unknown>;
  periodMinutes: number;
  timeoutSeconds: number;
  region: string;
  onError: (id: string, error: unknown) => void;
}

/** Longest period in milliseconds, because a user at one machine should not have to wait for minutes. */
const SLOWEST_MILLISECONDS = 15_000;

/** EventBridge's rule on one machine: runs at once and then at the given rate, never concurrently. */
function startSchedule(options: ScheduleOptions): { stop(graceMilliseconds: number): Promise<void> } {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runOnce(options).finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, Math.min(options.periodMinutes * 60_000, SLOWEST_MILLISECONDS)).unref();
  run();
  return {
    async stop(graceMilliseconds) {
      clearInterval(timer);
      await waitAtMost(graceMilliseconds, running);
    },
  };
}

async function runOnce({ id, handler, timeoutSeconds, region, onError }: ScheduleOptions): Promise<void> {
  const event: ScheduledEvent = {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [`arn:aws:events:${region}:000000000000:rule/${id}`],
    detail: {},
  };
  await invoke(handler, event, { name: id, timeoutMilliseconds: timeoutSeconds * 1000, region }).catch((error) =>
    onError(id, error),
  );
}

/** Workers that compute for seconds. */
const COMPUTING = new Set(['compare-drawings']);

/** Milliseconds for which a message may still be processed after the stop. */
const stopMilliseconds = 3000;

/** Milliseconds between two removals of stream records that no consumer needs any longer. */
const TRIMMED_EVERY = 250;

/**
 * Starts every worker: queue consumers, schedules and stream consumers.
 * @returns a function that stops them
 */
export function startWorkers(
  workers: Registry['workers'],
  options: {
    sqs: SQSClient;
    urls: Record<string, string>;
    table: {
      client: DynamoDBClient;
      streams: DynamoDBStreamsClient;
      name: string;
      /** The embedded table's database, whose stream is trimmed. */
      database: Pick<TableDatabase, 'trimStream' | 'newestInStream'> | undefined;
    };
    dataDirectory: string;
    region: string;
    /**
     * Whether the process lasts: workers that compute for seconds run in threads of their own, instead of in this one as all
     * others do, and memory is returned when no worker has work.
     */
    threads: boolean;
    onError: (id: string, error: unknown) => void;
  },
): () => Promise<void> {
  const { sqs: client, urls, region, onError, table, dataDirectory } = options;
  const threads = options.threads ? new FunctionThreads(region) : undefined;
  removeLeftovers().catch((error) => onError('temporary files', error));
  // A process that ends soon gains nothing by returning memory.
  const collecting = options.threads ? collectWhenIdle() : <H>(handler: H): H => handler;
  const onFailure = (id: string, error: unknown) => {
    if (!(error instanceof ThreadStopped)) onError(id, error);
  };
  const handlerOf = ({ worker, handler }: LocalQueueWorker): SqsHandler =>
    threads && COMPUTING.has(worker.id) ? threads.handlerOf(worker.id) : collecting(handler);
  const consumers = workers.filter(isQueueWorker).map(({ worker, handler }) =>
    startConsumer({
      ...{
        client,
        region,
        onError: onFailure,
        handler: handlerOf({ worker, handler }),
        queueUrl: urls[worker.queue] ?? '',
      },
      id: worker.id,
      batchSize: queues[worker.queue].batchSize,
      concurrency: queues[worker.queue].concurrency.machine,
      timeoutSeconds: worker.timeoutSeconds,
    }),
  );
  const schedules = workers.filter(isScheduledWorker).map(({ worker, handler }) => {
    const { id, timeoutSeconds, schedule } = worker;
    return startSchedule({ id, handler, timeoutSeconds, periodMinutes: periodMinutesOf(schedule), region, onError });
  });
  const streamed = workers.filter(isStreamWorker);
  /** The last sequence number that each stream consumer has processed. */
  const handedOn = new Map<string, number>();
  const { database } = table;
  const reader = new StreamReader({
    ...{ table: table.client, streams: table.streams, tableName: table.name },
    newest: database && (() => database.newestInStream(table.name)),
  });
  const streams = streamed.map(({ worker: { id, timeoutSeconds, stream }, handler }) =>
    startStream({
      ...{ id, handler, timeoutSeconds, ...stream, reader, dataDirectory, region, onError },
      onHandedOn: (sequence) => handedOn.set(id, Number(sequence)),
    }),
  );
  const trimming = setInterval(() => {
    if (handedOn.size < streamed.length || streamed.length === 0) return;
    try {
      // Keeps the newest processed record, because the table numbers the next one by it.
      database?.trimStream(table.name, String(Math.min(...handedOn.values())));
    } catch (error) {
      onError('stream records', error);
    }
  }, TRIMMED_EVERY).unref();
  return async () => {
    clearInterval(trimming);
    const stopping = consumers.map((consumer) => consumer.stop(stopMilliseconds));
    const others = [...schedules, ...streams].map((each) => each.stop(stopMilliseconds));
    reader.stop();
    await Promise.all([...stopping, ...others]);
    threads?.stop();
  };
}
