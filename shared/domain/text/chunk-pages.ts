import { boxOfText, type FractionBox, type PlacedText } from './placed-text.ts';
import type { Section, SectionName } from './sections/index.ts';

/** A piece of a document's text, for embedding and search. */
export interface TextChunk {
  /** From 0. */
  index: number;
  /** 1-based pages that the piece comes from. */
  page_from: number;
  page_to: number;
  /** Where each page after the first begins in `text`. */
  page_starts: { page: number; from: number }[];
  text: string;
  /** The section that contains the piece; a piece ends where the next section begins. */
  section: SectionName | null;
  /** For each of its pages, the box around its words; null if they are not known. */
  boxes: (FractionBox | null)[];
}

export interface ChunkOptions {
  /** The sections of the pages, in order. */
  sections?: readonly Section[];
  /** Target number of characters of a chunk; 1,000 by default. */
  characters?: number;
  /** Number of characters from the end of a chunk that the next one repeats; 120 by default. */
  overlap?: number;
  /** Maximum chunks per document, beyond which chunks become larger; 5,000 by default. */
  most?: number;
}

/** Returns whether a cut at `at` would split a surrogate pair. */
const splitsPair = (text: string, at: number): boolean =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));

/**
 * Returns where to end a chunk that starts at `start`: at a line or sentence boundary in its last third, or else at a
 * space.
 */
const chunkEnd = (text: string, start: number, end: number): number => {
  if (end >= text.length) return text.length;
  const least = start + Math.floor(((end - start) * 2) / 3);
  // Searching the whole text would go back to its start whenever no boundary is near.
  const last = text.slice(least, end);
  for (const border of ['\n', '. ', ' ']) {
    const at = last.lastIndexOf(border);
    if (at >= 0) return least + at + border.length;
  }
  return splitsPair(text, end) ? end - 1 : end;
};

/**
 * Returns where the chunk after one that ends at `end` starts: at a word if possible, at most `overlap` characters
 * before `end`.
 */
const nextChunkStart = (text: string, end: number, overlap: number): number => {
  const start = end - overlap;
  const space = text.slice(start - 1, end - overlap / 2).search(/\s/);
  if (space >= 0) return start + space;
  return splitsPair(text, start) ? start + 1 : start;
};

/**
 * Cuts pages into overlapping chunks at the headings of sections, and at line and sentence boundaries. Short pages share
 * a chunk; white space alone forms none.
 */
export const chunkPages = (
  pages: readonly PlacedText[],
  { characters = 1000, overlap = 120, most = 5000, sections = [] }: ChunkOptions = {},
): TextChunk[] => {
  const starts: number[] = [];
  const trimmed: number[] = [];
  let whole = '';
  for (const { text } of pages) {
    starts.push(whole.length);
    trimmed.push(text.length - text.trimStart().length);
    whole += `${text.trim()}\n`;
  }
  const indexOf = new Map(pages.map(({ page }, i) => [page, i]));
  const headings = sections.map(({ page_from, at }) => {
    const i = indexOf.get(page_from) ?? 0;
    return starts[i]! + at - trimmed[i]!;
  });
  let inside = -1;
  const size = Math.max(characters, Math.ceil(whole.length / most) + overlap);
  const chunks: TextChunk[] = [];
  let page = 0;
  for (let start = 0; start < whole.length; ) {
    while ((headings[inside + 1] ?? whole.length) <= start) inside++;
    const heading = headings[inside + 1] ?? whole.length;
    const end = Math.min(heading, chunkEnd(whole, start, start + size));
    const text = whole.slice(start, end).trim();
    while (page + 1 < starts.length && (starts[page + 1] ?? 0) <= start) page++;
    let last = page;
    while (last + 1 < starts.length && (starts[last + 1] ?? 0) < end) last++;
    if (text !== '') {
      const textStart = start + whole.slice(start, end).search(/\S/);
      const boxes = pages.slice(page, last + 1).map((each, i) => {
        const shift = trimmed[page + i]! - starts[page + i]!;
        return boxOfText(each, textStart + shift, textStart + text.length + shift);
      });
      const section = sections[inside];
      chunks.push({
        index: chunks.length,
        page_from: pages[page]?.page ?? 1,
        page_to: pages[last]?.page ?? 1,
        page_starts: pages.slice(page + 1, last + 1).map(({ page: number }, i) => ({
          page: number,
          from: Math.min(text.length, Math.max(0, (starts[page + 1 + i] ?? 0) - textStart)),
        })),
        text,
        section: section ? { number: section.number, title: section.title } : null,
        boxes,
      });
    }
    start = end >= heading ? end : Math.max(start + 1, nextChunkStart(whole, end, overlap));
  }
  return chunks;
};
