import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { replaceFileMeanwhile } from '../data-directory.ts';
import { type AsyncHandler, invoke } from '../invoke.ts';
import { waitAtMost } from '../wait-at-most.ts';
import type { StreamReader } from './stream-reader.ts';

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
  /** Shared by the consumers of the stream; ends their waiting when they stop. */
  reader: StreamReader;
  dataDirectory: string;
  region: string;
  timeoutSeconds: number;
  onError: (id: string, error: unknown) => void;
}

/** Milliseconds after a failure, and between two saves of the progress. */
const FAILED = 2000;
const SAVED_EVERY = 1000;

/**
 * The event source mapping of a table's stream on one machine: delivers new items in order and saves its progress to a
 * file, so that the next start continues there. A failed batch is delivered again, and so are items delivered in the
 * second before a crash. Neither delays the other consumers of the stream.
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
  const { reader } = options;
  const arn = await reader.arn();
  const progress = saved.read(arn);
  for (const sequence of Object.values(progress)) options.onHandedOn?.(sequence);
  const handOnPage = async (shard: string): Promise<boolean> => {
    const records = await reader.read(shard, progress[shard]);
    await handOn(records, options);
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last === undefined) return false;
    progress[shard] = last;
    saved.save(arn, progress);
    options.onHandedOn?.(last);
    return true;
  };
  /** Hands on one page of each shard, so that a busy shard does not delay the others. */
  const handOnRound = async (isBehind: () => boolean): Promise<boolean> => {
    const busy = new Set<string | undefined>();
    for (const { id, parent } of await reader.shards()) {
      if (signal.aborted || !isBehind()) break;
      // The items of a shard are newer than those of its parent.
      if (busy.has(parent) || (await handOnPage(id))) busy.add(id);
    }
    return busy.size > 0;
  };
  while (!signal.aborted) {
    const newest = await reader.nextLook();
    const isBehind = () => newest === undefined || newest > Math.max(0, ...Object.values(progress).map(Number));
    while (!signal.aborted && isBehind() && (await handOnRound(isBehind)));
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
