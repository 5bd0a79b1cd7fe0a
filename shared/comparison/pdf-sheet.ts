import type { SheetSource } from '../domain/comparison/index.ts';
import type { PageText } from '../domain/page-text.ts';
import type { PdfDocument } from '../pdf/index.ts';

/** A page of an open PDF as the engine reads it. */
export const pdfSheet = async (document: PdfDocument, text: PageText): Promise<SheetSource> => ({
  page: text.page,
  text,
  imageOnly: await document.imageOnly(text.page),
  render: async (matrix, width, height) =>
    (await document.render(text.page, { matrix, width, height, grey: true })).data,
});
