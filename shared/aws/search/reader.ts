import type { ChunkRow, EntityRow } from '../../domain/search/rows.ts';
import { chunkedOf, chunkRowsOf, entityRowsOf } from '../../domain/search/rows.ts';
import { Vocabulary } from '../../domain/search/search-vocabulary.ts';
import { chunkPages } from '../../domain/text/index.ts';
import { errorFields, log } from '../../log.ts';
import { shareNext } from '../../share-next.ts';
import { folderOf } from './folders.ts';
import type { ReadPlace } from './index-place.ts';
import { RecentChanges } from './overlay.ts';
import { type OpenedIndex, openSegments } from './segments/opened.ts';
import { type BuiltState, isBuilt, readState } from './state.ts';

interface Opened {
  generation: string;
  /** The revision of the state whose segments are open. */
  revision: number;
  index: OpenedIndex;
  vocabulary: Vocabulary;
  /** Segments whose words are in the vocabulary. */
  known: Set<string>;
}

/** Organizations whose indexes one process keeps open. */
const MOST_OPEN = 50;

/** An organization's index together with recent changes. */
export interface IndexView {
  state: BuiltState | undefined;
  index: OpenedIndex | undefined;
  vocabulary: Vocabulary;
  /** Rows of changed records that the index does not contain in their current state, and the pieces of their text. */
  entities: EntityRow[];
  chunks: ChunkRow[];
  /** The first of these rows of each record, by owner. */
  fresh: ReadonlyMap<string, EntityRow>;
  /**
   * The outdated contents of the index: records whose rows are hidden, records whose pieces are, and deleted projects.
   */
  hidden: { rows: ReadonlySet<string>; pieces: ReadonlySet<string>; projects: ReadonlySet<string> };
  /** Milliseconds since the index was last written, if there are changes that it does not contain; else 0. */
  behind: number;
}

/** Returns whether a row of the index is up to date. */
export const isShown = ({ hidden }: IndexView, row: { project_id: string }, owner: string): boolean =>
  !hidden.rows.has(owner) && !hidden.projects.has(row.project_id);

/** Makes the entry the most recently used one of the map, and removes the least recently used ones beyond `most`. */
const keepRecent = <V>(map: Map<string, V>, key: string, value: V, most: number): void => {
  map.delete(key);
  map.set(key, value);
  for (const first of map.keys()) {
    if (map.size <= most) break;
    map.delete(first);
  }
};

/** Opens indexes for reading and combines each with the changes up to the request. */
export class IndexReader {
  readonly #place: ReadPlace;
  readonly #changes: RecentChanges;
  readonly #open = new Map<string, Opened>();
  readonly #views = new Map<string, () => Promise<IndexView>>();

  constructor(place: ReadPlace) {
    this.#place = place;
    this.#changes = new RecentChanges(place.table);
  }

  /** Closes an index; the next reader opens it again. */
  forget(organizationId: string): void {
    this.#open.delete(organizationId);
  }

  /** Returns a view with every change confirmed before this call. Calls at the same time share one. */
  view(organizationId: string): Promise<IndexView> {
    const view = this.#views.get(organizationId) ?? shareNext(() => this.#read(organizationId));
    keepRecent(this.#views, organizationId, view, MOST_OPEN);
    return view();
  }

  async #read(organizationId: string): Promise<IndexView> {
    const found = await readState(this.#place.table, organizationId);
    const built = isBuilt(found, Date.now()) ? found : undefined;
    const opened = built && (await this.#openCurrent(organizationId, built));
    const state = opened?.state;
    const records = await this.#changes.read(organizationId, state?.read_at);
    const vocabulary = opened?.vocabulary ?? new Vocabulary();
    const entities: EntityRow[] = [];
    const chunks: ChunkRow[] = [];
    const hidden = { rows: new Set<string>(), pieces: new Set<string>(), projects: new Set<string>() };
    const fresh = new Map<string, EntityRow>();
    for (const [owner, { named, searched }] of records) {
      const row = opened?.index.owner(owner);
      if (!searched) {
        if (named.kind === 'project') hidden.projects.add(named.id);
        hidden.pieces.add(owner);
        hidden.rows.add(owner);
        continue;
      }
      if (row?.version === searched.record.write_id) continue;
      hidden.rows.add(owner);
      const rows = entityRowsOf(searched);
      entities.push(...rows);
      if (rows[0]) fresh.set(owner, rows[0]);
      if (searched.kind !== 'document') continue;
      const isSameContent = row && contentOf(row.chunked) === contentOf(chunkedOf(searched.record));
      if (isSameContent) continue;
      hidden.pieces.add(owner);
      const text = searched.record.content_excerpt;
      if (!text) continue;
      const pieces = chunkPages([{ page: 1, text }]);
      chunks.push(
        ...chunkRowsOf(
          searched.record,
          pieces.map(({ index, text }) => ({ index, text, pages: [] })),
        ),
      );
    }
    for (const { words } of [...entities, ...chunks]) for (const word of words.split(' ')) vocabulary.add(word);
    return {
      ...{ state, index: opened?.index, vocabulary, entities, chunks, fresh, hidden },
      behind: entities.length > 0 && state ? Date.now() - state.read_at : 0,
    };
  }

  /**
   * Opens the index. An index that was rebuilt in the meantime is opened again; one that no longer exists counts as missing.
   */
  async #openCurrent(organizationId: string, state: BuiltState) {
    try {
      return { ...(await this.#opened(organizationId, state)), state };
    } catch {
      this.forget(organizationId);
    }
    const again = await readState(this.#place.table, organizationId);
    if (!isBuilt(again, Date.now())) return undefined;
    try {
      return { ...(await this.#opened(organizationId, again)), state: again };
    } catch (error) {
      log('error', 'A search index could not be opened', { organization_id: organizationId, ...errorFields(error) });
      return undefined;
    }
  }

  async #opened(organizationId: string, state: BuiltState): Promise<Opened> {
    let opened = this.#open.get(organizationId);
    if (opened?.generation !== state.generation || opened.revision !== state.revision) {
      const { generation, revision, segments } = state;
      const folder = folderOf(organizationId, generation);
      const { index, heads } = await openSegments(this.#place.store, folder, segments);
      const isSame = opened?.generation === generation;
      const { vocabulary, known } = isSame ? opened! : { vocabulary: new Vocabulary(), known: new Set<string>() };
      for (const [i, { id }] of segments.entries()) {
        if (!known.has(id)) for (const term of heads[i]!.terms) vocabulary.add(term);
        known.add(id);
      }
      opened = { generation, revision, index, vocabulary, known };
    }
    keepRecent(this.#open, organizationId, opened, MOST_OPEN);
    return opened;
  }
}

/**
 * Returns the part of `chunked` that identifies the content and the run of the pieces, without the fields they are
 * filtered by.
 */
const contentOf = (chunked: string): string =>
  chunked === '' ? '' : JSON.stringify((JSON.parse(chunked) as unknown[]).slice(0, 4));
