import type { PageText, Word } from '../page-text.ts';
import { onOfficePaper } from './block.ts';
import type { Sheet } from './sheet.ts';
import { readPages } from './sheet-set.ts';
import { isTextPage } from './text-page.ts';

/** The result of recognising the image of a title block. */
export interface PictureReading {
  /** Positions in points of the page; `size` is the height of the ink. */
  words: Word[];
  /** Mean confidence of the words, 0..1. */
  confidence: number;
}

const FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;

/**
 * Whether recognition of the page's image may find more than its text, which lacks the number or the title, or both
 * date and scale. Pages of text have no title block, nor have letters or reports with a text layer.
 * @param isScan whether its text was recognised, or is still to be
 */
export const wantsPicture = (page: PageText, sheet: Sheet, isScan: boolean): boolean => {
  if (onOfficePaper(page) && (!isScan || isTextPage(page))) return false;
  return sheet.sheet_number === null || sheet.title === null || (sheet.date === null && sheet.scale === null);
};

/** Minimum confidence for a field from an image: one misread letter makes another sheet number. */
const LEAST_CERTAIN = { sheet_number: 0.6, title: 0.4, revision: 0.5, date: 0.35, scale: 0.35 } as const;

/**
 * Fills the empty fields of a sheet from the image of its title block.
 * @param certainty confidence of the recognition, 0..1, which limits that of the fields
 */
const completed = (sheet: Sheet, picture: Sheet, certainty: number): Sheet => {
  const result: Sheet = { ...sheet, confidence: { ...sheet.confidence } };
  const source: NonNullable<Sheet['source']> = { ...sheet.source };
  for (const field of FIELDS) {
    const confidence = Math.round(100 * certainty * picture.confidence[field]) / 100;
    if (sheet[field] !== null || picture[field] === null || confidence < LEAST_CERTAIN[field]) continue;
    result[field] = picture[field];
    result.confidence[field] = confidence;
    source[field] = 'ocr';
  }
  return Object.keys(source).length > 0 ? { ...result, source } : sheet;
};

/**
 * Fills the empty fields of the sheets from the recognised images of their title blocks.
 * @param pages in the order of the sheets
 * @param pictures recognition results by page
 */
export const withPictures = (
  sheets: readonly Sheet[],
  pages: readonly PageText[],
  pictures: ReadonlyMap<number, PictureReading>,
): Sheet[] =>
  sheets.map((sheet, i) => {
    const page = pages[i];
    const picture = pictures.get(sheet.page);
    if (!page || !picture) return sheet;
    const text = picture.words.map((word) => word.text).join('\n');
    const [read] = readPages([{ ...page, words: picture.words, text }]);
    return read ? completed(sheet, read, picture.confidence) : sheet;
  });
