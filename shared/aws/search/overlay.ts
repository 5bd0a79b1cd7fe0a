import type { Searched } from '../../domain/search/rows.ts';
import { ownerOf, type SearchedKind } from '../../domain/search/rows.ts';
import { SEARCH_CHANGES_KEPT_SECONDS } from '../../table/definition.ts';
import { searchedRecord } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { OVERLAP } from './index-place.ts';
import { type Named, readSearched } from './read-searched.ts';
import { readSearchChanges } from './search-changes.ts';

/** Records read at once. */
const BATCH = 100;

/** The changed records of one organization, cached between requests. */
interface Kept {
  /** Sort keys of changes whose records have been read since. */
  seen: Set<string>;
  records: Map<string, { named: Named; searched: Searched | undefined }>;
}

/** Removes records read before their project was deleted, which have no change items of their own. */
const removeDeletedProjects = (records: Kept['records']): void => {
  const removedProjects = new Set<string>();
  for (const { named, searched } of records.values()) {
    if (named.kind === 'project' && !searched) removedProjects.add(named.id);
  }
  if (removedProjects.size === 0) return;
  for (const [owner, { named, searched }] of records) {
    const isInside = searched && searched.kind !== 'project' && removedProjects.has(searched.record.project_id);
    if (isInside) records.set(owner, { named, searched: undefined });
  }
};

/** The number of most recent changes that are searched while there is no index. */
const MOST_WITHOUT_INDEX = 5_000;
/** Organizations whose changes one process caches. */
const MOST = 200;

/**
 * Reads, strongly consistent and on each request, what has changed in an organization since its index was last written.
 * Each change costs a process one read of its record, however many requests there are.
 *
 * Why nothing is missed: the index contains every change committed before `readAt`, and this queries all changes
 * stamped since `readAt` minus the overlap, which is longer than any change takes from its stamp to its commit.
 */
export class RecentChanges {
  readonly #table: Table;
  readonly #kept = new Map<string, Kept>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** @param readAt epoch milliseconds; undefined if there is no index */
  async read(organizationId: string, readAt: number | undefined): Promise<Kept['records']> {
    const since = readAt === undefined ? Date.now() - SEARCH_CHANGES_KEPT_SECONDS * 1000 : readAt - OVERLAP;
    const all = await readSearchChanges(this.#table, organizationId, since);
    const sorts = readAt === undefined ? all.slice(-MOST_WITHOUT_INDEX) : all;
    const former = this.#kept.get(organizationId) ?? { seen: new Set<string>(), records: new Map() };
    const wanted = new Map<string, Named>();
    const named = new Map<string, Named>();
    for (const sort of sorts) {
      const record = searchedRecord(sort) as { kind: SearchedKind; id: string };
      const owner = ownerOf(record.kind, record.id);
      named.set(owner, record);
      if (!former.seen.has(sort)) wanted.set(owner, record);
    }
    const records: Kept['records'] = new Map();
    for (const owner of named.keys()) {
      const known = former.records.get(owner);
      if (known && !wanted.has(owner)) records.set(owner, known);
    }
    const left = [...wanted];
    for (let start = 0; start < left.length; start += BATCH) {
      const some = left.slice(start, start + BATCH);
      const found = await readSearched(
        this.#table,
        organizationId,
        some.map(([, one]) => one),
      );
      for (const [owner, one] of some) records.set(owner, { named: one, searched: found.get(owner) });
    }
    removeDeletedProjects(records);
    this.#kept.delete(organizationId);
    this.#kept.set(organizationId, { seen: new Set(sorts), records });
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(first);
    }
    return records;
  }
}
