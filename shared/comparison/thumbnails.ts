import type { PageText } from '../domain/page-text.ts';
import type { PdfDocument } from '../pdf/index.ts';
import { reduce } from './engine/align/align-ink.ts';
import { isSilent, type Thumbnail, thumbnailSide } from './engine/index.ts';

/** Pixels drawn for each of the thumbnail's along a side: fine lines keep their weight. */
const finer = 4;

/**
 * Small pictures of the pages that say too little to be told apart by their words, null for all others.
 * @throws PdfError
 */
export const drawThumbnails = async (
  document: PdfDocument,
  pages: readonly PageText[],
): Promise<(Thumbnail | null)[]> => {
  const side = thumbnailSide * finer;
  const thumbnails: (Thumbnail | null)[] = [];
  for (const page of pages) {
    if (!isSilent(page)) {
      thumbnails.push(null);
      continue;
    }
    const matrix = [side / page.width, 0, 0, side / page.height, 0, 0] as const;
    const { data } = await document.render(page.page, { matrix, width: side, height: side, grey: true });
    thumbnails.push(reduce({ data, width: side, height: side }, finer).data);
  }
  return thumbnails;
};
