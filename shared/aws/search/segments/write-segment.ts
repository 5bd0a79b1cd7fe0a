import { randomUUID } from 'node:crypto';
import type { Blobs } from '../blobs.ts';
import { mergeContents } from './merge-segments.ts';
import { contentOf, encodeSegment, type SegmentContent } from './segment.ts';
import type { SegmentRef, SegmentStore } from './segment-store.ts';

/** Maximum rows and pieces of a merged segment. */
const MOST_ITEMS = 150_000;
/**
 * A segment is merged with newer ones if together they have at least a quarter of its size, which keeps segments few.
 */
const PART = 4;
/** Segments below this total size are always merged. */
const SMALL = 256;

/** Returns the index of the first segment to be merged with that number of new rows and pieces. */
export const mergedWith = (segments: readonly Pick<SegmentRef, 'items'>[], added: number): number => {
  let [items, first] = [added, segments.length];
  for (; first > 0; first--) {
    const size = segments[first - 1]!.items;
    if ((size > PART * items && size + items > SMALL) || size + items > MOST_ITEMS) break;
    items += size;
  }
  return first;
};

/** Returns the index of the first of the newest segments that fit into one. */
export const mergedTogether = (segments: readonly Pick<SegmentRef, 'items'>[]): number => {
  let [items, first] = [0, segments.length];
  for (; first > 0; first--) {
    items += segments[first - 1]!.items;
    if (items > MOST_ITEMS) break;
  }
  return first;
};

/**
 * Writes one segment from existing ones and new contents, oldest first. @param isOldest true if no segment of the index
 * is older
 */
export const writeSegment = async (
  { store, blobs }: { store: SegmentStore; blobs: Blobs },
  folder: string,
  merged: readonly SegmentRef[],
  added: readonly SegmentContent[],
  isOldest: boolean,
): Promise<SegmentRef> => {
  const contents = await Promise.all(
    merged.map(async (ref) => {
      const [head, bytes] = await Promise.all([store.head(folder, ref), store.whole(folder, ref)]);
      return contentOf(head, bytes);
    }),
  );
  const content = mergeContents([...contents, ...added], isOldest);
  const { bytes, headAt } = encodeSegment(content);
  const items = content.rows.length + content.texts.length;
  const ref = { id: randomUUID(), bytes: bytes.length, head: headAt, items };
  await blobs.write(`${folder}/${ref.id}`, bytes);
  return ref;
};
