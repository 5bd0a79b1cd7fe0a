import { skipOf, toShortPage } from './paging.ts';

/**
 * One page of a list whose entries have been filtered and sorted: the records of the page alone are read.
 *
 * @param read at any number of ids, in their order; absent ones are undefined and in no total
 */
export const listedPage = async <R>(
  query: { page: number; page_size: number },
  entries: readonly { id: string }[],
  read: (ids: string[]) => Promise<(R | undefined)[]>,
) => {
  const skip = skipOf(query);
  const found = await read(entries.slice(skip, skip + query.page_size).map(({ id }) => id));
  const standing = found.filter((record) => record !== undefined);
  return toShortPage(query, standing, entries.length - (found.length - standing.length));
};
