import { cutText } from '../../../shared/domain/cut-text.ts';
import { EXCERPT_CHARACTERS } from '../../../shared/domain/documents/values.ts';
import type { ListItem } from '../view.ts';

/** Maximum bytes of all items together, below what the service can return in one response. */
const MAXIMUM_BYTES = 5_500_000;
/** Characters of content that always fit (two copies, at most six bytes each in JSON). */
const ALWAYS_FIT = 200_000;

const cut = (item: ListItem, characters: number): ListItem => {
  if (!item.content || item.content.length <= characters) return item;
  const content = cutText(item.content, characters);
  return { ...item, content, metadata: { ...item.metadata, content }, content_truncated: true };
};

/** Cuts the contents of a list to one common length at which the list fits into one response. */
export const shortenContents = (items: ListItem[]): ListItem[] => {
  const characters = items.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (characters <= ALWAYS_FIT) return items;
  let fitting = items;
  for (let length = EXCERPT_CHARACTERS; length >= 1; length >>>= 1) {
    if (Buffer.byteLength(JSON.stringify(fitting)) <= MAXIMUM_BYTES) break;
    fitting = items.map((item) => cut(item, length >>> 1));
  }
  return fitting;
};
