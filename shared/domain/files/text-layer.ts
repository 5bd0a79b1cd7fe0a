/** What a page's text layer holds; the reader of PDF files gives these fields among others. */
export interface PageWords {
  /** 1-based */
  page: number;
  words: readonly { text: string }[];
}

/** Which pages of a document are scans. */
export interface TextLayer {
  /** numbers of the pages without a usable text layer, ascending */
  scanned_pages: number[];
  /** whether no page has one */
  none: boolean;
}

/** A stamp that a scanner or a mail gateway prints on a scan has fewer words than the sparsest sheet. */
const FEWEST_WORDS = 5;

const READABLE = /[\p{L}\p{N}]/u;

/**
 * Which pages have no text layer, so that their text must be recognised from the image. Words without a letter or a
 * digit do not count: fonts without a character map give symbols only.
 */
export function hasTextLayer(pages: readonly PageWords[], fewestWords = FEWEST_WORDS): TextLayer {
  const scanned_pages = pages
    .filter((page) => page.words.filter((word) => READABLE.test(word.text)).length < fewestWords)
    .map((page) => page.page);
  return { scanned_pages, none: pages.length > 0 && scanned_pages.length === pages.length };
}
