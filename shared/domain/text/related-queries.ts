import type { SheetTitle } from './summary.ts';

const MOST = 5;

/** Up to five queries made of the document's own terms: its title first, then its most telling keywords. */
export const relatedQueries = (keywords: readonly string[], sheets: readonly SheetTitle[] = []): string[] => {
  const titles = sheets.flatMap(({ title }) => (title === null ? [] : [title.toLowerCase()]));
  const phrases = keywords.filter((keyword) => keyword.includes(' '));
  const singles = keywords.filter((keyword) => !keyword.includes(' '));
  return [...new Set([...titles.slice(0, 2), ...phrases, ...singles])].slice(0, MOST);
};
