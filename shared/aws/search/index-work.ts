import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ownerOf } from '../../domain/search/rows.ts';
import type { IndexCheck, IndexTools, IndexWork } from '../../ports.ts';
import { searchedRecord, tombstoneKey } from '../../table/keys.ts';
import { withSignal } from '../../with-signal.ts';
import { getItem } from '../dynamodb/items.ts';
import { allNamed } from './build-index.ts';
import { folderOf, folderOfOrganization } from './folders.ts';
import { type IndexPlace, OVERLAP } from './index-place.ts';
import { type Named, readSearched } from './read-searched.ts';
import { readSearchChanges } from './search-changes.ts';
import { type OpenedIndex, openSegments } from './segments/opened.ts';
import type { SegmentRef } from './segments/segment-store.ts';
import {
  type BuiltState,
  FORM,
  HOLD,
  HoldLost,
  holdIndex,
  holding,
  isBuilt,
  listIndex,
  readState,
  releaseIndex,
  type SearchState,
  saveState,
  unlistIndex,
} from './state.ts';
import { batchesOf, Writing } from './writing.ts';

/** Milliseconds for which segments that no longer belong to an index are kept: readers may have them open. */
const LEFT_FOR = 15 * 60_000;
/** Milliseconds after which an unreferenced segment must be from a worker that has ended. */
const UNNAMED_FOR = 3_600_000;

/** The context of one run. */
interface Running {
  place: IndexPlace;
  organizationId: string;
  tools: IndexTools;
}

const save = ({ place, organizationId, tools }: Running, change: Partial<SearchState>): Promise<SearchState> =>
  saveState(place.table, organizationId, tools.owner, change);

const isOutOfTime = ({ tools }: Running): boolean => Date.now() >= tools.until;

/** Returns the retired segments including `keys`, and removes those retired long ago. */
const retire = async (
  { place }: Running,
  state: SearchState,
  keys: readonly string[],
): Promise<SearchState['left']> => {
  const now = Date.now();
  const old = state.left.filter(({ at }) => now - at > LEFT_FOR);
  // A removal per commit would cost as much as the commit.
  const removed = old.length >= 8 || (old.length > 0 && keys.length === 0) ? old : [];
  if (removed.length > 0) await place.blobs.remove(removed.map(({ key }) => key));
  const dropped = new Set(removed);
  return [...state.left.filter((each) => !dropped.has(each)), ...keys.map((key) => ({ key, at: now }))];
};

const keysOf = (organizationId: string, generation: string, segments: readonly SegmentRef[]): string[] =>
  segments.map(({ id }) => `${folderOf(organizationId, generation)}/${id}`);

const distinct = (sorts: readonly string[]): Named[] => {
  const named = new Map<string, Named>();
  for (const sort of sorts) {
    const { kind, id } = searchedRecord(sort) as Named;
    named.set(ownerOf(kind, id), { kind, id });
  }
  return [...named.values()];
};

interface Target {
  generation: string;
  dimensions: number;
  read_at: number;
  segments: SegmentRef[];
}

/**
 * Indexes recent changes. If the run ends before all of them are indexed, what it has written is kept.
 * @param keep records the segments in the state
 * @returns the state, and whether every change up to the start is indexed
 */
const indexChanges = async (
  running: Running,
  target: Target,
  state: SearchState,
  keep: (segments: SegmentRef[], state: SearchState, left: string[], readAt?: number) => Promise<SearchState>,
): Promise<{ state: SearchState; isDone: boolean }> => {
  const { place, organizationId, tools } = running;
  const folder = folderOf(organizationId, target.generation);
  const read_at = Date.now();
  const sorts = await readSearchChanges(place.table, organizationId, target.read_at - OVERLAP);
  const { index: opened } = await openSegments(place.store, folder, target.segments);
  const writing = new Writing(place, organizationId, tools, { folder, ...target }, opened);
  let kept = state;
  for (const named of batchesOf(distinct(sorts))) {
    await writing.add(named);
    // A run that is out of time stops only after it has written something new, since the next run has to read again what
    // the index already contained.
    if (!writing.isFull && !(isOutOfTime(running) && writing.hasMore)) continue;
    await writing.flush();
    kept = await keep(writing.segments, kept, writing.left.splice(0));
    if (isOutOfTime(running)) return { state: kept, isDone: false };
  }
  await writing.flush();
  return { state: await keep(writing.segments, kept, writing.left, read_at), isDone: true };
};

