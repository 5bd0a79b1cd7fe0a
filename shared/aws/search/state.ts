import * as z from 'zod';
import { SEARCH_CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { SEARCH_INDEXES, searchIndexKey, searchStateKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, getItem, getItems, putItem, queryItems, updateItem, updateUnseen } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { SegmentRef } from './segments/segment-store.ts';

/** An index that is being built, as far as it has been written. */
const Rebuild = z.object({
  generation: z.string(),
  form: z.number(),
  model: z.string(),
  dimensions: z.number(),
  /** Every change committed before this time (epoch milliseconds) is in the index once it is complete. */
  read_at: z.number(),
  /** The last indexed record, in the order of building (`build.ts`); null at the start. */
  after: z.object({ project: z.string(), record: z.string() }).nullable(),
  /** Number of indexed records. */
  records: z.number(),
  segments: z.array(SegmentRef),
});
export type Rebuild = z.infer<typeof Rebuild>;

/** The state of an organization's index. */
const State = z.object({
  /** The folder of the index that readers open. */
  generation: z.string().optional(),
  /** Its segments, oldest first. */
  segments: z.array(SegmentRef).default([]),
  /** The index that will replace it. */
  rebuild: Rebuild.optional(),
  /** Retired segments, which readers may still have open: their keys, and since when (epoch milliseconds). */
  left: z.array(z.object({ key: z.string(), at: z.number() })).default([]),
  /** The format of its rows (`FORM`). */
  form: z.number().optional(),
  /** The embedding model of its vectors. */
  model: z.string().optional(),
  dimensions: z.number().optional(),
  /** Every change committed before this time (epoch milliseconds) is in the index. */
  read_at: z.number().optional(),
  /** Incremented by each commit. */
  revision: z.number().default(0),
  /** When it was last maintained (epoch milliseconds). */
  tended_at: z.number().default(0),
  /** Counts the requests to bring it up to date. */
  asked: z.number().default(0),
  lease_owner: z.string().optional(),
  lease_until: z.number().optional(),
});
export type SearchState = z.infer<typeof State>;

/** The state of an index that readers may use. */
export type BuiltState = SearchState & Required<Pick<SearchState, 'generation' | 'model' | 'dimensions' | 'read_at'>>;

/** Incremented by each change of the segment format, of its rows or of tokenisation: an index of another format is rebuilt. */
export const FORM = 5;

/** For an index that was last written longer ago, changes may have expired. Leaves a day's margin. */
const CAUGHT_UP_WITHIN = (SEARCH_CHANGES_KEPT_SECONDS - 86_400) * 1000;

export const isBuilt = (state: SearchState | undefined, now: number): state is BuiltState =>
  state?.generation !== undefined &&
  state.form === FORM &&
  state.read_at !== undefined &&
  now - state.read_at < CAUGHT_UP_WITHIN;

export const readState = (table: Table, organizationId: string): Promise<SearchState | undefined> =>
  getItem(table, State, searchStateKey(organizationId));

/**
 * Requests an update of the index and acquires its lease. Returns undefined if another worker holds it; that worker
 * then sees the request (`releaseIndex`).
 */
export const holdIndex = async (
  table: Table,
  organizationId: string,
  owner: string,
  now: number,
  until: number,
): Promise<SearchState | undefined> => {
  const key = searchStateKey(organizationId);
  await updateUnseen(table, key, new Expression().add('asked', 1));
  const take = new Expression().set('lease_owner', owner).set('lease_until', until);
  const [holder, end] = [take.name('lease_owner'), take.name('lease_until')];
  take.when(`attribute_not_exists(${holder}) OR ${end} < ${take.value(now)} OR ${holder} = ${take.value(owner)}`);
  const taken = await updateItem(table, State, key, take);
  return taken instanceof Refusal ? undefined : taken;
};

/** Another worker holds the index: what this one has written since is not part of it. */
export class HoldLost extends Error {
  override name = 'HoldLost';
}

/**
 * Changes the state of an index that this worker holds. Only this makes segments part of an index: segments written
 * after the lease was lost are not. @throws HoldLost
 */
export const saveState = async (
  table: Table,
  organizationId: string,
  owner: string,
  change: Partial<SearchState>,
): Promise<SearchState> => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const update = new Expression().setAll(given).add('revision', 1).equals('lease_owner', owner);
  for (const [name, value] of Object.entries(change)) if (value === undefined) update.remove(name);
  const saved = await updateItem(table, State, searchStateKey(organizationId), update);
  if (saved instanceof Refusal) throw new HoldLost('Another worker holds the index');
  return saved;
};

/** Extends the lease; false if another worker holds the index. */
export const extendHold = async (table: Table, organizationId: string, owner: string, until: number) =>
  !(await updateUnseen(
    table,
    searchStateKey(organizationId),
    new Expression().set('lease_until', until).equals('lease_owner', owner),
  ));

/** Milliseconds of a lease on an index, which is renewed three times as often. */
export const HOLD = 30_000;

/**
 * Renews the lease while `work` runs. The signal aborts with `HoldLost` if another worker holds the index. When this
 * returns, no renewal is in progress.
 */
export const holding = async <T>(
  table: Table,
  organizationId: string,
  owner: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const renew = async () => {
    // A failed renewal does not mean that the lease is lost: the next renewal shows whether it is.
    const isHeld = await extendHold(table, organizationId, owner, Date.now() + HOLD).catch(() => true);
    if (!isHeld) lost.abort(new HoldLost('Another worker holds the index'));
  };
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renew();
  }, HOLD / 3);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
  }
};

/** Releases the index; false if it was requested again since `asked`, and is still held. */
export const releaseIndex = async (
  table: Table,
  organizationId: string,
  owner: string,
  asked?: number,
): Promise<boolean> => {
  const update = new Expression().remove('lease_owner').remove('lease_until').equals('lease_owner', owner);
  if (asked !== undefined) update.equals('asked', asked);
  const refused = await updateUnseen(table, searchStateKey(organizationId), update);
  return !refused || refused.existing?.lease_owner !== owner;
};

/** Records that the organization has an index. */
export const listIndex = (table: Table, organizationId: string) =>
  putItem(table, { ...searchIndexKey(organizationId), organization_id: organizationId });

/** Removes the state of an index that this worker holds. */
export const unlistIndex = async (table: Table, organizationId: string, owner: string): Promise<void> => {
  await deleteItem(table, searchIndexKey(organizationId), new Expression());
  await deleteItem(table, searchStateKey(organizationId), new Expression().equals('lease_owner', owner));
};

const Listed = z.object({ organization_id: z.string() });
/** Milliseconds between maintenance runs of an index, much less than changes are kept. */
const TENDED_EACH = 86_400_000;

/**
 * Returns at most `limit` organizations that have an index, sorted by id. @param after the last one of the previous
 * page
 */
export const listIndexes = async (table: Table, after: string | undefined, limit: number): Promise<string[]> => {
  const from = after === undefined ? {} : { after: searchIndexKey(after).sk };
  const listed = await queryItems(table, Listed, { partition: SEARCH_INDEXES, ...from, limit });
  return listed.map(({ organization_id }) => organization_id);
};

/** Returns those of the organizations whose index has not been maintained for a day. */
export const untendedIndexes = async (table: Table, ids: readonly string[], now: number): Promise<string[]> => {
  const states = await getItems(table, State, ids.map(searchStateKey));
  return ids.filter((_, i) => now - (states[i]?.tended_at ?? 0) > TENDED_EACH);
};
