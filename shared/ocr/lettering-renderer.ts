import type { PdfDocument } from '../pdf/index.ts';
import type { PictureReader } from './read-sheet-pictures.ts';

/**
 * Returns a function that renders pages of a PDF, or parts of them, for the recognition of title blocks and drawn lettering,
 * whose ink may be pale. Whole pages of text are rendered in plain grey instead: their text may be on coloured fills.
 */
export const letteringRenderer =
  (pdf: Pick<PdfDocument, 'render'>): PictureReader['render'] =>
  async (page, dpi, clip) => {
    const { data, width, height } = await pdf.render(page, { dpi, grey: 'ink', ...(clip && { clip }) });
    return { data, width, height };
  };