/** Brings the current index up to date. */
const follow = (running: Running, state: BuiltState): Promise<{ state: SearchState; isDone: boolean }> =>
  indexChanges(running, state, state, async (segments, former, left, readAt) =>
    save(running, {
      segments,
      left: await retire(running, former, left),
      ...(readAt !== undefined && { read_at: readAt }),
    }),
  );

/** Starts building a new index; readers keep using the current one until the new one is complete. */
const begin = async (running: Running, state: SearchState): Promise<SearchState> => {
  const { organizationId, tools } = running;
  const [probe = []] = await tools.embedder.embed(['dimensions']);
  const former = state.rebuild ? keysOf(organizationId, state.rebuild.generation, state.rebuild.segments) : [];
  return save(running, {
    left: await retire(running, state, former),
    rebuild: {
      ...{ generation: randomUUID(), form: FORM, model: tools.embedder.model, dimensions: probe.length },
      ...{ read_at: Date.now(), after: null, records: 0, segments: [] },
    },
  });
};

/** Continues building the new index. Each commit is a checkpoint from which another run can continue. */
const build = async (running: Running, given: SearchState): Promise<{ state: SearchState; isDone: boolean }> => {
  const { place, organizationId, tools } = running;
  let state = given;
  let rebuild = state.rebuild!;
  const index = { folder: folderOf(organizationId, rebuild.generation), ...rebuild };
  const writing = new Writing(place, organizationId, tools, index, undefined);
  const checkpoint = async () => {
    await writing.flush();
    rebuild = { ...rebuild, segments: writing.segments };
    state = await save(running, { rebuild, left: await retire(running, state, writing.left.splice(0)) });
  };
  for await (const { named, last } of allNamed(place.table, organizationId, rebuild.after)) {
    await writing.add(named);
    rebuild = { ...rebuild, after: last, records: rebuild.records + named.length };
    if (!writing.isFull && !isOutOfTime(running)) continue;
    await checkpoint();
    if (isOutOfTime(running)) return { state, isDone: false };
  }
  await checkpoint();
  // Index what has changed since the build started before readers switch to the new index.
  const caughtUp = await indexChanges(running, rebuild, state, async (segments, former, left, readAt) => {
    rebuild = { ...rebuild, segments, ...(readAt !== undefined && { read_at: readAt }) };
    return save(running, { rebuild, left: await retire(running, former, left) });
  });
  if (!caughtUp.isDone) return caughtUp;
  state = caughtUp.state;
  await listIndex(place.table, organizationId);
  const { generation, form, model, dimensions, read_at, segments } = rebuild;
  const former = state.generation === undefined ? [] : keysOf(organizationId, state.generation, state.segments);
  const built = { generation, form, model, dimensions, read_at, segments, rebuild: undefined };
  return { state: await save(running, { ...built, left: await retire(running, state, former) }), isDone: true };
};

