import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import {
  blockPages,
  type PictureReading,
  readSheets,
  type SheetTemplateRecord,
  wantsPicture,
  withPictures,
  withRelations,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import { type PictureReader, readPicture } from '../../../shared/ocr/read-sheets.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Digest } from '../process-document/digest.ts';
import { digestText } from '../process-document/text-digest.ts';
import type { RecognisedPage } from './recognise-pages.ts';

/** Pages whose title block is read from its picture, at most. */
const MOST_BLOCKS = 60;

interface Read {
  pages: PageText[];
  /** What the pictures of title blocks were read as, by page. */
  pictures: Map<number, PictureReading>;
}

/** The pages with the text of recognised ones; what their title blocks leave open is read from the block's picture. */
const readPdfPages = async (
  path: string,
  filename: string,
  read: readonly RecognisedPage[],
  blocks: Pick<PictureReader, 'ocr' | 'deadline'>,
): Promise<Read> => {
  const pdf = await openPdf(path);
  try {
    const pages = await pdf.pageTexts();
    for (const { page, text } of read) if (text) pages[page - 1] = text;
    const render = (page: number, dpi: number) => pdf.render(page, { dpi, grey: true });
    const sheets = readSheets(pages, { filename });
    const pictures = new Map<number, PictureReading>();
    for (const page of pages.filter((each, i) => sheets[i] && wantsPicture(each, sheets[i])).slice(0, MOST_BLOCKS)) {
      if (Date.now() >= blocks.deadline) break;
      const picture = await readPicture(page, { ...blocks, render });
      if (picture) pictures.set(page.page, picture);
    }
    return { pages, pictures };
  } finally {
    await pdf.close();
  }
};

/**
 * What a document with scanned pages says once their images are read; the other pages keep their text layer.
 * @param blocks reads title blocks that the text leaves open, until `deadline` (epoch milliseconds)
 */
export const recognisedDigest = async (
  path: string,
  record: DocumentRecord,
  recognised: readonly RecognisedPage[],
  blocks: Pick<PictureReader, 'ocr' | 'deadline'>,
  templates: readonly SheetTemplateRecord[],
): Promise<Digest> => {
  const read = recognised.filter(({ text }) => text !== undefined);
  const unread = recognised.filter(({ text }) => text === undefined).map(({ page }) => page);
  const isPdf = record.mime_type === 'application/pdf';
  const { pages, pictures }: Read =
    isPdf && read.length > 0
      ? await readPdfPages(path, record.filename, read, blocks)
      : { pages: read.flatMap(({ text }) => text ?? []), pictures: new Map() };
  const kept = blockPages(pages, pictures);
  const { filename } = record;
  const completed = withPictures(readSheets(pages, { filename }), pages, pictures);
  const sheets = withRelations(withTemplates(completed, kept, templates), pages);
  const mean = read.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, read.length);
  return {
    ...digestText(pages, sheets),
    title: null,
    sheets,
    blocks: kept,
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
