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
import { replaceFileMeanwhile } from '../data-directory.ts';
import { type AsyncHandler, invoke } from '../invoke.ts';
import { waitAtMost } from '../wait-at-most.ts';

export interface StreamOptions {
  /** The function's name in its context and in errors. */
  id: string;
  handler: AsyncHandler<DynamoDBStreamEvent, unknown>;
  /** Only new items of partitions with this suffix are delivered. */
  partitionsEndingWith: string;
  /**
   * Called with the last sequence number that needs no further delivery, including the one that a previous run reached.
   */
  onHandedOn?: (sequence: string) => void;
  /** Returns the newest sequence number if it is known without reading the stream, which is read only when it has grown. */
  newest?: (() => number) | undefined;
  table: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  tableName: string;
  dataDirectory: string;
  region: string;
  timeoutSeconds: number;
  onError: (id: string, error: unknown) => void;
}

/**
 * Milliseconds between two reads of an idle stream, between two looks at whether it has grown, after a failure, and
 * between two saves of the progress.
 */
const QUIET = 250;
const NOT_GROWN = 100;
const FAILED = 2000;
const SAVED_EVERY = 1000;

/**
 * The event source mapping of a table's stream on one machine: delivers new items in order and saves its progress to a
 * file, so that the next start continues there. A failed batch is delivered again, and so are items delivered in the
 * second before a crash.
 */
export function startStream(options: StreamOptions): { stop(graceMilliseconds: number): Promise<void> } {
  const stopping = new AbortController();
  const saved = new ProgressFile(join(options.dataDirectory, `stream-${options.id}.json`), (error) =>
    options.onError(options.id, error),
  );
  const running = followUntil(stopping.signal, saved, options);
  return {
    async stop(graceMilliseconds) {
      stopping.abort();
      await waitAtMost(graceMilliseconds, running);
      await saved.close();
    },
  };
}

async function followUntil(signal: AbortSignal, saved: ProgressFile, options: StreamOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(signal, saved, options);
    } catch (error) {
      if (!signal.aborted) options.onError(options.id, error);
    }
    await delay(FAILED, undefined, { signal }).catch(() => undefined);
  }
}

/** The last sequence number delivered, by shard. */
type Progress = Record<string, string>;

/** The progress of one consumer, written at most once a second without blocking the process. */
class ProgressFile {
  readonly #file: string;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #text = '';
  #writing = Promise.resolve();

  constructor(file: string, onError: (error: unknown) => void) {
    this.#file = file;
    this.#onError = onError;
  }

  /** Returns the progress saved by the last run; empty if it was for another stream or the file cannot be read. */
  read(arn: string): Progress {
    try {
      const saved = JSON.parse(readFileSync(this.#file, 'utf8')) as { arn: string; progress: Progress };
      return saved.arn === arn ? saved.progress : {};
    } catch {
      return {};
    }
  }

  save(arn: string, progress: Progress): void {
    this.#text = JSON.stringify({ arn, progress });
    this.#timer ??= setTimeout(() => this.#write(), SAVED_EVERY).unref();
  }

  async close(): Promise<void> {
    if (this.#timer) this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#text;
    this.#writing = this.#writing.then(() => replaceFileMeanwhile(this.#file, text)).catch(this.#onError);
  }
}

async function follow(signal: AbortSignal, saved: ProgressFile, options: StreamOptions): Promise<void> {
  const { table, streams, tableName } = options;
  const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }), { abortSignal: signal });
  const StreamArn = Table?.LatestStreamArn;
  if (!StreamArn) throw new Error(`The table ${tableName} has no stream, so its changes cannot be followed`);
  const progress = saved.read(StreamArn);
  for (const sequence of Object.values(progress)) options.onHandedOn?.(sequence);
  const iterators = new Map<string, string>();
  let seen = Math.max(0, ...Object.values(progress).map(Number));
  for (let reads = 0; !signal.aborted; ) {
    const newest = options.newest?.();
    if (newest !== undefined && newest <= seen) {
      await delay(NOT_GROWN, undefined, { signal }).catch(() => undefined);
      continue;
    }
    if (reads++ % 40 === 0) await addShards(iterators, progress, StreamArn, streams);
    let isQuiet = true;
    for (const [shard, ShardIterator] of iterators) {
      const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }), {
        abortSignal: signal,
      });
      await handOn(Records, options);
      const last = Records.at(-1)?.dynamodb?.SequenceNumber;
      if (last !== undefined) {
        isQuiet = false;
        seen = Math.max(seen, Number(last));
        progress[shard] = last;
        saved.save(StreamArn, progress);
        options.onHandedOn?.(last);
      }
      if (NextShardIterator) iterators.set(shard, NextShardIterator);
      else iterators.delete(shard);
    }
    if (isQuiet) await delay(QUIET, undefined, { signal }).catch(() => undefined);
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
  const delivered = records.filter(
    ({ eventName, dynamodb }) => eventName === 'INSERT' && dynamodb?.Keys?.pk?.S?.endsWith(end),
  );
  if (delivered.length === 0) return;
  const event = { Records: delivered } as unknown as DynamoDBStreamEvent;
  await invoke(handler, event, { name, region, timeoutMilliseconds: timeoutSeconds * 1000 });
}
