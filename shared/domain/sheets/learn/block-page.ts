import type { PageText } from '../../page-text.ts';
import { onOfficePaper } from '../block.ts';
import { blockWords } from '../block-words.ts';
import type { PictureReading } from '../from-picture.ts';
import { type Segments, segmentsOf } from '../segments.ts';
import { isTextPage } from '../text-page.ts';

/** The words of one page's title block, kept by processing for later corrections. */
export interface BlockPage {
  page: number;
  /** The words of the text layer, or of a scanned page's recognition. */
  text: PageText;
  /** The words recognised in the image of the block, and their confidence, 0..1. */
  picture?: { words: PageText; certainty: number };
}

const blockPage = (page: PageText, picture: PictureReading | undefined): BlockPage => ({
  page: page.page,
  text: blockWords(page),
  ...(picture &&
    picture.words.length > 0 && {
      picture: { words: blockWords({ ...page, words: picture.words }), certainty: picture.confidence },
    }),
});

/** Maximum number of pages of a document whose blocks are kept. */
const MAXIMUM_PAGES = 500;

/**
 * Returns the title blocks of a document's pages; pages of text have none.
 * @param pictures recognition results of title blocks, by page
 */
export const blockPages = (
  pages: readonly PageText[],
  pictures: ReadonlyMap<number, PictureReading> = new Map(),
): BlockPage[] =>
  pages
    .filter((page) => (page.words.length > 0 || pictures.has(page.page)) && !(onOfficePaper(page) && isTextPage(page)))
    .slice(0, MAXIMUM_PAGES)
    .map((page) => blockPage(page, pictures.get(page.page)));

/** The ways of reading a block; each is learnt separately. */
export const READINGS = ['text', 'picture'] as const;
export type Reading = (typeof READINGS)[number];

/** Returns a block as labels and values for each way of reading it; null if it was not read that way. */
export const segmentsBy = ({ text, picture }: BlockPage): Record<Reading, Segments | null> => ({
  text: text.words.length > 0 ? segmentsOf(text) : null,
  picture: picture ? segmentsOf(picture.words) : null,
});
