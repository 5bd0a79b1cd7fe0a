import { skipOf, toShortPage } from './paging.ts';

/**
 * Returns one page of a list whose entries have been filtered and sorted. Only the page's records are read, or
 * all if `updated_since` is given.
 * @param read returns the records of any number of ids, in order; missing records are undefined and not counted in the
 * total
 */
export const listedPage = async <R extends { updated_at: string }>(
  query: { page: number; page_size: number; updated_since?: string | undefined },
  entries: readonly { id: string }[],
  read: (ids: string[]) => Promise<(R | undefined)[]>,
) => {
  const skip = skipOf(query);
  const { updated_since } = query;
  if (updated_since !== undefined) {
    const all = await read(entries.map(({ id }) => id));
    const changed = all.filter((record) => record !== undefined && record.updated_at >= updated_since) as R[];
    return toShortPage(query, changed.slice(skip, skip + query.page_size), changed.length);
  }
  const found = await read(entries.slice(skip, skip + query.page_size).map(({ id }) => id));
  const existing = found.filter((record) => record !== undefined);
  return toShortPage(query, existing, entries.length - (found.length - existing.length));
};
