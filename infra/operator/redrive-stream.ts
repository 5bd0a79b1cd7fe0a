import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { DeleteMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { workers } from '../../functions/workers/registry.ts';
import { sentMessage } from '../../shared/aws/clients/sent-message.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import type { ItemKey } from '../../shared/ports.ts';
import { deadLetterName, type QueueName } from '../../shared/queue/queues.ts';
import type { HandleStream, StreamWorker } from '../../shared/queue/worker.ts';
import { deadLettersOf, showAgain } from './redrive.ts';
import type { Target } from './target.ts';

/** A message that a worker sends to its dead-letter queue: the keys of changes that it could not handle. */
const SetAside = z.object({ keys: z.array(z.object({ pk: z.string(), sk: z.string() })) });
/** A message that Lambda sends there: the position of the records, without the records. */
const Failure = z.object({
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
  }),
});
type Batch = z.output<typeof Failure>['DDBStreamBatchInfo'];

/** Returns the stream worker with this id; undefined if there is none. */
export const streamWorkerOf = (id: string | undefined) =>
  workers.flatMap((one) => ('stream' in one.worker && one.worker.id === id ? [{ ...one, worker: one.worker }] : []))[0];

/** Whether an error means that the records have expired: the stream keeps them for a day. */
const isForgotten = ({ name }: Error): boolean =>
  ['TrimmedDataAccessException', 'ExpiredIteratorException', 'ResourceNotFoundException'].includes(name);

/** Returns the records of a batch, read from the stream again; undefined if they have expired. */
const recordsOf = async (streams: DynamoDBStreamsClient, batch: Batch): Promise<StreamRecord[] | undefined> => {
  const { streamArn: StreamArn, shardId: ShardId, startSequenceNumber: SequenceNumber } = batch;
  const last = BigInt(batch.endSequenceNumber);
  try {
    const from = { StreamArn, ShardId, SequenceNumber, ShardIteratorType: 'AT_SEQUENCE_NUMBER' } as const;
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand(from));
    const found: StreamRecord[] = [];
    while (ShardIterator !== undefined) {
      const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }));
      const within = Records.filter(({ dynamodb }) => BigInt(dynamodb!.SequenceNumber!) <= last);
      found.push(...within);
      const isEnd = BigInt(found.at(-1)?.dynamodb?.SequenceNumber ?? 0) >= last;
      if (isEnd || within.length < Records.length) return found;
      ShardIterator = NextShardIterator;
    }
    return found;
  } catch (error) {
    if (isForgotten(error as Error)) return undefined;
    throw error;
  }
};

/** Returns the keys of the new items that a message is about; undefined if the records have expired. */
const keysIn = async (streams: DynamoDBStreamsClient, body: string): Promise<ItemKey[] | undefined> => {
  const message = z.union([SetAside, Failure]).parse(JSON.parse(body));
  if ('keys' in message) return message.keys;
  const records = await recordsOf(streams, message.DDBStreamBatchInfo);
  return records?.flatMap(({ eventName, dynamodb }) =>
    eventName === 'INSERT' ? [{ pk: String(dynamodb?.Keys?.pk?.S), sk: String(dynamodb?.Keys?.sk?.S) }] : [],
  );
};

/**
 * Returns the ports of a stream worker that an operator has: only queues to send to.
 * @throws Error naming any other port
 */
const portsOf = (target: Target, { id, uses }: StreamWorker): Record<string, object> =>
  Object.fromEntries(
    uses.map((port) => {
      if (!port.startsWith('queue.')) throw new Error(`${id} uses ${port}, which only its function has`);
      const send = async (message: { organization_id: string }) => {
        const QueueUrl = await target.queueUrl(port.slice('queue.'.length) as QueueName);
        await sqsClient().send(new SendMessageCommand({ QueueUrl, ...sentMessage(message, message.organization_id) }));
      };
      return [port, { send }];
    }),
  );

/** The outcome for the messages in the dead-letter queue of a stream worker. */
export interface RedrivenBatches {
  /** Batches whose records were handled, or would be. */
  batches: number;
  records: number;
  /** Batches that remain in the queue because their records have expired. */
  forgotten: number;
}

/**
 * Handles the changes that a stream worker gave up on: the messages in its dead-letter queue give their positions in
 * the stream, and the worker's own code handles them again. Each message is removed after that; handling one twice does
 * no harm. With `isDry`, messages are only reported.
 *
 * @param report receives each message's text
 */
export const redriveStream = async (
  target: Target,
  { worker, handle }: NonNullable<ReturnType<typeof streamWorkerOf>>,
  isDry: boolean,
  report: (text: string) => void,
  streams = new DynamoDBStreamsClient(),
): Promise<RedrivenBatches> => {
  const from = await target.queueUrl(deadLetterName(worker.id));
  const ports = portsOf(target, worker);
  const run = {
    requestId: 'redrive',
    now: new Date(),
    deadline: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
  };
  const done: RedrivenBatches = { batches: 0, records: 0, forgotten: 0 };
  const staying: string[] = [];
  for await (const { Body = '', ReceiptHandle } of deadLettersOf(from)) {
    report(Body);
    const keys = await keysIn(streams, Body);
    if (keys) {
      const own = keys.filter(({ pk }) => pk.endsWith(worker.stream.partitionsEndingWith));
      if (!isDry) await (handle as HandleStream<StreamWorker>)(own, ports as never, run);
      done.batches++;
      done.records += own.length;
    } else done.forgotten++;
    if (keys && !isDry) await sqsClient().send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
    else staying.push(ReceiptHandle!);
  }
  await showAgain(from, staying);
  return done;
};
