import type { PageText } from '../../page-text.ts';
import { onOfficePaper } from '../block.ts';
import { blockWords } from '../block-words.ts';
import type { PictureReading } from '../from-picture.ts';
import { type Segments, segmentsOf } from '../segments.ts';
import { isTextPage } from '../text-page.ts';

/** What processing keeps of one page for corrections to come: the words of its title block. */
export interface BlockPage {
  page: number;
  /** Those of the text layer, or of a scanned page's recognition. */
  text: PageText;
  /** Those that the block's own picture was read as, and how surely, 0..1. */
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

/** Pages of one document whose blocks are kept. */
const MOST_PAGES = 500;

/**
 * The blocks of a document's pages; those of a text have none.
 * @param pictures what the pictures of blocks were read as, by page
 */
export const blockPages = (
  pages: readonly PageText[],
  pictures: ReadonlyMap<number, PictureReading> = new Map(),
): BlockPage[] =>
  pages
    .filter((page) => (page.words.length > 0 || pictures.has(page.page)) && !(onOfficePaper(page) && isTextPage(page)))
    .slice(0, MOST_PAGES)
    .map((page) => blockPage(page, pictures.get(page.page)));

/** The ways in which a block has been read: what is learnt of one is no measure for the other. */
export const READINGS = ['text', 'picture'] as const;
export type Reading = (typeof READINGS)[number];

/** A block as labels and values, by the way it was read; null where it was not. */
export const segmentsBy = ({ text, picture }: BlockPage): Record<Reading, Segments | null> => ({
  text: text.words.length > 0 ? segmentsOf(text) : null,
  picture: picture ? segmentsOf(picture.words) : null,
});
