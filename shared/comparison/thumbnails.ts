import type { PageText } from '../domain/page-text.ts';
import type { PdfDocument } from '../pdf/index.ts';
import { reduce } from './engine/align/align-ink.ts';
import { lacksWords, type Thumbnail, thumbnailSidePixels } from './engine/index.ts';

/** Rendered pixels per thumbnail pixel along each side, so that fine lines keep their weight. */
const oversampling = 4;

/**
 * Renders thumbnails of the pages with too few words to be identified by them; null for all others.
 * @throws PdfError if a page cannot be rendered
 */
export const drawThumbnails = async (
  document: PdfDocument,
  pages: readonly PageText[],
): Promise<(Thumbnail | null)[]> => {
  const side = thumbnailSidePixels * oversampling;
  const thumbnails: (Thumbnail | null)[] = [];
  for (const page of pages) {
    if (!lacksWords(page)) {
      thumbnails.push(null);
      continue;
    }
    const matrix = [side / page.width, 0, 0, side / page.height, 0, 0] as const;
    const { data } = await document.render(page.page, { matrix, width: side, height: side, grey: true });
    thumbnails.push(reduce({ data, width: side, height: side }, oversampling).data);
  }
  return thumbnails;
};
