import { skipOf, toShortPage } from './paging.ts';

/**
 * One page of a list whose entries have been filtered and sorted: the records of the page alone are read. A condition
 * that entries cannot answer, such as a text in the description, reads the records of all of them.
 *
 * @param read at any number of ids, in their order; absent ones are undefined and in no total
 * @param holds looks at a record; every one belongs to the list where not given
 */
export const listedPage = async <R>(
  query: { page: number; page_size: number },
  entries: readonly { id: string }[],
  read: (ids: string[]) => Promise<(R | undefined)[]>,
  holds?: (record: R) => boolean,
) => {
  const skip = skipOf(query);
  const onPage = <I>(all: readonly I[]) => all.slice(skip, skip + query.page_size);
  const ids = entries.map(({ id }) => id);
  const found = await read(holds ? ids : onPage(ids));
  const standing = found.filter((record) => record !== undefined);
  if (!holds) return toShortPage(query, standing, ids.length - (found.length - standing.length));
  const matching = standing.filter(holds);
  return toShortPage(query, onPage(matching), matching.length);
};

/** True when one of the texts holds the words, which are in lower case; without words every text does. */
export const holdsText = (words: string | undefined, ...texts: (string | null)[]): boolean =>
  words === undefined || texts.some((text) => text?.toLowerCase().includes(words));
