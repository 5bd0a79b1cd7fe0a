import type { PageText, Word } from '../page-text.ts';
import { onOfficePaper } from './block.ts';
import { evidenceOf, type FileEvidence } from './evidence.ts';
import { linesOf } from './lines.ts';
import { regionOf } from './region.ts';
import type { Sheet } from './sheet.ts';
import { readBlock } from './sheet-set.ts';
import { isTextPage } from './text-page.ts';
import { minimumBlockRegionRatio } from './thresholds.ts';

/** The result of recognising the image of a title block. */
export interface PictureReading {
  /** Positions in points of the page; `size` is the height of the ink. */
  words: Word[];
  /** Mean confidence of the words, 0..1. */
  confidence: number;
}

const FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;

/** Whether words of the areas of title blocks are drawn, so that the text may have them wrong. */
const isDrawn = (page: PageText): boolean =>
  page.words.some((word) => word.drawn !== undefined) &&
  linesOf(page).lines.some(
    ({ words, place }) => regionOf(place) > minimumBlockRegionRatio && words.some(({ drawn }) => drawn !== undefined),
  );

/**
 * Whether recognition of the page's image may find more than its text, which lacks the number or the title, or both
 * date and scale, or is itself recognised or drawn. Pages of text have no title block, nor have letters, which are in
 * portrait format.
 * @param isScan whether its text was recognised, or is still to be
 */
export const wantsPicture = (page: PageText, sheet: Sheet, isScan: boolean): boolean => {
  const isUncertain = isScan || isDrawn(page);
  if (onOfficePaper(page) && ((!isUncertain && page.width < page.height) || isTextPage(page))) return false;
  const isIncomplete =
    sheet.sheet_number === null || sheet.title === null || (sheet.date === null && sheet.scale === null);
  return isUncertain || isIncomplete;
};

/**
 * Fills the empty fields of a sheet from the image of its title block; of fields that recognised or drawn words have
 * too, the more certain one counts.
 */
const completed = (sheet: Sheet, picture: Sheet, isUncertain: boolean): Sheet => {
  const result: Sheet = { ...sheet, confidence: { ...sheet.confidence } };
  const source: NonNullable<Sheet['source']> = { ...sheet.source };
  for (const field of FIELDS) {
    const isBetter = isUncertain && picture.confidence[field] > sheet.confidence[field];
    if (picture[field] === null || !(sheet[field] === null || isBetter)) continue;
    result[field] = picture[field];
    result.confidence[field] = picture.confidence[field];
    source[field] = 'ocr';
  }
  return Object.keys(source).length > 0 ? { ...result, source } : sheet;
};

/**
 * Completes the sheets from the recognised images of their title blocks.
 * @param pages in the order of the sheets
 * @param pictures recognition results by page
 * @param file see readSheets
 */
export const withPictures = (
  sheets: readonly Sheet[],
  pages: readonly PageText[],
  pictures: ReadonlyMap<number, PictureReading>,
  file?: FileEvidence,
): Sheet[] => {
  if (pictures.size === 0) return [...sheets];
  const evidence = evidenceOf(pages, file);
  return sheets.map((sheet, i) => {
    const page = pages[i];
    const picture = pictures.get(sheet.page);
    if (!page || !picture) return sheet;
    const text = picture.words.map((word) => word.text).join('\n');
    const read = readBlock({ ...page, words: picture.words, text }, evidence);
    return completed(sheet, read, linesOf(page).recognised || isDrawn(page));
  });
};
