import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { chunkPages, keywords, relatedQueries, summarise } from '../../../shared/domain/text/index.ts';
import type { Digest } from './digest.ts';

/** Derives text, chunks, summary, keywords and queries from the words of the pages. */
export const digestText = (
  pages: readonly { page: number; text: string }[],
  sheets: readonly Sheet[],
): Pick<Digest, 'text' | 'chunks' | 'summary' | 'keywords' | 'related_queries'> => {
  const text = pages.map((page) => page.text).join('\f');
  if (text.trim() === '') return { text: null, chunks: [], summary: null, keywords: [], related_queries: [] };
  const found = keywords(text);
  return {
    text,
    chunks: chunkPages(pages),
    summary: summarise(text, sheets),
    keywords: found,
    related_queries: relatedQueries(found, sheets),
  };
};
