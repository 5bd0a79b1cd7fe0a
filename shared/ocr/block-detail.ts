import { mergedWords } from '../domain/merged-words.ts';
import type { CellBox, DrawnWord, LetteringLine } from '../domain/page-text.ts';
import type { PixelBox } from '../pdf/page-matrix.ts';
import type { GreyImage } from './grey.ts';
import { linesInImage } from './image-lines.ts';
import { mergeLettering } from './read-lettering.ts';
import { type LineReader, readLines } from './read-lines.ts';
import { ruledCells } from './ruled-cells.ts';
import { type Direction, inView, onPage } from './turn-image.ts';
import { withoutRules } from './without-rules.ts';

/** Heights of accents above capitals and of descenders below them, in heights of capitals. */
const ACCENT_HEIGHTS = 0.35;
const DESCENDER_HEIGHTS = 0.3;

/** Certainty of words that need not be read again, and minimum share of their line that they cover. */
const CERTAIN = 0.9;
const MINIMUM_COVERED_SHARE = 0.7;

/** A region of a page's image rotated to its reading direction, at a density that suits its lettering. */
export interface Detail {
  image: GreyImage;
  /** The same without the rules of its cells. */
  unruled: GreyImage;
  /** Pixels per inch, and per pixel of the rotated image. */
  dpi: number;
  scale: number;
  region: PixelBox;
}

/** The image of a whole page, and its pixels per inch. */
export interface Picture {
  picture: GreyImage;
  dpi: number;
}

/** Returns a box of a detail in points of the page. */
const pageBox = (
  { left, top, right, bottom }: PixelBox,
  { scale, region }: Detail,
  direction: Direction,
  { picture, dpi }: Picture,
): CellBox => {
  const place = { x: left / scale + region.left, y: top / scale + region.top };
  const size = { width: (right - left) / scale, height: (bottom - top) / scale };
  const { x, y, width, height } = onPage({ text: '', confidence: 0, ...place, ...size }, direction, picture);
  const points = 72 / dpi;
  return { left: x * points, top: y * points, right: (x + width) * points, bottom: (y + height) * points };
};

/** A line of lettering with the box of its capitals, in points of the page. */
interface DetailLine extends LetteringLine {
  capitals: CellBox;
}

/** Returns the lines of lettering in a detail. */
export const linesOfDetail = (detail: Detail, direction: Direction, page: Picture): DetailLine[] =>
  linesInImage(detail.unruled, detail.dpi).map((line) => {
    const above = { ...line, top: line.top - ACCENT_HEIGHTS * line.capitals };
    const box = pageBox({ ...above, bottom: line.bottom + DESCENDER_HEIGHTS * line.capitals }, detail, direction, page);
    const capitals = pageBox(line, detail, direction, page);
    const capitalHeight = (line.capitals * 72) / (detail.scale * page.dpi);
    return { box, capitals, capitalHeight, angle: direction, characters: line.letters };
  });

/** Whether certain words cover a line, so that reading it again adds nothing. */
const isRead = ({ capitals, angle }: DetailLine, words: readonly DrawnWord[]): boolean => {
  const { left, top, right, bottom } = capitals;
  const own = words.filter(({ x, y, width, height }) => {
    const [u, v] = [x + width / 2, y + height / 2];
    return u >= left && u <= right && v >= top && v <= bottom;
  });
  if (own.some(({ drawn }) => drawn < CERTAIN)) return false;
  const length = angle % 180 === 0 ? right - left : bottom - top;
  const covered = own.reduce((sum, { width, height }) => sum + (angle % 180 === 0 ? width : height), 0);
  return covered >= MINIMUM_COVERED_SHARE * length;
};

/** Returns a word as high as the capitals of its line, like the ink of a recognised word. */
const asInk = (word: DrawnWord, { capitals: { left, top, right, bottom } }: DetailLine): DrawnWord =>
  word.angle % 180 === 0
    ? { ...word, y: top, height: bottom - top, size: bottom - top }
    : { ...word, x: left, width: right - left, size: right - left };

/**
 * Recognises the lines of a detail that the given words do not tell with certainty one by one, which neither its layout nor the
 * size of its lettering disturbs, and returns for each line these words or the given ones, whichever are more certain.
 * @throws Unavailable if another attempt may succeed
 */
export const withLines = async (
  words: readonly DrawnWord[],
  lines: readonly DetailLine[],
  { picture, dpi }: Picture,
  reader: LineReader,
): Promise<readonly DrawnWord[]> => {
  const unread = lines.filter((line) => !isRead(line, words));
  if (unread.length === 0 || Date.now() >= reader.deadline) return words;
  const points = 72 / dpi;
  const render: LineReader['render'] = async (clip, density) =>
    withoutRules(await reader.render(clip, density), density);
  const page = { width: picture.width * points, height: picture.height * points };
  const read = await readLines(unread, page, { ...reader, render });
  const recognised = read.map((found, i) => found.map((word) => asInk(word, unread[i]!)));
  const all = mergeLettering(words, unread, recognised) ?? words;
  const given = new Set(words);
  return mergedWords(
    all.filter((word) => given.has(word)),
    all.filter((word) => !given.has(word)),
  );
};

/** Returns the ruled cells around words of a detail, in points of the page. */
export const cellsOfDetail = (
  detail: Detail,
  direction: Direction,
  page: Picture,
  words: readonly DrawnWord[],
): CellBox[] => {
  const { image, dpi, scale, region } = detail;
  const pixels = page.dpi / 72;
  const boxes = words.map(({ x, y, width, height }) => {
    const onPicture = { x: x * pixels, y: y * pixels, width: width * pixels, height: height * pixels };
    const seen = inView(onPicture, direction, page.picture);
    return {
      ...{ x: (seen.x - region.left) * scale, y: (seen.y - region.top) * scale },
      ...{ width: seen.width * scale, height: seen.height * scale },
    };
  });
  return ruledCells(image, dpi, boxes).map((cell) => pageBox(cell, detail, direction, page));
};
