import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { ChunkRow, EntityRow, Searched } from '../../domain/search/rows.ts';
import { chunkRowsOf, entityRowsOf, ownerOf } from '../../domain/search/rows.ts';
import type { IndexCheck, IndexTools } from '../../ports.ts';
import { projectPartition, REGISTER_PREFIX, searchedRecord, tombstoneKey } from '../../table/keys.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import type { Table } from '../clients/table.ts';
import { getItem, queryItems } from '../dynamodb/items.ts';
import { recordsRead } from '../records/read-records.ts';
import { readSearchChanges } from './changes.ts';
import { folderOf } from './folders.ts';
import { type OrganizationIndex, openIndex } from './lance.ts';
import { holdsIndex, openForWriting, removeIndex, type WrittenIndex } from './lance-write.ts';
import { OVERLAP, type Place } from './place.ts';
import { readChunks } from './read-chunks.ts';
import { type Named, readSearched } from './read-searched.ts';
import {
  extendHold,
  FORM,
  holdIndex,
  isBuilt,
  listIndex,
  readState,
  releaseIndex,
  type SearchState,
  saveState,
  unlistIndex,
} from './state.ts';

/** Records of one commit, and pieces of their contents. */
const RECORDS = 1_000;
const PIECES = 4_000;
/** Milliseconds for which the index is held, and after which the hold is extended. */
const HOLD = 30_000;

const SORTED = z.object({ sk: z.string() });

/** Every searched record of an organization, project by project. */
async function* allNamed(table: Table, organizationId: string): AsyncGenerator<Named[]> {
  const projects = await recordsRead(table, PROJECTS).ids(organizationId, { list: 'inOrganization' });
  for (const parent of projects) {
    const range = { partition: projectPartition(organizationId, parent), prefix: REGISTER_PREFIX, fields: ['sk'] };
    const [entries, tasks] = await Promise.all([
      queryItems(table, SORTED, range),
      recordsRead(table, TASKS).ids(organizationId, { list: 'inProject', parent }),
    ]);
    yield [
      { kind: 'project', id: parent },
      ...entries.map(
        ({ sk }): Named => ({ kind: 'document', id: decodeURIComponent(sk.slice(REGISTER_PREFIX.length)) }),
      ),
      ...tasks.map((id): Named => ({ kind: 'task', id })),
    ];
  }
}

/** The same in lists of so many, but for the last one: each becomes a commit. */
async function* inBatches(all: AsyncIterable<readonly Named[]>, size: number): AsyncGenerator<Named[]> {
  let batch: Named[] = [];
  for await (const some of all) {
    batch.push(...some);
    while (batch.length >= size) {
      yield batch.slice(0, size);
      batch = batch.slice(size);
    }
  }
  if (batch.length > 0) yield batch;
}

const slices = function* <T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
};

/** One worker's writing of one organization's index, while it holds it. */
class Writing {
  readonly #place: Place;
  readonly #organizationId: string;
  readonly #tools: IndexTools;
  readonly #index: WrittenIndex;
  readonly #batch: number;

  /** @param batch of the words; 0 for an index that this run alone has written */
  constructor(place: Place, organizationId: string, tools: IndexTools, index: WrittenIndex, batch: number) {
    this.#place = place;
    this.#organizationId = organizationId;
    this.#tools = tools;
    this.#index = index;
    this.#batch = batch;
  }

  /** Brings the rows of these records to what the table says. */
  async apply(named: readonly Named[]): Promise<void> {
    for (const some of slices(named, RECORDS)) {
      this.#tools.signal.throwIfAborted();
      await this.#applySome(some);
    }
  }

  async #applySome(named: readonly Named[]): Promise<void> {
    const owners = named.map(({ kind, id }) => ownerOf(kind, id));
    const [searched, rows] = await Promise.all([
      readSearched(this.#place.table, this.#organizationId, named),
      this.#index.entities.rows([{ column: 'owner', in: owners }], ['owner', 'version', 'chunked']),
    ]);
    const indexed = new Map(rows.map((row) => [row.owner, row]));
    const gone = owners.filter((owner) => !searched.has(owner));
    await this.#remove(named, gone, indexed);
    const changed = [...searched].filter(([owner, { record }]) => indexed.get(owner)?.version !== record.write_id);
    await this.#replace(changed, indexed);
  }

