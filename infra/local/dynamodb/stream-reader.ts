import { setTimeout as delay } from 'node:timers/promises';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';

export interface StreamReaderOptions {
  table: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  tableName: string;
  /** Returns the newest sequence number if it is known without reading the stream, which is read only when it has grown. */
  newest?: (() => number) | undefined;
}

/** Milliseconds between two looks at a stream: at whether it has grown, if that is known, or at its records. */
const LOOK_EVERY = 100;
const READ_EVERY = 250;

/** Looks between two searches for further shards. */
const SHARDS_EVERY = 40;

/** Pages kept for consumers that are behind; one that is further behind reads again. */
const PAGES_KEPT = 8;

/** A part of a stream; undefined as the parent if it continues no other one. */
export interface Shard {
  id: string;
  parent: string | undefined;
}

/** A position in a shard: the sequence number of the last known record; undefined at the beginning. */
type Position = string | undefined;

/**
 * Whether an error means that the position is not in the stream: DynamoDB has removed its records, or the number is of
 * none, as after a restore. The embedded table accepts any number. After other errors the position remains valid, and
 * beginning anew would deliver the whole stream again.
 */
const isGone = (error: unknown): boolean =>
  error instanceof Error && ['TrimmedDataAccessException', 'ValidationException'].includes(error.name);

/**
 * Reads a table's stream once for all its consumers, each of which has a position of its own: a page is kept until
 * later ones displace it, so that consumers that ask for the records after the same position share one read.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #stopping = new AbortController();
  readonly #pages = new Map<string, Promise<StreamRecord[]>>();
  /** Where the last read of each shard ended; without an iterator if the shard is closed there. */
  readonly #ends = new Map<string, { position: Position; iterator: string | undefined }>();
  #arn: Promise<string> | undefined;
  #shards: Promise<Shard[]> | undefined;
  #looks = 0;
  #look: Promise<number | undefined> | undefined;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
  }

  /** Returns the ARN of the table's stream. @throws Error if it has none */
  async arn(): Promise<string> {
    this.#arn ??= this.#describeTable();
    try {
      return await this.#arn;
    } catch (error) {
      this.#arn = undefined;
      throw error;
    }
  }

  async #describeTable(): Promise<string> {
    const { table, tableName } = this.#options;
    const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }), this.#untilStopped());
    if (!Table?.LatestStreamArn) {
      throw new Error(`The table ${tableName} has no stream, so its changes cannot be followed`);
    }
    return Table.LatestStreamArn;
  }

  /**
   * Waits for the next look at the stream, which is the same for all consumers.
   *
   * @returns the newest sequence number, if it is known without reading the stream
   */
  nextLook(): Promise<number | undefined> {
    const { newest } = this.#options;
    this.#look ??= delay(newest ? LOOK_EVERY : READ_EVERY, undefined, { signal: this.#stopping.signal })
      .then(() => {
        if (this.#looks++ % SHARDS_EVERY === 0) this.#shards = undefined;
        return newest?.();
      })
      .finally(() => {
        this.#look = undefined;
      });
    return this.#look;
  }

  /** Returns the stream's shards, each after its parent. */
  async shards(): Promise<Shard[]> {
    this.#shards ??= this.#listShards();
    try {
      return await this.#shards;
    } catch (error) {
      this.#arn = undefined;
      this.#shards = undefined;
      throw error;
    }
  }

  /** Returns the next records of a shard; none if it has no further ones yet. */
  async read(shard: string, after: Position): Promise<StreamRecord[]> {
    const place = JSON.stringify([shard, after]);
    const page = this.#pages.get(place) ?? this.#readPage(shard, after);
    this.#pages.set(place, page);
    try {
      const records = await page;
      if (records.length === 0) this.#pages.delete(place);
      for (const oldest of this.#pages.keys()) if (this.#pages.size > PAGES_KEPT) this.#pages.delete(oldest);
      return records;
    } catch (error) {
      this.#arn = undefined;
      this.#pages.delete(place);
      this.#ends.delete(shard);
      throw error;
    }
  }

  /** Ends reading and waiting for all consumers. */
  stop(): void {
    this.#stopping.abort();
  }

  #untilStopped() {
    return { abortSignal: this.#stopping.signal };
  }

  async #listShards(): Promise<Shard[]> {
    const { StreamDescription } = await this.#options.streams.send(
      new DescribeStreamCommand({ StreamArn: await this.arn() }),
      this.#untilStopped(),
    );
    return (StreamDescription?.Shards ?? []).flatMap(({ ShardId: id, ParentShardId: parent }) =>
      id === undefined ? [] : { id, parent },
    );
  }

  async #readPage(shard: string, after: Position): Promise<StreamRecord[]> {
    const end = this.#ends.get(shard);
    const iterator = end && end.position === after ? end.iterator : await this.#iteratorAfter(shard, after);
    if (iterator === undefined) return [];
    const { Records = [], NextShardIterator } = await this.#options.streams.send(
      new GetRecordsCommand({ ShardIterator: iterator }),
      this.#untilStopped(),
    );
    const position = Records.at(-1)?.dynamodb?.SequenceNumber ?? after;
    this.#ends.set(shard, { position, iterator: NextShardIterator });
    return Records;
  }

  /** Begins at the oldest record if the position is no longer in the stream. */
  async #iteratorAfter(ShardId: string, after: Position): Promise<string | undefined> {
    const { streams } = this.#options;
    const place = { StreamArn: await this.arn(), ShardId };
    const begin = async (at: Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'>) => {
      const command = new GetShardIteratorCommand({ ...place, ...at });
      return (await streams.send(command, this.#untilStopped())).ShardIterator;
    };
    if (after !== undefined) {
      try {
        return await begin({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    return begin({ ShardIteratorType: 'TRIM_HORIZON' });
  }
}
