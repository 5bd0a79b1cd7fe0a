import * as z from 'zod';
import { SEARCH_CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { SEARCH_INDEXES, searchIndexKey, searchStateKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, getItem, getItems, putItem, queryItems, updateItem, updateUnseen } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { SegmentRef } from './segments/store.ts';

/** An index that is being built, as far as it is written. */
const Rebuild = z.object({
  generation: z.string(),
  form: z.number(),
  model: z.string(),
  dimensions: z.number(),
  /** Every change committed before this time (epoch milliseconds) is in it, once it is whole. */
  read_at: z.number(),
  /** The last record that is in it, in the order of building (`build.ts`); null at the beginning. */
  after: z.object({ project: z.string(), record: z.string() }).nullable(),
  /** Records that are in it. */
  records: z.number(),
  segments: z.array(SegmentRef),
});
export type Rebuild = z.infer<typeof Rebuild>;

/** How far an organization's index has come. */
const State = z.object({
  /** The folder of the index that readers open. */
  generation: z.string().optional(),
  /** Its segments, the older ones first. */
  segments: z.array(SegmentRef).default([]),
  /** The index that will take its place. */
  rebuild: Rebuild.optional(),
  /** Segments that no index has any more, which readers may still have open: their keys, and since when (epoch milliseconds). */
  left: z.array(z.object({ key: z.string(), at: z.number() })).default([]),
  /** The form of its rows (`FORM`). */
  form: z.number().optional(),
  /** The embedding model of its vectors. */
  model: z.string().optional(),
  dimensions: z.number().optional(),
  /** Every change committed before this time (epoch milliseconds) is in it. */
  read_at: z.number().optional(),
  /** Grows by one with each commit. */
  revision: z.number().default(0),
  /** When it was last put in order (epoch milliseconds). */
  tended_at: z.number().default(0),
  /** Counts the requests to bring it up to date. */
  asked: z.number().default(0),
  lease_owner: z.string().optional(),
  lease_until: z.number().optional(),
});
export type SearchState = z.infer<typeof State>;

/** What readers may rely on; undefined while there is no index. */
export type BuiltState = SearchState & Required<Pick<SearchState, 'generation' | 'model' | 'dimensions' | 'read_at'>>;

/** Grows with each change of the form of segments or of how words are cut: an index of another form is built anew. */
export const FORM = 4;

/** A day's margin: of an index that was last written longer ago, changes may have expired. */
const CAUGHT_UP_WITHIN = (SEARCH_CHANGES_KEPT_SECONDS - 86_400) * 1000;

export const isBuilt = (state: SearchState | undefined, now: number): state is BuiltState =>
  state?.generation !== undefined &&
  state.form === FORM &&
  state.read_at !== undefined &&
  now - state.read_at < CAUGHT_UP_WITHIN;

export const readState = (table: Table, organizationId: string): Promise<SearchState | undefined> =>
  getItem(table, State, searchStateKey(organizationId));

/**
 * Asks for the index to be brought up to date, and holds it for that; undefined where another worker has it, which
 * then sees that it was asked again (`release`).
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

/** Another worker has the index: what this one has written since is not a part of it. */
export class HoldLost extends Error {}

/**
 * Writes on the state of an index that this worker holds. This alone makes segments a part of an index: what a worker
 * writes after it lost its hold stays outside. @throws HoldLost
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
  if (saved instanceof Refusal) throw new HoldLost('Another worker has the index');
  return saved;
};

/** Moves the end of the hold; false where another worker has the index. */
export const extendHold = async (table: Table, organizationId: string, owner: string, until: number) =>
  !(await updateUnseen(
    table,
    searchStateKey(organizationId),
    new Expression().set('lease_until', until).equals('lease_owner', owner),
  ));

/** Milliseconds for which an index is held; the hold is renewed three times as often. */
export const HOLD = 30_000;

/**
 * Renews the hold while `work` runs. The signal aborts, with `HoldLost`, when another worker has the index: this one stops
 * then. No renewal is under way any more when it answers.
 */
export const holding = async <T>(
  table: Table,
  organizationId: string,
  owner: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const renew = async () => {
    // A renewal that fails says nothing about the hold: the next one tells.
    const isHeld = await extendHold(table, organizationId, owner, Date.now() + HOLD).catch(() => true);
    if (!isHeld) lost.abort(new HoldLost('Another worker has the index'));
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

/** Lets go of the index; false where it was asked for again since `asked`, and is still held. */
export const releaseIndex = async (
  table: Table,
  organizationId: string,
  owner: string,
  asked?: number,
): Promise<boolean> => {
  const update = new Expression().remove('lease_owner').remove('lease_until').equals('lease_owner', owner);
  if (asked !== undefined) update.equals('asked', asked);
  const refused = await updateUnseen(table, searchStateKey(organizationId), update);
  return !refused || refused.standing?.lease_owner !== owner;
};

/** Notes that the organization has an index. */
export const listIndex = (table: Table, organizationId: string) =>
  putItem(table, { ...searchIndexKey(organizationId), organization_id: organizationId });

/** Forgets the index of an organization that this worker holds. */
export const unlistIndex = async (table: Table, organizationId: string, owner: string): Promise<void> => {
  await deleteItem(table, searchIndexKey(organizationId), new Expression());
  await deleteItem(table, searchStateKey(organizationId), new Expression().equals('lease_owner', owner));
};

const Listed = z.object({ organization_id: z.string() });
/** Milliseconds after which an index is put in order, long before changes expire. */
const TENDED_EACH = 86_400_000;

/** Some organizations that have an index, in the order of their names. @param after the last one that was answered before */
export const listIndexes = async (table: Table, after: string | undefined, limit: number): Promise<string[]> => {
  const from = after === undefined ? {} : { after: searchIndexKey(after).sk };
  const listed = await queryItems(table, Listed, { partition: SEARCH_INDEXES, ...from, limit });
  return listed.map(({ organization_id }) => organization_id);
};

/** Those of the organizations whose index has not been put in order for a day. */
export const untendedIndexes = async (table: Table, ids: readonly string[], now: number): Promise<string[]> => {
  const states = await getItems(table, State, ids.map(searchStateKey));
  return ids.filter((_, i) => now - (states[i]?.tended_at ?? 0) > TENDED_EACH);
};
