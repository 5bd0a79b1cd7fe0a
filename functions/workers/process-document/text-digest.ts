import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import type { PlacedText } from '../../../shared/domain/text/index.ts';
import { chunkPages, findSections, keywords, relatedQueries, summarise } from '../../../shared/domain/text/index.ts';
import type { FileDigest } from './file-digest.ts';

/** Derives text, sections, chunks, summary, keywords and queries from the words of the pages. */
export const digestText = (
  pages: readonly PlacedText[],
  sheets: readonly Sheet[],
): Pick<FileDigest, 'text' | 'sections' | 'chunks' | 'summary' | 'keywords' | 'related_queries'> => {
  const text = pages.map((page) => page.text).join('\f');
  if (text.trim() === '')
    return { text: null, sections: [], chunks: [], summary: null, keywords: [], related_queries: [] };
  const found = keywords(text);
  const sections = findSections(pages);
  return {
    text,
    sections,
    chunks: chunkPages(pages, { sections }),
    summary: summarise(text, sheets),
    keywords: found,
    related_queries: relatedQueries(found, sheets),
  };
};
