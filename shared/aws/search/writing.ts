import { indexedWords } from '../../domain/search/analyse.ts';
import type { Searched } from '../../domain/search/rows.ts';
import { entityRowsOf, headedText, ownerOf } from '../../domain/search/rows.ts';
import type { IndexTools } from '../../ports.ts';
import type { IndexPlace } from './index-place.ts';
import { type Named, readSearched } from './read-searched.ts';
import { draftOf, type Entry } from './segments/draft.ts';
import type { OpenedIndex } from './segments/opened.ts';
import type { SegmentContent } from './segments/segment.ts';
import type { SegmentRef } from './segments/segment-store.ts';
import { mergedTogether, mergedWith, writeSegment } from './segments/write-segment.ts';

/** Records read at once, and documents whose pieces are read at once. */
const RECORDS = 100;
const DOCUMENTS = 16;
/** The number of collected pieces or records at which they are written. */
const PIECES = 20_000;

/**
 * Writes segments of an index for the worker that holds it. They become part of the index when `saveState` names them.
 */
export class Writing {
  readonly #place: IndexPlace;
  readonly #organizationId: string;
  readonly #tools: IndexTools;
  readonly #folder: string;
  readonly #dimensions: number;
  /** The current index; undefined for an index that is built from scratch, in which nothing is looked up. */
  readonly #current: OpenedIndex | undefined;
  readonly #entries = new Map<string, Entry>();
  #pieces = 0;
  /** The new segments, oldest first, and the keys of those that they replace. */
  segments: SegmentRef[];
  left: string[] = [];

  constructor(
    place: IndexPlace,
    organizationId: string,
    tools: IndexTools,
    index: { folder: string; dimensions: number; segments: readonly SegmentRef[] },
    current: OpenedIndex | undefined,
  ) {
    this.#place = place;
    this.#organizationId = organizationId;
    this.#tools = tools;
    this.#folder = index.folder;
    this.#dimensions = index.dimensions;
    this.segments = [...index.segments];
    this.#current = current;
  }

  /** True if enough has been collected to be written. */
  get isFull(): boolean {
    return this.#pieces >= PIECES || this.#entries.size >= PIECES;
  }

  /** True if something has been collected but not written. */
  get hasMore(): boolean {
    return this.#entries.size > 0;
  }

  /** Reads some records from the table, at most `RECORDS`, and collects their contents. */
  async add(named: readonly Named[]): Promise<void> {
    this.#tools.signal.throwIfAborted();
    const searched = await readSearched(this.#place.table, this.#organizationId, named);
    for (const { kind, id } of named) {
      const owner = ownerOf(kind, id);
      if (searched.has(owner)) continue;
      if (this.#current?.owner(owner)) this.#take(deletedEntry(owner));
      if (kind === 'project') this.#removeProject(id);
    }
    const changed = [...searched].filter(
      ([owner, { record }]) => this.#current?.owner(owner)?.version !== record.write_id,
    );
    for (let start = 0; start < changed.length; start += DOCUMENTS) {
      this.#tools.signal.throwIfAborted();
      const some = changed.slice(start, start + DOCUMENTS);
      for (const entry of await Promise.all(some.map(([owner, one]) => this.#entryOf(owner, one)))) this.#take(entry);
    }
  }

  #take(entry: Entry): void {
    this.#pieces += (entry.pieces?.length ?? 0) - (this.#entries.get(entry.owner)?.pieces?.length ?? 0);
    this.#entries.set(entry.owner, entry);
  }

  #removeProject(projectId: string): void {
    const inside = new Set<string>();
    for (const { row, owner } of this.#current?.rows() ?? []) if (row.project_id === projectId) inside.add(owner);
    for (const owner of inside) this.#take(deletedEntry(owner));
    for (const [owner, { rows }] of this.#entries) {
      if (rows[0]?.project_id === projectId) this.#take(deletedEntry(owner));
    }
  }

  async #entryOf(owner: string, one: Searched): Promise<Entry> {
    const rows = entityRowsOf(one);
    const { version = '', chunked = '' } = rows[0] ?? {};
    const entry: Entry = { owner, version, chunked, rows, pieces: undefined };
    if (one.kind !== 'document' || (this.#current?.owner(owner)?.chunked ?? '') === chunked) return entry;
    const pieces = chunked === '' ? [] : await this.#tools.piecesOf(one.record);
    return {
      ...entry,
      pieces: pieces.map(({ pages, text, vector }) => ({
        ...{ pages: JSON.stringify(pages), text, vector },
        words: indexedWords(headedText(pages[0]?.section, text)),
      })),
    };
  }

  /** Writes what has been collected as one segment, merged with preceding segments of similar or smaller size. */
  async flush(): Promise<void> {
    if (this.#entries.size === 0) return;
    const draft = draftOf([...this.#entries.values()], this.#dimensions);
    this.#entries.clear();
    this.#pieces = 0;
    await this.#write(mergedWith(this.segments, draft.rows.length + draft.texts.length), [draft]);
  }

  /** Merges small segments into as few as possible. */
  async compact(): Promise<void> {
    const first = mergedTogether(this.segments);
    if (this.segments.length - first > 1) await this.#write(first, []);
  }

  /** Writes the segments from `first` on, and new contents, as one. */
  async #write(first: number, added: readonly SegmentContent[]): Promise<void> {
    this.#tools.signal.throwIfAborted();
    const merged = this.segments.slice(first);
    const ref = await writeSegment(this.#place, this.#folder, merged, added, first === 0);
    this.segments = [...this.segments.slice(0, first), ref];
    this.left.push(...merged.map(({ id }) => `${this.#folder}/${id}`));
  }
}

const deletedEntry = (owner: string): Entry => ({ owner, version: '', chunked: '', rows: [], pieces: [] });

/** Splits a list into batches that `Writing.add` accepts. */
export const batchesOf = function* (named: readonly Named[]): Generator<Named[]> {
  for (let start = 0; start < named.length; start += RECORDS) yield named.slice(start, start + RECORDS);
};
