import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { periodMinutesOf } from '../../shared/queue/clock.ts';
import { queues } from '../../shared/queue/queues.ts';
import { removeLeftovers } from '../../shared/temporary-folder.ts';
import { collectWhenIdle } from './collect-when-idle.ts';
import type { TableDatabase } from './dynamodb/database.ts';
import { startStream } from './dynamodb/stream.ts';
import { isQueueWorker, isScheduledWorker, isStreamWorker, type Registry } from './load-registry.ts';
import { startSchedule } from './schedule.ts';
import { startConsumer } from './sqs/consumer.ts';

/** Milliseconds for which a message may still be processed after the stop. */
const stopMilliseconds = 3000;

/** Milliseconds between two removals of stream records that no consumer needs any more. */
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
      database: Pick<TableDatabase, 'trimStream'> | undefined;
    };
    dataDirectory: string;
    region: string;
    onError: (id: string, error: unknown) => void;
  },
): () => Promise<void> {
  const { sqs: client, urls, region, onError, table, dataDirectory } = options;
  removeLeftovers().catch((error) => onError('temporary files', error));
  const collecting = collectWhenIdle();
  const consumers = workers.filter(isQueueWorker).map(({ worker, handler }) =>
    startConsumer({
      ...{ client, region, onError, handler: collecting(handler), queueUrl: urls[worker.queue] ?? '' },
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
  const streams = streamed.map(({ worker: { id, timeoutSeconds, stream }, handler }) =>
    startStream({
      ...{ id, handler, timeoutSeconds, ...stream, dataDirectory, region, onError },
      ...{ table: table.client, streams: table.streams, tableName: table.name },
      onHandedOn: (sequence) => handedOn.set(id, Number(sequence)),
    }),
  );
  const trimming = setInterval(() => {
    if (handedOn.size < streamed.length || streamed.length === 0) return;
    try {
      // Keeps the newest processed record, because the table numbers the next one by it.
      table.database?.trimStream(table.name, String(Math.min(...handedOn.values())));
    } catch (error) {
      onError('stream records', error);
    }
  }, TRIMMED_EVERY).unref();
  return async () => {
    clearInterval(trimming);
    const stopping = consumers.map((consumer) => consumer.stop(stopMilliseconds));
    const others = [...schedules, ...streams].map((each) => each.stop(stopMilliseconds));
    await Promise.all([...stopping, ...others]);
  };
}
