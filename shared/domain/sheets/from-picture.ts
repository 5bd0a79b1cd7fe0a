import { mergedWords } from '../merged-words.ts';
import type { CellBox, PageText, Word } from '../page-text.ts';
import { onOfficePaper } from './block.ts';
import { evidenceOf, type FileEvidence } from './evidence.ts';
import { rotateToText } from './extent.ts';
import { labelKind } from './labels.ts';
import { linesOf } from './lines.ts';
import { regionOf } from './region.ts';
import type { Sheet } from './sheet.ts';
import { readBlock } from './sheet-set.ts';
import { isTextPage } from './text-page.ts';
import { certainConfidenceRatio, minimumBlockRegionRatio, minimumImagesShare } from './thresholds.ts';

/** The result of recognising the image of a title block. */
export interface PictureReading {
  /** Positions in points of the page; `size` is the height of the ink. */
  words: Word[];
  /** Mean confidence of the words, 0..1. */
  confidence: number;
  /** The ruled cells around the words in the image, in points of the page. */
  cells?: CellBox[];
}

/** Number of points along each side of a page at which its images are looked for. */
const GRID_POINTS = 40;

const FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;

/** Minimum number of kinds of labels in the image of a title block. */
const MINIMUM_LABEL_KINDS = 2;

/** Minimum share of a page that an image covers which may contain the title block wherever it is. */
const MINIMUM_IMAGE_SHARE = 0.4;

/**
 * Whether the title block may be elsewhere on the page than in the region that was read: the page is a large image, such as
 * a map, and hardly any word of the region is a label.
 */
export const mayBeElsewhere = (page: PageText, { words }: PictureReading): boolean => {
  const kinds = new Set(words.map(({ text }) => labelKind(text)).filter((kind) => kind !== null));
  const covered = (page.unread?.images ?? []).map(
    ({ left, top, right, bottom }) => ((right - left) * (bottom - top)) / (page.width * page.height),
  );
  return kinds.size < MINIMUM_LABEL_KINDS && Math.max(0, ...covered) >= MINIMUM_IMAGE_SHARE;
};

/** Whether words of the areas of title blocks are drawn, so that the text may have them wrong. */
const isDrawn = (page: PageText): boolean =>
  page.words.some((word) => word.drawn !== undefined) &&
  linesOf(page).lines.some(
    ({ words, place }) => regionOf(place) > minimumBlockRegionRatio && words.some(({ drawn }) => drawn !== undefined),
  );

/** Returns points spread evenly over the areas of title blocks of a page, in points as displayed. */
const pointsOfBlocks = (page: PageText): { x: number; y: number }[] => {
  const { angle } = linesOf(page);
  const places = Array.from({ length: GRID_POINTS ** 2 }, (_, i) => ({
    x: (((i % GRID_POINTS) + 0.5) / GRID_POINTS) * page.width,
    y: ((Math.floor(i / GRID_POINTS) + 0.5) / GRID_POINTS) * page.height,
  }));
  return places.filter((place) => {
    const { u0, v0 } = rotateToText({ ...place, width: 0, height: 0 }, angle, page);
    const [along, across] = angle % 180 === 0 ? [page.width, page.height] : [page.height, page.width];
    const [u, v] = [u0 / along, v0 / across];
    return regionOf({ u0: u, u1: u, v0: v, v1: v }) > minimumBlockRegionRatio;
  });
};

/**
 * Whether the areas of title blocks have lettering that is no words, or images that are as large as a title block: smaller
 * ones are logos and seals.
 */
const showsMore = (page: PageText): boolean => {
  const { images, lettering } = page.unread ?? { images: [], lettering: [] };
  if (lettering.length > 0 || images.length === 0) return lettering.length > 0;
  const points = pointsOfBlocks(page);
  const covered = points.filter(({ x, y }) =>
    images.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom),
  );
  return covered.length >= minimumImagesShare * points.length;
};

/** The fields that nearly every title block prints. */
const USUAL_FIELDS = ['sheet_number', 'title', 'date', 'scale'] as const;

/** Whether the usual fields of a sheet are read with certainty, so that another reading hardly adds anything. */
const isComplete = (sheet: Sheet): boolean =>
  USUAL_FIELDS.every((field) => sheet[field] !== null && sheet.confidence[field] >= certainConfidenceRatio);

/**
 * Whether recognition of the page's image may find more than its text. That is the case if the text is itself recognised or
 * drawn and a usual field is not certain, or if the text lacks the number or the title, or both date and scale, and the areas
 * of title blocks show more than words. Pages of text have no title block.
 * @param isScan whether its text was recognised, or is still to be
 */
export const wantsPicture = (page: PageText, sheet: Sheet, isScan: boolean): boolean => {
  if (onOfficePaper(page) && isTextPage(page)) return false;
  if (isScan || isDrawn(page)) return !isComplete(sheet);
  const isIncomplete =
    sheet.sheet_number === null || sheet.title === null || (sheet.date === null && sheet.scale === null);
  return isIncomplete && showsMore(page);
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
    const cells = [...(page.cells ?? []), ...(picture.cells ?? [])];
    const isUncertain = linesOf(page).recognised || isDrawn(page);
    const readFrom = (words: Word[]): Sheet =>
      readBlock({ ...page, words, text: words.map((word) => word.text).join('\n'), cells }, evidence);
    const fromPicture = completed(sheet, readFrom(picture.words), isUncertain);
    if (!isUncertain) return fromPicture;
    // A label may be in one and its value in the other.
    return completed(fromPicture, readFrom(mergedWords(picture.words, page.words)), true);
  });
};
