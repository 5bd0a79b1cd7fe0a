import { DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeEach, expect, test } from 'vitest';
import { redriveStream, streamWorkerOf } from '../../../infra/operator/redrive-stream.ts';
import type { Target } from '../../../infra/operator/target.ts';
import { SEARCH_CHANGES_SUFFIX } from '../../../shared/domain/search/announced.ts';
import { mockClient } from '../../support/mock-client.ts';

const sqs = mockClient(SQSClient);
const streams = mockClient(DynamoDBStreamsClient);
const worker = streamWorkerOf('announce-changes')!;
const target = { queueUrl: async (name: string) => `https://queue/${name}` } as Target;

const batch = { streamArn: 'arn:stream', shardId: 'shard-1', startSequenceNumber: '100', endSequenceNumber: '300' };
const record = (sequence: number, organization: string, eventName: 'INSERT' | 'REMOVE' = 'INSERT') => ({
  eventName,
  dynamodb: {
    SequenceNumber: String(sequence),
    Keys: { pk: { S: `ORG#${organization}${SEARCH_CHANGES_SUFFIX}` }, sk: { S: '1' } },
  },
});

beforeEach(() => {
  sqs.reset();
  streams.reset();
  const message = { Body: JSON.stringify({ DDBStreamBatchInfo: batch }), ReceiptHandle: 'receipt' };
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [message] })
    .resolves({});
  streams.on(GetShardIteratorCommand).resolves({ ShardIterator: 'first' });
});

const redrive = (isDry = false) => redriveStream(target, worker, isDry, () => {}, new DynamoDBStreamsClient());
const sent = () => sqs.commandCalls(SendMessageCommand).map(({ args }) => JSON.parse(args[0].input.MessageBody!));

test('the records of a failed batch are read again to its end, and handled by the worker', async () => {
  streams
    .on(GetRecordsCommand, { ShardIterator: 'first' })
    .resolves({ Records: [record(100, 'acme'), record(200, 'gone', 'REMOVE')], NextShardIterator: 'second' })
    .on(GetRecordsCommand, { ShardIterator: 'second' })
    .resolves({ Records: [record(300, 'other'), record(400, 'later')], NextShardIterator: 'third' });
  expect(await redrive()).toEqual({ batches: 1, records: 2, forgotten: 0 });
  expect(streams.commandCalls(GetShardIteratorCommand)[0]!.args[0].input).toEqual({
    StreamArn: 'arn:stream',
    ShardId: 'shard-1',
    SequenceNumber: '100',
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
  });
  expect(sent().map(({ organization_id }) => organization_id)).toEqual(['acme', 'other']);
  expect(sqs.commandCalls(SendMessageCommand)[0]!.args[0].input.QueueUrl).toBe('https://queue/search');
  const removed = sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input);
  expect(removed).toEqual([{ QueueUrl: 'https://queue/announce-changes-dlq', ReceiptHandle: 'receipt' }]);
});

test('a batch that the stream has trimmed stays in the queue, and is counted', async () => {
  const trimmed = Object.assign(new Error('too old'), { name: 'TrimmedDataAccessException' });
  streams.on(GetShardIteratorCommand).rejects(trimmed);
  expect(await redrive()).toEqual({ batches: 0, records: 0, forgotten: 1 });
  expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([]);
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand)[0]!.args[0].input.VisibilityTimeout).toBe(0);
});

test('a dry run sends and removes nothing', async () => {
  streams.on(GetRecordsCommand).resolves({ Records: [record(300, 'acme')] });
  expect(await redrive(true)).toEqual({ batches: 1, records: 1, forgotten: 0 });
  expect(sent()).toEqual([]);
  expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([]);
});

test('changes that the worker itself set aside are handled by their keys', async () => {
  const keys = [{ pk: `ORG#acme${SEARCH_CHANGES_SUFFIX}`, sk: '1' }];
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [{ Body: JSON.stringify({ keys }), ReceiptHandle: 'receipt' }] })
    .resolves({});
  expect(await redrive()).toEqual({ batches: 1, records: 1, forgotten: 0 });
  expect(sent().map(({ organization_id }) => organization_id)).toEqual(['acme']);
  expect(streams.commandCalls(GetShardIteratorCommand)).toEqual([]);
});
