import * as z from 'zod';
import { SEARCH_CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { SEARCH_INDEXES, searchIndexKey, searchStateKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { deleteItem, getItem, getItems, putItem, queryItems, updateItem, updateUnseen } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';

/** How far an organization's index has come. */
const State = z.object({
  /** The folder that readers open; an index that is built anew lies in another one. */
  generation: z.string().optional(),
  /** The folder that is being written; another one than `generation` is of a run that goes on or was interrupted. */
  building: z.string().optional(),
  /** The form of its rows (`FORM`). */
  form: z.number().optional(),
  /** The embedding model of its vectors. */
  model: z.string().optional(),
  dimensions: z.number().optional(),
  /** Every change committed before this time (epoch milliseconds) is in it. */
  read_at: z.number().optional(),
  /** Grows by one with each commit. */
  revision: z.number().default(0),
  /** The revision when it was last compacted. */
  compacted: z.number().default(0),
  /** Counts the requests to bring it up to date. */
  asked: z.number().default(0),
  lease_owner: z.string().optional(),
  lease_until: z.number().optional(),
});
export type SearchState = z.infer<typeof State>;

/** What readers may rely on; undefined while there is no index. */
export type BuiltState = SearchState & Required<Pick<SearchState, 'generation' | 'model' | 'dimensions' | 'read_at'>>;

/** Grows with each change of the rows' columns or of how words are cut: an index of another form is built anew. */
export const FORM = 3;

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

/** Writes on the state of an index that this worker holds. @throws Error where another one has it */
export const saveState = async (
  table: Table,
  organizationId: string,
  owner: string,
  change: Partial<SearchState>,
): Promise<SearchState> => {
  const update = new Expression().setAll(change).add('revision', 1).equals('lease_owner', owner);
  const saved = await updateItem(table, State, searchStateKey(organizationId), update);
  if (saved instanceof Refusal) throw new Error('Another worker has the index');
  return saved;
};

/** Moves the end of the hold; false where another worker has the index. */
export const extendHold = async (table: Table, organizationId: string, owner: string, until: number) =>
  !(await updateUnseen(
    table,
    searchStateKey(organizationId),
    new Expression().set('lease_until', until).equals('lease_owner', owner),
  ));

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
/** Commits that make compacting worth its while. */
const COMMITS = 20;
/** Milliseconds after which an index is followed up though nothing changed, long before changes expire. */
const FOLLOWED_EACH = 86_400_000;

/** The organizations whose index has grown by many commits since it was compacted, or has not been written for a day. */
export const untendedIndexes = async (table: Table, now: number): Promise<string[]> => {
  const listed = await queryItems(table, Listed, { partition: SEARCH_INDEXES });
  const ids = listed.map(({ organization_id }) => organization_id);
  const states = await getItems(table, State, ids.map(searchStateKey));
  return ids.filter((_, i) => {
    const state = states[i];
    if (!state) return true;
    return state.revision - state.compacted > COMMITS || now - (state.read_at ?? 0) > FOLLOWED_EACH;
  });
};
