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
import { sqsClient } from '../../shared/aws/clients/sqs.ts';
import type { ItemKey } from '../../shared/ports.ts';
import { deadLetterName, type QueueName } from '../../shared/queue/queues.ts';
import type { HandleStream, StreamWorker } from '../../shared/queue/worker.ts';
import { deadLettersOf, showAgain } from './redrive.ts';
import type { Target } from './target.ts';

/** What a worker puts into its dead-letter queue itself: the keys of changes that it could not handle. */
const SetAside = z.object({ keys: z.array(z.object({ pk: z.string(), sk: z.string() })) });
/** What Lambda puts there: where the records are, without the records. */
const Failure = z.object({
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
  }),
});
type Batch = z.output<typeof Failure>['DDBStreamBatchInfo'];

/** The worker behind the table's stream that has this id; undefined where there is none. */
export const streamWorkerOf = (id: string | undefined) =>
  workers.flatMap((one) => ('stream' in one.worker && one.worker.id === id ? [{ ...one, worker: one.worker }] : []))[0];

/** Whether an error says that the stream has forgotten the records: it keeps them for a day. */
const isForgotten = ({ name }: Error): boolean =>
  ['TrimmedDataAccessException', 'ExpiredIteratorException', 'ResourceNotFoundException'].includes(name);

/** The records of a batch, read from the stream again; undefined where it has forgotten them. */
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

/** The keys of the new items that a message is about; undefined where the stream has forgotten them. */
const keysIn = async (streams: DynamoDBStreamsClient, body: string): Promise<ItemKey[] | undefined> => {
  const message = z.union([SetAside, Failure]).parse(JSON.parse(body));
  if ('keys' in message) return message.keys;
  const records = await recordsOf(streams, message.DDBStreamBatchInfo);
  return records?.flatMap(({ eventName, dynamodb }) =>
    eventName === 'INSERT' ? [{ pk: String(dynamodb?.Keys?.pk?.S), sk: String(dynamodb?.Keys?.sk?.S) }] : [],
  );
};

/** Ports of a stream's worker at an operator's hands: queues to send to, and no others. @throws Error naming another */
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

/** What became of the messages in the dead-letter queue of a stream's worker. */
export interface RedrivenBatches {
  /** Batches whose records were handled, or would be. */
  batches: number;
  records: number;
  /** Batches that stay in the queue, since the stream has forgotten their records. */
  forgotten: number;
}

/**
 * Handles the changes that a stream's worker gave up on: the dead-letter queue says where in the stream they are, and the
 * worker's own code handles them once more. Each message is removed when that is done; handling one twice does no harm.
 * With `isDry` messages are told and stay.
 *
 * @param tell is given each message's text
 */
export const redriveStream = async (
  target: Target,
  { worker, handle }: NonNullable<ReturnType<typeof streamWorkerOf>>,
  isDry: boolean,
  tell: (text: string) => void,
  streams = new DynamoDBStreamsClient(),
): Promise<RedrivenBatches> => {
  const from = await target.queueUrl(deadLetterName(worker.id));
  const ports = portsOf(target, worker);
  const run = {
    requestId: 'redrive',
    now: new Date(),
    deadline: Number.POSITIVE_INFINITY,
    signal: AbortSignal.any([]),
  };
  const done: RedrivenBatches = { batches: 0, records: 0, forgotten: 0 };
  const staying: string[] = [];
  for await (const { Body = '', ReceiptHandle } of deadLettersOf(from)) {
    tell(Body);
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
