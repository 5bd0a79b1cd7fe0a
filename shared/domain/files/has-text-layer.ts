/** The words of a page's text layer; pages from the PDF reader have these fields among others. */
export interface PageWords {
  /** 1-based */
  page: number;
  words: readonly { text: string }[];
}

/** The pages of a document that are scans. */
export interface TextLayer {
  /** numbers of the pages without a usable text layer, ascending */
  scanned_pages: number[];
  /** whether no page has a text layer */
  none: boolean;
}

/** The stamp that a scanner or a mail gateway prints on a scan has fewer words than the sparsest sheet. */
const FEWEST_WORDS = 5;

const READABLE = /[\p{L}\p{N}]/u;

/** Returns the number of words with letters or digits; fonts without a character map yield only symbols. */
export const readableWords = ({ words }: Pick<PageWords, 'words'>): number =>
  words.filter(({ text }) => READABLE.test(text)).length;

/**
 * Returns the pages without a text layer, whose text must be recognised from the image. Words without letters or digits
 * do not count.
 */
export function hasTextLayer(pages: readonly PageWords[], fewestWords = FEWEST_WORDS): TextLayer {
  const scanned_pages = pages.filter((page) => readableWords(page) < fewestWords).map((page) => page.page);
  return { scanned_pages, none: pages.length > 0 && scanned_pages.length === pages.length };
}
