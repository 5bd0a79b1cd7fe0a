import type { Clause } from '../../domain/search/clauses.ts';
import { meets } from '../../domain/search/clauses.ts';
import type { ChunkRow, EntityRow } from '../../domain/search/rows.ts';
import { chunkedOf, chunkRowsOf, entityRowsOf } from '../../domain/search/rows.ts';
import { Vocabulary } from '../../domain/search/vocabulary.ts';
import { chunkPages } from '../../domain/text/index.ts';
import { errorFields, log } from '../../log.ts';
import { folderOf } from './folders.ts';
import { type OrganizationIndex, openIndex } from './lance.ts';
import { RecentChanges } from './overlay.ts';
import type { Place } from './place.ts';
import { type BuiltState, isBuilt, readState } from './state.ts';

interface Opened {
  generation: string;
  index: OrganizationIndex;
  vocabulary: Vocabulary;
  /** The state's revision whose words are known. */
  revision: number;
}

/** Organizations whose indexes one process keeps open. */
const MOST_OPEN = 50;

/** An organization's index with what changed since. */
export interface View {
  state: BuiltState | undefined;
  index: OrganizationIndex | undefined;
  vocabulary: Vocabulary;
  /** Rows of changed records that the index does not hold as they stand, and pieces of their contents. */
  entities: EntityRow[];
  chunks: ChunkRow[];
  /** Leaves out what the index holds of changed records, and of projects that have gone. */
  entityClauses: Clause[];
  chunkClauses: Clause[];
  /** Whether a row of the index may be shown: its record may have changed in what it is filtered by. */
  stands(chunk: Pick<ChunkRow, 'owner'>, clauses: readonly Clause[]): boolean;
  /** Milliseconds since the oldest change that the index does not hold; 0 where it holds all. */
  behind: number;
}

/** Opens indexes for reading and brings each up to the moment of the request. */
export class IndexReader {
  readonly #place: Place;
  readonly #changes: RecentChanges;
  readonly #open = new Map<string, Opened>();

  constructor(place: Place) {
    this.#place = place;
    this.#changes = new RecentChanges(place.table);
  }

  /** Lets go of an index, which is opened again by the next reader. */
  forget(organizationId: string): void {
    this.#open.get(organizationId)?.index.close();
    this.#open.delete(organizationId);
  }

  async view(organizationId: string): Promise<View> {
    const found = await readState(this.#place.table, organizationId);
    const built = isBuilt(found, Date.now()) ? found : undefined;
    const opened = built && (await this.#openedAsStanding(organizationId, built));
    const state = opened?.state;
    const records = await this.#changes.read(organizationId, state?.read_at);
    const owners = [...records.keys()];
    const indexed = new Map(
      opened && owners.length > 0
        ? (await opened.index.entities.rows([{ column: 'owner', in: owners }], ['owner', 'version', 'chunked'])).map(
            (row) => [row.owner, row],
          )
        : [],
    );
    const vocabulary = opened?.vocabulary ?? new Vocabulary();
    const entities: EntityRow[] = [];
    const chunks: ChunkRow[] = [];
    const [stale, withoutPieces, goneProjects]: [string[], string[], string[]] = [[], [], []];
    const fresh = new Map<string, EntityRow>();
    for (const [owner, { named, searched }] of records) {
      const row = indexed.get(owner);
      if (!searched) {
        if (named.kind === 'project') goneProjects.push(named.id);
        if (row) withoutPieces.push(owner);
        if (row) stale.push(owner);
        continue;
      }
      if (row?.version === searched.record.write_id) continue;
      stale.push(owner);
      const rows = entityRowsOf(searched);
      entities.push(...rows);
      if (rows[0]) fresh.set(owner, rows[0]);
      if (searched.kind !== 'document') continue;
      const isSameContent = row && contentOf(row.chunked) === contentOf(chunkedOf(searched.record));
      if (isSameContent) continue;
      withoutPieces.push(owner);
      const text = searched.record.content_excerpt;
      if (!text) continue;
      const pieces = chunkPages([{ page: 1, text }]);
      chunks.push(
        ...chunkRowsOf(
          searched.record,
          pieces.map(({ index, text }) => ({ index, text, pages: [], vector: null })),
        ),
      );
    }
    for (const { words } of [...entities, ...chunks]) for (const word of words.split(' ')) vocabulary.add(word);
    const projectClauses: Clause[] = goneProjects.length > 0 ? [{ column: 'project_id', notIn: goneProjects }] : [];
    return {
      state,
      index: opened?.index,
      vocabulary,
      entities,
      chunks,
      entityClauses: [...projectClauses, { column: 'owner', notIn: stale }],
      chunkClauses: [...projectClauses, { column: 'owner', notIn: withoutPieces }],
      stands: ({ owner }, clauses) => {
        const row = fresh.get(owner);
        return row === undefined || meets(row, clauses);
      },
      behind: entities.length > 0 && state ? Date.now() - state.read_at : 0,
    };
  }

  /** Opens the index; one that was built anew meanwhile is opened afresh, one that has gone is none. */
  async #openedAsStanding(organizationId: string, state: BuiltState) {
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
      log('error', 'An index does not open', { organization_id: organizationId, ...errorFields(error) });
      return undefined;
    }
  }

  async #opened(organizationId: string, state: BuiltState): Promise<Opened> {
    let opened = this.#open.get(organizationId);
    if (opened?.generation !== state.generation) {
      this.forget(organizationId);
      const { generation } = state;
      const index = await openIndex(folderOf(this.#place.root, organizationId, generation));
      opened = { generation, index, vocabulary: new Vocabulary(), revision: -1 };
    }
    this.#open.delete(organizationId);
    this.#open.set(organizationId, opened);
    for (const [first] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break;
      this.forget(first);
    }
    if (opened.revision !== state.revision) {
      const { entities, chunks, words } = opened.index;
      await Promise.all([entities, chunks, words].map((each) => each.refresh()));
      // Words of a batch that was read before it was whole are asked for again.
      const rows = await words.rows([{ column: 'batch', atLeast: opened.revision }], ['key']);
      for (const { key } of rows) opened.vocabulary.add(key);
      opened.revision = state.revision;
    }
    return opened;
  }
}

/** The part of `chunked` that says which content and run the pieces are of, without what they are filtered by. */
const contentOf = (chunked: string): string =>
  chunked === '' ? '' : JSON.stringify((JSON.parse(chunked) as unknown[]).slice(0, 4));
