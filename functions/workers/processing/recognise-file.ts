import sharp from 'sharp';
import type { DocumentRecord, Sheet } from '../../../shared/domain/documents/document.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { type PictureOptions, readSheetsWithPictures } from '../../../shared/ocr/read-sheets.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Ocr } from '../../../shared/ports.ts';
import type { Digest } from './digest.ts';
import { digestText } from './text-digest.ts';

const DPI = 150;
const POINTS = 72 / DPI;
/** A set of more scanned pages keeps its page images; reading them all would outlast the function. */
const MOST_PAGES = 60;
/** For storing what was read. */
const KEPT_BACK_MS = 30_000;

interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}
type Recognised = Awaited<ReturnType<Ocr['recognise']>>;

const toPage = (page: number, { width, height }: Grey, { words, text }: Recognised): PageText => ({
  page,
  width: width * POINTS,
  height: height * POINTS,
  text,
  words: words.map((word) => ({
    text: word.text,
    x: word.x * POINTS,
    y: word.y * POINTS,
    width: word.width * POINTS,
    height: word.height * POINTS,
    size: word.height * POINTS,
    angle: 0,
  })),
});

const greyImage = async (path: string): Promise<Grey> => {
  const { data, info } = await sharp(path, { limitInputPixels: 300_000_000 })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/**
 * Pages with the text of scanned ones read from their images, the others with their text layer; and their sheets, what
 * is missing on them read from the title block's picture.
 */
const readPages = async (
  path: string,
  scanned: readonly number[],
  read: (page: number, image: Grey) => Promise<PageText>,
  blocks: Pick<PictureOptions, 'ocr' | 'deadline' | 'file'>,
): Promise<{ pages: PageText[]; sheets: Sheet[] }> => {
  const pdf = await openPdf(path);
  try {
    const pages = await pdf.pageTexts();
    for (const number of scanned) {
      const { data, width, height } = await pdf.render(number, { dpi: DPI, grey: true });
      pages[number - 1] = await read(number, { data, width, height });
    }
    const render = (page: number, dpi: number) => pdf.render(page, { dpi, grey: true });
    return { pages, sheets: await readSheetsWithPictures(pages, { ...blocks, render, most: MOST_PAGES }) };
  } finally {
    await pdf.close();
  }
};

/**
 * What a document with scanned pages says once their images are read.
 * @throws OcrError or PdfError; a page that time does not suffice for is left without text
 */
export const recogniseFile = async (
  path: string,
  record: DocumentRecord,
  scanned: readonly number[],
  ocr: Ocr,
  run: { deadline: number },
): Promise<Digest> => {
  const wanted = scanned.slice(0, MOST_PAGES);
  const confidences: number[] = [];
  let left = wanted.length;
  let complete = wanted.length === scanned.length;
  const read = async (page: number, image: Grey) => {
    // Each page may take its share of what is left, so that a slow one does not starve those behind it.
    const deadline_ms = Math.max(1000, (run.deadline - Date.now()) / (left-- + 1));
    const found = await ocr.recognise(image, { dpi: DPI, deadline_ms });
    complete &&= found.complete;
    confidences.push(found.confidence);
    return toPage(page, image, found);
  };
  const isPdf = record.mime_type === 'application/pdf';
  const readPicture = async () => {
    const pages = [await read(1, await greyImage(path))];
    return { pages, sheets: readSheets(pages) };
  };
  const { pages, sheets } = isPdf
    ? await readPages(path, wanted, read, {
        ocr,
        deadline: run.deadline - KEPT_BACK_MS,
        file: { filename: record.filename },
      })
    : await readPicture();
  const mean = confidences.reduce((sum, each) => sum + each, 0) / Math.max(1, confidences.length);
  return {
    ...digestText(pages, sheets),
    title: null,
    sheets,
    page_count: record.page_count,
    full_image_path: record.full_image_path,
    thumbnail_image_path: record.thumbnail_image_path,
    detail: {
      text_layer: 'recognised',
      scanned_pages: scanned,
      recognised_pages: wanted.length,
      recognition_confidence: Math.round(mean),
      recognition_complete: complete,
    },
    needs_ocr: false,
  };
};
