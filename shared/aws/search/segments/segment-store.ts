import * as z from 'zod';
import { Unavailable } from '../../../domain/errors.ts';
import { errorFields, log } from '../../../log.ts';
import type { Blobs } from '../blobs.ts';
import { readSegmentBlock, SegmentHead } from './segment.ts';

/** Identifies a segment of an index, and how to read it. */
export const SegmentRef = z.object({
  id: z.string(),
  /** Bytes of the object, and the offset of its head. */
  bytes: z.number(),
  head: z.number(),
  /** Number of rows and pieces. */
  items: z.number(),
});
export type SegmentRef = z.infer<typeof SegmentRef>;

export type Range = readonly [from: number, to: number];

/** Segments of up to this number of bytes are read as a whole. */
const WHOLE = 512 * 1024;
/** Ranges at most this number of bytes apart are read by one request. */
const GAP = 160 * 1024;
/** Compressed bytes of heads, bytes of ranges, and characters of unpacked texts that a process caches. */
const HEADS = 64e6;
const RANGES = 96e6;
const TEXTS = 16e6;

/** A least-recently-used cache, limited by bytes. */
class Recent<V> {
  readonly #most: number;
  readonly #kept = new Map<string, { value: V; bytes: number }>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [first] of this.#kept) {
      if (this.#bytes <= this.#most) break;
      this.delete(first);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

/** Merges ranges that are close to each other; each result contains those that it covers. */
const joinRanges = (ranges: readonly { range: Range; index: number }[]) => {
  const joined: { from: number; to: number; held: { range: Range; index: number }[] }[] = [];
  for (const each of [...ranges].sort((a, b) => a.range[0] - b.range[0])) {
    const last = joined.at(-1);
    if (last && each.range[0] - last.to <= GAP) {
      last.to = Math.max(last.to, each.range[1]);
      last.held.push(each);
    } else joined.push({ from: each.range[0], to: each.range[1], held: [each] });
  }
  return joined;
};

/** Reads segments, which are immutable, and caches them. */
export class SegmentStore {
  readonly #blobs: Pick<Blobs, 'read'>;
  readonly #heads = new Recent<Promise<SegmentHead>>(HEADS);
  readonly #ranges = new Recent<Uint8Array>(RANGES);
  readonly #texts = new Recent<readonly string[]>(TEXTS);

  constructor(blobs: Pick<Blobs, 'read'>) {
    this.#blobs = blobs;
  }

  /** @throws Error if the segment does not exist */
  head(folder: string, ref: SegmentRef): Promise<SegmentHead> {
    const key = `${folder}/${ref.id}`;
    const known = this.#heads.get(key);
    if (known) return known;
    const reading = this.#readHead(key, ref);
    this.#heads.set(key, reading, ref.bytes <= WHOLE ? ref.bytes : ref.bytes - ref.head);
    reading.catch(() => this.#heads.delete(key));
    return reading;
  }

  async #readHead(key: string, ref: SegmentRef): Promise<SegmentHead> {
    if (ref.bytes > WHOLE) return new SegmentHead(await this.#blobs.read(key, ref.head, ref.bytes));
    const whole = await this.#blobs.read(key);
    this.#ranges.set(key, whole, whole.length);
    return new SegmentHead(whole.subarray(ref.head));
  }

  /** Returns the whole segment. */
  async whole(folder: string, ref: SegmentRef): Promise<Uint8Array> {
    const key = `${folder}/${ref.id}`;
    return this.#ranges.get(key) ?? this.#blobs.read(key);
  }

  async #part(key: string, from: number, to: number): Promise<Uint8Array> {
    try {
      return await this.#blobs.read(key, from, to);
    } catch (error) {
      log('error', 'A segment of a search index cannot be read', errorFields(error));
      throw new Unavailable('The search index is not available', 1);
    }
  }

  /**
   * Returns ranges of a segment, in order. Those not cached are read by one round of requests.
   * @throws Unavailable if they cannot be read
   */
  async ranges(folder: string, ref: SegmentRef, asked: readonly Range[]): Promise<Uint8Array[]> {
    const key = `${folder}/${ref.id}`;
    const whole = this.#ranges.get(key);
    if (whole) return asked.map(([from, to]) => whole.subarray(from, to));
    const found = asked.map((range) =>
      range[0] === range[1] ? new Uint8Array() : this.#ranges.get(`${key} ${range}`),
    );
    const missing = asked.flatMap((range, index) => (found[index] ? [] : [{ range, index }]));
    await Promise.all(
      joinRanges(missing).map(async ({ from, to, held }) => {
        const bytes = await this.#part(key, from, to);
        for (const { range, index } of held) {
          // A copy, since a view would keep the whole response in memory.
          const part = held.length === 1 ? bytes : bytes.slice(range[0] - from, range[1] - from);
          found[index] = part;
          this.#ranges.set(`${key} ${range}`, part, part.length);
        }
      }),
    );
    return found as Uint8Array[];
  }

  /** Returns the texts of blocks, in order. @throws Unavailable if they cannot be read */
  async blocks(folder: string, ref: SegmentRef, asked: readonly Range[]): Promise<(readonly string[])[]> {
    const keys = asked.map((range) => `${folder}/${ref.id} ${range}`);
    const found = keys.map((key) => this.#texts.get(key));
    const read = await this.ranges(
      folder,
      ref,
      asked.filter((_, i) => !found[i]),
    );
    let next = 0;
    return found.map((known, i) => {
      if (known) return known;
      const texts = readSegmentBlock(read[next++]!);
      this.#texts.set(
        keys[i]!,
        texts,
        texts.reduce((sum, { length }) => sum + length, 0),
      );
      return texts;
    });
  }
}
