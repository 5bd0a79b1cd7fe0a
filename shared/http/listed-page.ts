import { skipOf, toShortPage } from './paging.ts';

/**
 * Returns one page of a list whose entries have been filtered and sorted; only the page's records are read.
 * @param read returns the records of any number of ids, in order; absent ones are undefined and not counted in the
 * total
 */
export const listedPage = async <R>(
  query: { page: number; page_size: number },
  entries: readonly { id: string }[],
  read: (ids: string[]) => Promise<(R | undefined)[]>,
) => {
  const skip = skipOf(query);
  const found = await read(entries.slice(skip, skip + query.page_size).map(({ id }) => id));
  const existing = found.filter((record) => record !== undefined);
  return toShortPage(query, existing, entries.length - (found.length - existing.length));
};
