import { indexedWords } from '../../domain/search/analyse.ts';
import type { Searched } from '../../domain/search/rows.ts';
import { entityRowsOf, ownerOf } from '../../domain/search/rows.ts';
import type { IndexTools } from '../../ports.ts';
import type { Place } from './place.ts';
import { type Named, readSearched } from './read-searched.ts';
import { draftOf, type Entry } from './segments/draft.ts';
import type { OpenedIndex } from './segments/opened.ts';
import type { Content } from './segments/segment.ts';
import type { SegmentRef } from './segments/store.ts';
import { mergedTogether, mergedWith, writeSegment } from './segments/write-segment.ts';

/** Records that are read at once, and documents whose pieces are. */
const RECORDS = 100;
const DOCUMENTS = 16;
/** Pieces from which on what was collected is written. */
const PIECES = 20_000;

/** One worker's writing of the segments of an index, while it holds it. Nothing counts until `saveState` names them. */
export class Writing {
  readonly #place: Place;
  readonly #organizationId: string;
  readonly #tools: IndexTools;
  readonly #folder: string;
  readonly #dimensions: number;
  /** What the index held before; undefined for one that is built from nothing, in which nothing is looked up. */
  readonly #standing: OpenedIndex | undefined;
  readonly #entries = new Map<string, Entry>();
  #pieces = 0;
  /** The segments as they are to be, the older ones first, and those that are no longer among them. */
  segments: SegmentRef[];
  left: string[] = [];

  constructor(
    place: Place,
    organizationId: string,
    tools: IndexTools,
    index: { folder: string; dimensions: number; segments: readonly SegmentRef[] },
    standing: OpenedIndex | undefined,
  ) {
    this.#place = place;
    this.#organizationId = organizationId;
    this.#tools = tools;
    this.#folder = index.folder;
    this.#dimensions = index.dimensions;
    this.segments = [...index.segments];
    this.#standing = standing;
  }

  /** True when so much was collected that it is to be written. */
  get isFull(): boolean {
    return this.#pieces >= PIECES || this.#entries.size >= PIECES;
  }

  /** True when something was collected that is not written. */
  get hasMore(): boolean {
    return this.#entries.size > 0;
  }

  /** Collects what the table says of some records, at most `RECORDS` of them. */
  async add(named: readonly Named[]): Promise<void> {
    this.#tools.signal.throwIfAborted();
    const searched = await readSearched(this.#place.table, this.#organizationId, named);
    for (const { kind, id } of named) {
      const owner = ownerOf(kind, id);
      if (searched.has(owner)) continue;
      if (this.#standing?.owner(owner)) this.#take(goneEntry(owner));
      if (kind === 'project') this.#removeProject(id);
    }
    const changed = [...searched].filter(
      ([owner, { record }]) => this.#standing?.owner(owner)?.version !== record.write_id,
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
    for (const { row, owner } of this.#standing?.rows() ?? []) if (row.project_id === projectId) inside.add(owner);
    for (const owner of inside) this.#take(goneEntry(owner));
    for (const [owner, { rows }] of this.#entries) {
      if (rows[0]?.project_id === projectId) this.#take(goneEntry(owner));
    }
  }

  async #entryOf(owner: string, one: Searched): Promise<Entry> {
    const rows = entityRowsOf(one);
    const { version = '', chunked = '' } = rows[0] ?? {};
    const entry: Entry = { owner, version, chunked, rows, pieces: undefined };
    if (one.kind !== 'document' || (this.#standing?.owner(owner)?.chunked ?? '') === chunked) return entry;
    const pieces = chunked === '' ? [] : await this.#tools.piecesOf(one.record);
    return {
      ...entry,
      pieces: pieces.map(({ pages, text, vector }) => ({
        ...{ pages: JSON.stringify(pages), text, vector },
        words: indexedWords(text),
      })),
    };
  }

  /** Writes what was collected as one segment, merged with those before it that have become small beside it. */
  async flush(): Promise<void> {
    if (this.#entries.size === 0) return;
    const draft = draftOf([...this.#entries.values()], this.#dimensions);
    this.#entries.clear();
    this.#pieces = 0;
    await this.#write(mergedWith(this.segments, draft.rows.length + draft.texts.length), [draft]);
  }

  /** Merges all segments that are small enough into as few as may be. */
  async compact(): Promise<void> {
    const first = mergedTogether(this.segments);
    if (this.segments.length - first > 1) await this.#write(first, []);
  }

  /** Writes the segments from `first` on and what is new as one. */
  async #write(first: number, added: readonly Content[]): Promise<void> {
    this.#tools.signal.throwIfAborted();
    const merged = this.segments.slice(first);
    const ref = await writeSegment(this.#place, this.#folder, merged, added, first === 0);
    this.segments = [...this.segments.slice(0, first), ref];
    this.left.push(...merged.map(({ id }) => `${this.#folder}/${id}`));
  }
}

const goneEntry = (owner: string): Entry => ({ owner, version: '', chunked: '', rows: [], pieces: [] });

/** A list in parts of at most so many records as `Writing.add` takes. */
export const inBatches = function* (named: readonly Named[]): Generator<Named[]> {
  for (let start = 0; start < named.length; start += RECORDS) yield named.slice(start, start + RECORDS);
};
