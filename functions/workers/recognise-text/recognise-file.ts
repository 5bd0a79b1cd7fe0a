import sharp from 'sharp';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Ocr } from '../../../shared/ports.ts';
import type { Digest } from '../process-document/digest.ts';
import { digestText } from '../process-document/text-digest.ts';

const DPI = 150;
const POINTS = 72 / DPI;
/** A set of more scanned pages keeps its page images; reading them all would outlast the function. */
const MOST_PAGES = 60;

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

/** The picture itself as a page. @throws FileError damaged */
const greyPicture = async (path: string): Promise<Grey> => {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: 300_000_000, failOn: 'error' })
      .flatten({ background: 'white' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw new FileError('damaged', 'The image is damaged and cannot be read.', { cause: error });
  }
};

/** Pages with the text of scanned ones read from their images; the others keep their text layer. */
const readPages = async (
  path: string,
  scanned: readonly number[],
  read: (page: number, image: Grey) => Promise<PageText>,
) => {
  const pdf = await openPdf(path);
  try {
    const pages = await pdf.pageTexts();
    for (const number of scanned) {
      const { data, width, height } = await pdf.render(number, { dpi: DPI, grey: true });
      pages[number - 1] = await read(number, { data, width, height });
    }
    return pages;
  } finally {
    await pdf.close();
  }
};

/**
 * What a document with scanned pages says once their images are read.
 * A page that cannot be read, or that time does not suffice for, is left without text.
 * @throws FileError when no page can be read, or Unavailable: trying again may help
 */
export const recogniseFile = async (
  path: string,
  record: DocumentRecord,
  scanned: readonly number[],
  ocr: Ocr,
  deadline: number,
): Promise<Digest> => {
  const wanted = scanned.slice(0, MOST_PAGES);
  const confidences: number[] = [];
  const unread: number[] = [];
  let left = wanted.length;
  let complete = wanted.length === scanned.length;
  const read = async (page: number, image: Grey) => {
    // Each page may take its share of what is left, so that a slow one does not starve those behind it.
    const deadline_ms = Math.max(1000, (deadline - Date.now()) / (left-- + 1));
    try {
      const found = await ocr.recognise(image, { dpi: DPI, deadline_ms });
      complete &&= found.complete;
      confidences.push(found.confidence);
      return toPage(page, image, found);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      unread.push(page);
      return toPage(page, image, { words: [], text: '', confidence: 0, complete: false });
    }
  };
  const isPdf = record.mime_type === 'application/pdf';
  const pages = isPdf ? await readPages(path, wanted, read) : [await read(1, await greyPicture(path))];
  const sheets = readSheets(pages);
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
      recognised_pages: confidences.length,
      ...(unread.length > 0 && { unread_pages: unread }),
      recognition_confidence: Math.round(mean),
      recognition_complete: complete && unread.length === 0,
    },
    needs_ocr: false,
  };
};
