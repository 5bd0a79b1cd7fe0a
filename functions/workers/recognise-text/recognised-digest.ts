import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Digest } from '../process-document/digest.ts';
import { digestText } from '../process-document/text-digest.ts';
import type { RecognisedPage } from './recognise-pages.ts';

const textLayer = async (path: string): Promise<PageText[]> => {
  const pdf = await openPdf(path);
  try {
    return await pdf.pageTexts();
  } finally {
    await pdf.close();
  }
};

/** What a document with scanned pages says once their images are read; the other pages keep their text layer. */
export const recognisedDigest = async (
  path: string,
  record: DocumentRecord,
  recognised: readonly RecognisedPage[],
): Promise<Digest> => {
  const read = recognised.filter(({ text }) => text !== undefined);
  const unread = recognised.filter(({ text }) => text === undefined).map(({ page }) => page);
  const isPdf = record.mime_type === 'application/pdf';
  const pages = isPdf && read.length > 0 ? await textLayer(path) : [];
  for (const { page, text } of read) if (text) pages[page - 1] = text;
  const sheets = readSheets(pages);
  const mean = read.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, read.length);
  return {
    ...digestText(pages, sheets),
    title: null,
    sheets,
    page_count: record.page_count,
    full_image_path: record.full_image_path,
    thumbnail_image_path: record.thumbnail_image_path,
    detail: {
      text_layer: read.length > 0 ? 'recognised' : 'unreadable',
      scanned_pages: recognised.map(({ page }) => page),
      recognised_pages: read.length,
      ...(unread.length > 0 && { unread_pages: unread }),
      recognition_confidence: Math.round(mean),
      recognition_complete: recognised.every(({ complete }) => complete),
    },
    needs_ocr: false,
    unread: unread.length > 0,
  };
};