/** Opens the current index; undefined if there is none that readers may use, or if one of its segments is missing. */
const openCurrent = async (
  { store }: IndexPlace,
  organizationId: string,
  state: SearchState | undefined,
): Promise<{ state: BuiltState; index: OpenedIndex } | undefined> => {
  if (!isBuilt(state, Date.now())) return undefined;
  try {
    const { index } = await openSegments(store, folderOf(organizationId, state.generation), state.segments);
    return { state, index };
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
};

/** Brings the index up to date and continues a build in progress. */
const advance = async (running: Running, given: SearchState): Promise<{ state: SearchState; isDone: boolean }> => {
  const { place, organizationId, tools } = running;
  let state = given;
  const current = await openCurrent(place, organizationId, state);
  if (current) {
    const followed = await follow(running, current.state);
    state = followed.state;
    if (!followed.isDone) return followed;
  }
  const { rebuild } = state;
  const isOfUse = rebuild?.model === tools.embedder.model && rebuild.form === FORM;
  if (isOfUse) return build(running, state);
  if (rebuild || !current || state.model !== tools.embedder.model) return build(running, await begin(running, state));
  return { state, isDone: true };
};

/** Removes the indexes of a deleted organization. */
const removeAll = async ({ table, blobs }: IndexPlace, organizationId: string, owner: string): Promise<void> => {
  const objects = await blobs.list(`${folderOfOrganization(organizationId)}/`);
  if (objects.length > 0) await blobs.remove(objects.map(({ key }) => key));
  await unlistIndex(table, organizationId, owner);
};

/** Runs `work` on an index while holding its lease. */
const withLease = async (
  place: IndexPlace,
  organizationId: string,
  tools: IndexTools,
  work: (running: Running, state: SearchState) => Promise<{ state: SearchState; isDone: boolean }>,
): Promise<IndexWork> => {
  const { owner } = tools;
  const now = Date.now();
  const taken = await holdIndex(place.table, organizationId, owner, now, now + HOLD);
  if (!taken) return 'elsewhere';
  if (await getItem(place.table, z.unknown(), tombstoneKey(organizationId))) {
    await removeAll(place, organizationId, owner);
    return 'done';
  }
  const run = async (signal: AbortSignal): Promise<IndexWork> => {
    const running = { place, organizationId, tools: { ...tools, signal } };
    let state = taken;
    for (;;) {
      const { asked } = state;
      const done = await work(running, state);
      state = done.state;
      if (!done.isDone) {
        await releaseIndex(place.table, organizationId, owner);
        return 'unfinished';
      }
      // Requests made since this run started to read may concern changes that it has not read.
      if (await releaseIndex(place.table, organizationId, owner, asked)) return 'done';
    }
  };
  try {
    return await holding(place.table, organizationId, owner, (lost) => withSignal([lost, tools.signal], run));
  } catch (error) {
    await releaseIndex(place.table, organizationId, owner).catch(() => {});
    if (error instanceof HoldLost) return 'elsewhere';
    throw error;
  }
};

/** Indexes recent changes and continues a build in progress. */
export const catchUp = (place: IndexPlace, organizationId: string, tools: IndexTools): Promise<IndexWork> =>
  withLease(place, organizationId, tools, advance);

/** Rebuilds the index while readers use the current one, or continues such a build. */
export const rebuild = (place: IndexPlace, organizationId: string, tools: IndexTools): Promise<IndexWork> => {
  let isBegun = false;
  return withLease(place, organizationId, tools, async (running, state) => {
    const begun = isBegun || state.rebuild ? state : await begin(running, state);
    isBegun = true;
    return advance(running, begun);
  });
};

/** Brings the index up to date, merges its segments and removes unreferenced objects. */
export const compact = (place: IndexPlace, organizationId: string, tools: IndexTools): Promise<IndexWork> =>
  withLease(place, organizationId, tools, async (running, given) => {
    const advanced = await advance(running, given);
    const { state, isDone } = advanced;
    if (!isDone || !isBuilt(state, Date.now())) return advanced;
    const folder = folderOf(organizationId, state.generation);
    const writing = new Writing(place, organizationId, running.tools, { folder, ...state }, undefined);
    await writing.compact();
    const left = await retire(running, state, writing.left);
    const saved = await save(running, { segments: writing.segments, left, tended_at: Date.now() });
    await removeUnnamed(running, saved);
    return { state: saved, isDone };
  });

/** Removes segments of workers that ended before adding them to an index. */
const removeUnnamed = async ({ place, organizationId }: Running, state: SearchState): Promise<void> => {
  const named = new Set([
    ...(state.generation === undefined ? [] : keysOf(organizationId, state.generation, state.segments)),
    ...(state.rebuild ? keysOf(organizationId, state.rebuild.generation, state.rebuild.segments) : []),
    ...state.left.map(({ key }) => key),
  ]);
  const objects = await place.blobs.list(`${folderOfOrganization(organizationId)}/`);
  const old = objects.filter(({ key, writtenAt }) => !named.has(key) && Date.now() - writtenAt > UNNAMED_FOR);
  if (old.length > 0) await place.blobs.remove(old.map(({ key }) => key));
};

/** Compares an index with the records of the table. */
const compare = async (
  { table }: IndexPlace,
  organizationId: string,
  model: string,
  index: OpenedIndex,
): Promise<IndexCheck> => {
  const answer: IndexCheck = { model, records: 0, chunks: index.pieces, missing: [], outdated: [], superfluous: [] };
  const indexed = new Map(index.versions());
  for await (const { named } of allNamed(table, organizationId, null)) {
    for (const [owner, one] of await readSearched(table, organizationId, named)) {
      answer.records++;
      const version = indexed.get(owner);
      indexed.delete(owner);
      if (version === undefined) answer.missing.push(owner);
      else if (version !== one.record.write_id) answer.outdated.push(owner);
    }
  }
  answer.superfluous.push(...indexed.keys());
  return answer;
};

/** Compares the index with the table; undefined if there is none. Changes in progress appear as differences. */
export const check = async (place: IndexPlace, organizationId: string): Promise<IndexCheck | undefined> => {
  const current = await openCurrent(place, organizationId, await readState(place.table, organizationId));
  return current && compare(place, organizationId, current.state.model, current.index);
};