  async #remove(
    named: readonly Named[],
    gone: readonly string[],
    indexed: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    const left = new Set(gone);
    const projects = named.filter(({ kind, id }) => kind === 'project' && left.has(ownerOf(kind, id)));
    const ids = projects.map(({ id }) => id);
    // Pieces go first: as long as the row is there, a run that was interrupted is made good by the next one.
    await this.#index.chunks.replace('project_id', ids, []);
    await this.#index.entities.replace('project_id', ids, []);
    const owners = gone.filter((owner) => indexed.has(owner));
    await this.#index.chunks.replace('owner', owners, []);
    await this.#index.entities.replace('owner', owners, []);
  }

  async #replace(
    changed: readonly (readonly [owner: string, searched: Searched])[],
    indexed: ReadonlyMap<string, Pick<EntityRow, 'chunked'>>,
  ): Promise<void> {
    // Of an index that others have written, pieces may be there without their record: a run may have been killed.
    const isNew = this.#batch === 0 && changed.every(([owner]) => !indexed.has(owner));
    let owners: string[] = [];
    let chunks: ChunkRow[] = [];
    const flush = async () => {
      await this.#addWords(chunks);
      if (isNew) await this.#index.chunks.add(chunks);
      else await this.#index.chunks.replace('owner', owners, chunks);
      [owners, chunks] = [[], []];
    };
    const entities: EntityRow[] = [];
    for (const [owner, one] of changed) {
      const rows = entityRowsOf(one);
      entities.push(...rows);
      if (one.kind !== 'document' || (indexed.get(owner)?.chunked ?? '') === (rows[0]?.chunked ?? '')) continue;
      this.#tools.signal.throwIfAborted();
      owners.push(owner);
      chunks.push(...chunkRowsOf(one.record, await readChunks(this.#place.table, one.record, this.#tools)));
      if (chunks.length >= PIECES) await flush();
    }
    await flush();
    await this.#addWords(entities);
    if (isNew) return this.#index.entities.add(entities);
    const all = changed.map(([owner]) => owner);
    await this.#index.entities.replace('owner', all, entities);
  }

  /** Tells readers of words that they do not know yet. */
  async #addWords(rows: readonly { words: string }[]): Promise<void> {
    const words = new Set(rows.flatMap((row) => row.words.split(' ')));
    words.delete('|');
    words.delete('');
    await this.#index.words.addMissing([...words].map((key) => ({ key, batch: this.#batch })));
  }
}

const distinct = (sorts: readonly string[]): Named[] => {
  const named = new Map<string, Named>();
  for (const sort of sorts) {
    const { kind, id } = searchedRecord(sort) as Named;
    named.set(ownerOf(kind, id), { kind, id });
  }
  return [...named.values()];
};

/** Builds the index anew beside the one that stands, which readers have until it is whole. */
const build = async (place: Place, organizationId: string, state: SearchState, tools: IndexTools) => {
  const { table, root } = place;
  const generation = randomUUID();
  const [probe = []] = await tools.embedder.embed(['dimensions']);
  const dimensions = probe.length;
  const remove = (former: string) => removeIndex(folderOf(root, organizationId, former));
  if (state.building !== undefined && state.building !== state.generation) await remove(state.building);
  await saveState(table, organizationId, tools.owner, { building: generation });
  const read_at = Date.now();
  const index = await openForWriting(folderOf(root, organizationId, generation), dimensions);
  try {
    const writing = new Writing(place, organizationId, tools, index, 0);
    for await (const named of inBatches(allNamed(table, organizationId), RECORDS)) await writing.apply(named);
    await Promise.all([index.entities.keepUp(), index.chunks.keepUp()]);
  } finally {
    index.close();
  }
  await listIndex(table, organizationId);
  const built = { generation, form: FORM, model: tools.embedder.model, dimensions, read_at };
  const saved = await saveState(table, organizationId, tools.owner, built);
  if (state.generation !== undefined) await remove(state.generation);
  return saved;
};

/** Takes in what changed since the index was last written. */
const follow = async (place: Place, organizationId: string, state: SearchState, tools: IndexTools) => {
  const stands =
    isBuilt(state, Date.now()) &&
    state.model === tools.embedder.model &&
    (await holdsIndex(folderOf(place.root, organizationId, state.generation)));
  if (!stands) return build(place, organizationId, state, tools);
  const read_at = Date.now();
  const sorts = await readSearchChanges(place.table, organizationId, state.read_at - OVERLAP);
  const index = await openForWriting(folderOf(place.root, organizationId, state.generation), state.dimensions);
  try {
    await new Writing(place, organizationId, tools, index, state.revision + 1).apply(distinct(sorts));
    await Promise.all([index.entities.keepUp(), index.chunks.keepUp()]);
  } finally {
    index.close();
  }
  return saveState(place.table, organizationId, tools.owner, { read_at });
};

/** Removes the index of a deleted organization, whatever was to be done on it. */
const removeAll = async ({ table, root }: Place, organizationId: string, state: SearchState, owner: string) => {
  for (const folder of new Set([state.building, state.generation])) {
    if (folder !== undefined) await removeIndex(folderOf(root, organizationId, folder));
  }
  await unlistIndex(table, organizationId, owner);
};

/** Does a work on an index while no other worker writes it. False where one does, which then goes on. */
const held = async (
  place: Place,
  organizationId: string,
  tools: IndexTools,
  work: (state: SearchState) => Promise<SearchState>,
): Promise<boolean> => {
  const { table } = place;
  const { owner } = tools;
  const until = () => Date.now() + HOLD;
  let state = await holdIndex(table, organizationId, owner, Date.now(), until());
  if (!state) return false;
  if (await getItem(table, z.unknown(), tombstoneKey(organizationId))) {
    await removeAll(place, organizationId, state, owner);
    return true;
  }
  const timer = setInterval(() => void extendHold(table, organizationId, owner, until()).catch(() => {}), HOLD / 3);
  try {
    for (;;) {
      const { asked } = state;
      state = await work(state);
      // What was asked for since this run began to read may not be in it.
      if (await releaseIndex(table, organizationId, owner, asked)) return true;
    }
  } catch (error) {
    await releaseIndex(table, organizationId, owner).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
};

export const catchUp = (place: Place, organizationId: string, tools: IndexTools): Promise<boolean> =>
  held(place, organizationId, tools, (state) => follow(place, organizationId, state, tools));

export const rebuild = async (place: Place, organizationId: string, tools: IndexTools): Promise<boolean> => {
  let isBuiltAnew = false;
  return held(place, organizationId, tools, async (state) => {
    const next = await (isBuiltAnew ? follow : build)(place, organizationId, state, tools);
    isBuiltAnew = true;
    return next;
  });
};

/** Joins the small files that many commits leave, and takes all rows into the indexes. */
export const compact = (place: Place, organizationId: string, tools: IndexTools): Promise<boolean> =>
  held(place, organizationId, tools, async (state) => {
    const next = await follow(place, organizationId, state, tools);
    if (!isBuilt(next, Date.now())) return next;
    const index = await openForWriting(folderOf(place.root, organizationId, next.generation), next.dimensions);
    try {
      for (const part of [index.entities, index.chunks, index.words]) await part.compact();
    } finally {
      index.close();
    }
    return saveState(place.table, organizationId, tools.owner, { compacted: next.revision });
  });

/** How the rows of an index compare with the records of the table. */
const compare = async (
  { table }: Place,
  organizationId: string,
  model: string,
  index: OrganizationIndex,
): Promise<IndexCheck> => {
  const answer: IndexCheck = { model, records: 0, chunks: 0, missing: [], outdated: [], superfluous: [] };
  const rows = await index.entities.rows([], ['owner', 'version', 'chunked']);
  const indexed = new Map(rows.map((row) => [row.owner, row]));
  answer.chunks = await index.chunks.count();
  for await (const named of inBatches(allNamed(table, organizationId), RECORDS)) {
    for (const [owner, one] of await readSearched(table, organizationId, named)) {
      answer.records++;
      const row = indexed.get(owner);
      indexed.delete(owner);
      if (!row) answer.missing.push(owner);
      else if (row.version !== one.record.write_id) answer.outdated.push(owner);
    }
  }
  answer.superfluous.push(...indexed.keys());
  return answer;
};

/**
 * Holds each row of the index against the table; undefined where there is none. What is under way differs; an index that
 * was built anew meanwhile is looked at instead of the one that went.
 */
export const check = async (place: Place, organizationId: string): Promise<IndexCheck | undefined> => {
  for (;;) {
    const state = await readState(place.table, organizationId);
    if (!isBuilt(state, Date.now())) return undefined;
    const folder = folderOf(place.root, organizationId, state.generation);
    let index: OrganizationIndex | undefined;
    try {
      index = await openIndex(folder);
      return await compare(place, organizationId, state.model, index);
    } catch (error) {
      const isTheSame = (await readState(place.table, organizationId))?.generation === state.generation;
      if (isTheSame && (await holdsIndex(folder))) throw error;
      if (isTheSame) return undefined;
    } finally {
      index?.close();
    }
  }
};
