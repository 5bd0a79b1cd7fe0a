import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { replaceFile } from '../data-directory.ts';
import { type AsyncHandler, invoke } from '../invoke.ts';
import { waitAtMost } from '../wait-at-most.ts';

export interface StreamOptions {
  /** Names the function in its context and in errors. */
  id: string;
  handler: AsyncHandler<DynamoDBStreamEvent, unknown>;
  /** Only new items of partitions whose names end so are told. */
  partitionsEndingWith: string;
  table: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  tableName: string;
  dataDirectory: string;
  region: string;
  timeoutSeconds: number;
  onError: (id: string, error: unknown) => void;
}

/** Milliseconds between two looks at a stream that is quiet, and after a failure. */
const QUIET = 250;
const FAILED = 2000;

/**
 * The event source mapping of a table's stream on one machine: hands new items on in order, and remembers in a file how
 * far it has come, so that a start goes on where the last run ended. What failed is delivered again.
 */
export function startStream(options: StreamOptions): { stop(graceMilliseconds: number): Promise<void> } {
  const stopping = new AbortController();
  const running = followUntil(stopping.signal, options);
  return {
    async stop(graceMilliseconds) {
      stopping.abort();
      await waitAtMost(graceMilliseconds, running);
    },
  };
}

async function followUntil(signal: AbortSignal, options: StreamOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(signal, options);
    } catch (error) {
      if (!signal.aborted) options.onError(options.id, error);
    }
    await delay(FAILED, undefined, { signal }).catch(() => undefined);
  }
}

/** How far each shard has been handed on: the last sequence number, by shard. */
type Progress = Record<string, string>;

async function follow(signal: AbortSignal, options: StreamOptions): Promise<void> {
  const { table, streams, tableName } = options;
  const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }), { abortSignal: signal });
  const StreamArn = Table?.LatestStreamArn;
  if (!StreamArn) throw new Error(`The table ${tableName} has no stream: nobody follows its changes`);
  const file = join(options.dataDirectory, `stream-${options.id}.json`);
  const progress = readProgress(file, StreamArn);
  const iterators = new Map<string, string>();
  for (let look = 0; !signal.aborted; look++) {
    if (look % 40 === 0) await addShards(iterators, progress, StreamArn, streams);
    let isQuiet = true;
    for (const [shard, ShardIterator] of iterators) {
      const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }), {
        abortSignal: signal,
      });
      await handOn(Records, options);
      const last = Records.at(-1)?.dynamodb?.SequenceNumber;
      if (last !== undefined) {
        isQuiet = false;
        progress[shard] = last;
        replaceFile(file, JSON.stringify({ arn: StreamArn, progress }));
      }
      if (NextShardIterator) iterators.set(shard, NextShardIterator);
      else iterators.delete(shard);
    }
    if (isQuiet) await delay(QUIET, undefined, { signal }).catch(() => undefined);
  }
}

function readProgress(file: string, arn: string): Progress {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { arn: string; progress: Progress };
    return kept.arn === arn ? kept.progress : {};
  } catch {
    return {};
  }
}

async function addShards(
  iterators: Map<string, string>,
  progress: Progress,
  StreamArn: string,
  streams: DynamoDBStreamsClient,
): Promise<void> {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    if (!ShardId || iterators.has(ShardId)) continue;
    const place = { StreamArn, ShardId };
    const fromStart = new GetShardIteratorCommand({ ...place, ShardIteratorType: 'TRIM_HORIZON' });
    const after = progress[ShardId];
    const next = after
      ? await streams
          .send(
            new GetShardIteratorCommand({
              ...place,
              ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
              SequenceNumber: after,
            }),
          )
          .catch(() => streams.send(fromStart))
      : await streams.send(fromStart);
    if (next.ShardIterator) iterators.set(ShardId, next.ShardIterator);
  }
}

async function handOn(records: StreamRecord[], options: StreamOptions): Promise<void> {
  const { id: name, region, handler, partitionsEndingWith: end, timeoutSeconds } = options;
  const told = records.filter(
    ({ eventName, dynamodb }) => eventName === 'INSERT' && dynamodb?.Keys?.pk?.S?.endsWith(end),
  );
  if (told.length === 0) return;
  const event = { Records: told } as unknown as DynamoDBStreamEvent;
  await invoke(handler, event, { name, region, timeoutMilliseconds: timeoutSeconds * 1000 });
}
