import { ByteReader, type Bytes } from './byte-buffers.ts';

/**
 * The occurrences of one term: the items in ascending order, the number of occurrences in each, and the positions of
 * the words.
 */
export interface Postings {
  items: Uint32Array;
  counts: Uint32Array;
  /** Where the positions of each item begin in `bytes`. */
  at: Uint32Array;
  bytes: Uint8Array;
}

export const NO_POSTINGS: Postings = {
  items: new Uint32Array(),
  counts: new Uint32Array(),
  at: new Uint32Array(),
  bytes: new Uint8Array(),
};

/**
 * Writes a list: the number of items, then for each its delta to the previous item, its count, and its delta-encoded
 * positions.
 */
export const writePostings = (to: Bytes, entries: readonly { item: number; positions: ArrayLike<number> }[]): void => {
  if (entries.length === 0) return;
  to.number(entries.length);
  let former = 0;
  for (const { item, positions } of entries) {
    to.number(item - former);
    former = item;
    to.number(positions.length);
    let last = 0;
    for (let i = 0; i < positions.length; i++) {
      to.number(positions[i]! - last);
      last = positions[i]!;
    }
  }
};

/** Reads a list; an empty one has no bytes. */
export const readPostings = (bytes: Uint8Array): Postings => {
  if (bytes.length === 0) return NO_POSTINGS;
  const reader = new ByteReader(bytes);
  const length = reader.number();
  const [items, counts, at] = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  let item = 0;
  for (let i = 0; i < length; i++) {
    item += reader.number();
    items[i] = item;
    counts[i] = reader.number();
    at[i] = reader.at;
    reader.skip(counts[i]!);
  }
  return { items, counts, at, bytes };
};

/** Returns the positions of the term in the `index`-th item of a list, ascending. */
export const positionsAt = ({ counts, at, bytes }: Postings, index: number): number[] => {
  const reader = new ByteReader(bytes, at[index]!);
  const positions: number[] = [];
  let position = 0;
  for (let left = counts[index]!; left > 0; left--) {
    position += reader.number();
    positions.push(position);
  }
  return positions;
};

/** Returns the index of an item in a list; -1 if it is not there. */
export const indexOfItem = ({ items }: Postings, item: number): number => {
  let [low, high] = [0, items.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (items[middle] === item) return middle;
    if (items[middle]! < item) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};
