import type { Blobs } from '../../shared/aws/search/blobs.ts';
import type { IndexView } from '../../shared/aws/search/reader.ts';
import { draftOf, type Entry } from '../../shared/aws/search/segments/draft.ts';
import { openSegments } from '../../shared/aws/search/segments/opened.ts';
import { type SegmentRef, SegmentStore } from '../../shared/aws/search/segments/segment-store.ts';
import { mergedWith, writeSegment } from '../../shared/aws/search/segments/write-segment.ts';
import { indexedWords } from '../../shared/domain/search/analyse.ts';
import { type ChunkRow, type EntityRow, entityRowsOf, type Searched } from '../../shared/domain/search/rows.ts';
import { Vocabulary } from '../../shared/domain/search/search-vocabulary.ts';

/** An object store in memory that counts the requests it answers. */
export const memoryBlobs = () => {
  const objects = new Map<string, { bytes: Uint8Array; writtenAt: number }>();
  const requests = { read: 0, write: 0, remove: 0, list: 0 };
  const blobs: Blobs = {
    read: async (key, from = 0, to) => {
      requests.read++;
      const found = objects.get(key);
      if (!found) throw Object.assign(new Error(`There is no ${key}`), { name: 'NoSuchKey' });
      return found.bytes.slice(from, to);
    },
    write: async (key, bytes) => {
      requests.write++;
      objects.set(key, { bytes: bytes.slice(), writtenAt: Date.now() });
    },
    remove: async (keys) => {
      requests.remove++;
      for (const key of keys) objects.delete(key);
    },
    list: async (prefix) => {
      requests.list++;
      return [...objects].flatMap(([key, { writtenAt }]) => (key.startsWith(prefix) ? [{ key, writtenAt }] : []));
    },
  };
  return { objects, requests, blobs, store: new SegmentStore(blobs) };
};

/** What the index should hold of a record, with the texts of its pieces. */
export const entryOf = (
  searched: Searched,
  pieces: readonly { text: string; pages?: string; vector: ArrayLike<number> | null }[] = [],
): Entry => {
  const rows = entityRowsOf(searched);
  const { owner, version, chunked } = rows[0]!;
  const told = pieces.map(({ text, pages = '[]', vector }) => ({ text, pages, vector, words: indexedWords(text) }));
  return { owner, version, chunked, rows, pieces: told };
};

/** Adds entries to an index as a worker does; returns its segments. */
export const addEntries = async (
  place: { blobs: Blobs; store: SegmentStore },
  folder: string,
  segments: readonly SegmentRef[],
  entries: readonly Entry[],
  dimensions: number,
): Promise<SegmentRef[]> => {
  const draft = draftOf(entries, dimensions);
  const first = mergedWith(segments, draft.rows.length + draft.texts.length);
  const ref = await writeSegment(place, folder, segments.slice(first), [draft], first === 0);
  return [...segments.slice(0, first), ref];
};

/** A view of an index and of rows changed since it was written. */
export const viewOf = async (
  index: { store: SegmentStore; folder: string; segments: readonly SegmentRef[]; model: string } | undefined,
  { entities = [], chunks = [] }: { entities?: EntityRow[]; chunks?: ChunkRow[] } = {},
): Promise<IndexView> => {
  const opened = index && (await openSegments(index.store, index.folder, index.segments));
  const vocabulary = new Vocabulary();
  for (const { terms } of opened?.heads ?? []) for (const term of terms) vocabulary.add(term);
  for (const { words } of [...entities, ...chunks]) for (const word of words.split(' ')) vocabulary.add(word);
  return {
    state: index && ({ model: index.model } as IndexView['state']),
    ...{ index: opened?.index, vocabulary, entities, chunks, behind: 0 },
    fresh: new Map(entities.map((row) => [row.owner, row])),
    hidden: { rows: new Set(entities.map(({ owner }) => owner)), pieces: new Set(), projects: new Set() },
  };
};
