import type { Sheet } from '../documents/document.ts';
import type { PageText, Word } from '../page-text.ts';
import { onOfficePaper } from './block.ts';
import { readPages } from './sheet-set.ts';
import { isTextPage } from './text-page.ts';

/** What the picture of a title block was read as. */
export interface PictureReading {
  /** In points of the page; `size` is the height of the ink. */
  words: Word[];
  /** Mean confidence of the words, 0..1. */
  confidence: number;
}

const FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;

/**
 * Whether the picture of a page may tell more than its text: that names no number or title, or none of date and scale.
 * A page of text has no title block, nor has a letter or a report with a text layer.
 * @param isScan its text was recognised, or is still to be
 */
export const wantsPicture = (page: PageText, sheet: Sheet, isScan: boolean): boolean => {
  if (onOfficePaper(page) && (!isScan || isTextPage(page))) return false;
  return sheet.sheet_number === null || sheet.title === null || (sheet.date === null && sheet.scale === null);
};

/** Confidence from which a field of the picture is taken: a letter misread makes another number. */
const LEAST_CERTAIN = { sheet_number: 0.6, title: 0.4, revision: 0.5, date: 0.35, scale: 0.35 } as const;

/**
 * A sheet with the fields that its text layer left open as the picture of its title block gives them.
 * @param certainty of the recognition, 0..1: a field is no surer than its letters
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
 * The sheets with what the pictures of their blocks tell.
 * @param pages in the order of the sheets
 * @param pictures by page
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
