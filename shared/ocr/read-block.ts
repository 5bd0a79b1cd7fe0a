import type { DrawnWord } from '../domain/page-text.ts';
import type { PictureReading } from '../domain/sheets/index.ts';
import type { PixelBox } from '../pdf/page-matrix.ts';
import type { Ocr } from '../ports.ts';
import { cellsOfDetail, type Detail, linesOfDetail, withLines } from './block-detail.ts';
import { type BlockPlace, blockPlaces } from './block-places.ts';
import { correctWords } from './correct-words.ts';
import type { GreyImage } from './grey.ts';
import { isLegible } from './legibility.ts';
import type { Layout } from './ocr-types.ts';
import { dataFor, isAsLegible, languageOf } from './page-language.ts';
import { scriptLanguage } from './page-script.ts';
import { cut, DIRECTIONS, type Direction, onPage, type Recognised, turned } from './turn-image.ts';
import { withoutRules } from './without-rules.ts';

/** Minimum number of words with letters, recognised with confidence, that confirm a direction. */
const LEGIBLE_WORDS = 5;

/** Ratio of height to width of a letter above which horizontal reading has found a sideways line. */
const MINIMUM_SIDEWAYS_RATIO = 2.5;
/** Minimum number of sideways words for the region to be read again, rotated, and where that region starts. */
const MINIMUM_SIDEWAYS_WORDS = 2;
const SIDEWAYS_REGION_START = 0.3;

/** Share of the sheet's width; wider columns have enough room for horizontal text. */
const MAXIMUM_STRIP_SHARE = 0.12;
/** Number of legible words that are sufficient for a block. */
const SUFFICIENT_WORDS = 12;
/** The direction of text that reads upwards on an upright sheet. */
const UPWARDS_DEGREES = 270;

const isSideways = ({ text, width, height }: Recognised): boolean =>
  text.length > 2 && height > (MINIMUM_SIDEWAYS_RATIO * width) / text.length;

/** Returns the strip of a region in the view rotated to make upward text upright. */
const upwardsRegion = ({ left, right, bottom }: PixelBox, { height }: GreyImage): PixelBox => ({
  left: height - bottom,
  top: left,
  right: Math.round((1 - SIDEWAYS_REGION_START) * height),
  bottom: right,
});

/** Density of the image that is recognised, in pixels per inch, and its maximum number of pixels. */
const DETAIL_DPI = 300;
const MOST_DETAIL_PIXELS = 24_000_000;
/**
 * Minimum height in pixels of capitals in that image, and by how much the density is increased at most for it: scans of large
 * sheets are stored on pages of any size.
 */
const MINIMUM_CAPITAL_PIXELS = 20;
const MAXIMUM_ENLARGEMENT = 3;
/** Minimum ratio of that density to the one of the whole image for the block to be rendered again. */
const MINIMUM_GAIN = 1.2;

interface Seen {
  place: BlockPlace;
  found: Recognised[];
  /** Words that read upwards on the sheet, in the rotated view. */
  upwards: Recognised[];
  legible: number;
  /** The image that was recognised, with its rules. */
  detail: Detail;
}

export interface BlockOptions {
  /** Pixels per inch of the image. */
  dpi: number;
  /** Epoch milliseconds. */
  deadline: number;
  /** The direction in which the sheet is known to be read, in degrees clockwise. */
  direction?: number | null;
  /** The direction that is tried first if none is known. */
  likely?: number;
  /** The language (ISO 639-2) of the sheet's text, if that tells. */
  language?: string | null;
  /** Renders a rectangle of the page, in points, more finely. */
  render?: (clip: { x: number; y: number; width: number; height: number }, dpi: number) => Promise<GreyImage>;
}

const isFlat = (word: Recognised): boolean => !isSideways(word);

/** Returns a function that reads the block of the picture at a place and in a language with data; null for the default. */
const blockReader = (picture: GreyImage, { dpi, deadline, render }: BlockOptions, ocr: Ocr) => {
  const points = 72 / dpi;
  const detailOf = async (
    view: GreyImage,
    region: PixelBox,
    direction: Direction,
    enlargement: number,
  ): Promise<Detail> => {
    const [width, height] = [region.right - region.left, region.bottom - region.top];
    const most = Math.sqrt(MOST_DETAIL_PIXELS / (((width / dpi) * height) / dpi));
    const finer = Math.min(enlargement * DETAIL_DPI, most);
    if (!render || finer < MINIMUM_GAIN * dpi) {
      const image = cut(view, region);
      return { image, unruled: withoutRules(image, dpi), dpi, scale: 1, region };
    }
    const place = { text: '', confidence: 0, x: region.left, y: region.top, width, height };
    const { x, y, width: wide, height: high } = onPage(place, direction, picture);
    const clip = { x: x * points, y: y * points, width: wide * points, height: high * points };
    const image = await turned(await render(clip, finer), direction);
    // For recognition and the removal of rules, the sheet has the size at which its lettering would be of usual height.
    const seen = finer / enlargement;
    return { image, unruled: withoutRules(image, seen), dpi: seen, scale: image.width / width, region };
  };
  return async (place: BlockPlace, language: string | null): Promise<Seen> => {
    const { direction, view: upright, region, capitals } = place;
    const needed = capitals === null ? 1 : MINIMUM_CAPITAL_PIXELS / (capitals * DETAIL_DPI);
    const enlargement = Math.min(MAXIMUM_ENLARGEMENT, Math.max(1, needed));
    const wordsIn = async ({ unruled, dpi: density, scale, region }: Detail, layout: Layout): Promise<Recognised[]> => {
      const left = deadline - Date.now();
      if (left <= 0) return [];
      const { words } = await ocr.recognise(unruled, { dpi: density, deadline_ms: left, layout, language });
      return words.map(({ text, confidence, x, y, width, height }) => ({
        ...{ text, confidence, x: x / scale + region.left, y: y / scale + region.top },
        ...{ width: width / scale, height: height / scale },
      }));
    };
    const detail = await detailOf(upright, region, direction, enlargement);
    const words = await wordsIn(detail, 'scattered');
    const found = words.filter(isFlat);
    const plain = found.filter(isLegible).length;
    const isStrip = region.right - region.left < MAXIMUM_STRIP_SHARE * upright.width;
    const aslant = isStrip && words.length - found.length >= MINIMUM_SIDEWAYS_WORDS && plain < SUFFICIENT_WORDS;
    const along = ((direction + UPWARDS_DEGREES) % 360) as Direction;
    const aside = aslant && (await turned(upright, UPWARDS_DEGREES));
    const upwards = aside
      ? await wordsIn(await detailOf(aside, upwardsRegion(region, upright), along, enlargement), 'ruled')
      : [];
    const legible = plain + upwards.filter((word) => isLegible(word) && isFlat(word)).length;
    return { place, found, upwards, legible, detail };
  };
};

/**
 * Returns the block in the first place in which it is legible; if there is none, in the best one and, as `straight`, in the
 * likely direction or, if that was not read, the first one.
 */
const inDirections = async (
  readAt: (place: BlockPlace) => Promise<Seen>,
  picture: GreyImage,
  { dpi, direction: known = null, likely = 0, deadline }: BlockOptions,
): Promise<{ best: Seen; straight: Seen } | null> => {
  const all: Seen[] = [];
  const directions = DIRECTIONS.filter((each) => known === null || each === known);
  const inOrder = directions.sort((a, b) => Number(b === likely) - Number(a === likely));
  for await (const place of blockPlaces(picture, { dpi, deadline }, inOrder)) {
    if (Date.now() >= deadline) break;
    const seen = await readAt(place);
    if (seen.legible >= LEGIBLE_WORDS) return { best: seen, straight: seen };
    all.push(seen);
  }
  const straight = all.find(({ place }) => place.direction === inOrder[0]) ?? all[0];
  if (!straight) return null;
  return { straight, best: all.reduce((best, seen) => (seen.legible > best.legible ? seen : best), straight) };
};

/** Returns the language whose script a block is in whose words do not tell; null if none is found. */
const scriptIn = ({ found, detail }: Seen, { deadline }: BlockOptions, ocr: Ocr): Promise<string | null> =>
  scriptLanguage(detail.unruled, found, { ocr, dpi: detail.dpi, deadline });

/**
 * Recognises the title block in a page's image, whatever the sheet's orientation: the region indicated by its ruling
 * takes a second or two; other directions are tried only if nothing is legible in the first, and another language only
 * if the words, or the script, are in it.
 * @param picture grey image of the whole page as displayed
 * @throws FileError if the image cannot be read
 */
export const readBlock = async (picture: GreyImage, options: BlockOptions, ocr: Ocr): Promise<PictureReading> => {
  const { dpi, deadline, language = null } = options;
  const points = 72 / dpi;
  const readIn = blockReader(picture, options, ocr);
  const available = ocr.languages?.available ?? [];
  const first = dataFor(language, available) ?? available[0] ?? null;
  const seen = await inDirections((place) => readIn(place, first), picture, options);
  if (seen === null) return { words: [], confidence: 0, cells: [] };
  let { best } = seen;
  const said = language ?? languageOf(best.found.map(({ text }) => text));
  const script = said === null ? await scriptIn(seen.straight, options, ocr) : null;
  // Another script is as illegible in one direction as in the others.
  if (script !== null) best = seen.straight;
  const own = dataFor(said ?? script, available);
  const readsOwn = own !== null && own !== first;
  if (readsOwn && Date.now() < deadline) {
    const again = await readIn(best.place, own);
    if (isAsLegible(again.found, best.found)) best = again;
  }
  const placed = (found: readonly Recognised[], direction: Direction): DrawnWord[] =>
    found.map((word) => {
      const { x, y, width, height, angle } = onPage(word, direction, picture);
      const box = { x: x * points, y: y * points, width: width * points, height: height * points };
      return { text: word.text, ...box, size: word.height * points, angle, drawn: word.confidence / 100 };
    });
  const sure = best.upwards.filter((word) => isLegible(word) && isFlat(word));
  const { direction } = best.place;
  const along = ((direction + UPWARDS_DEGREES) % 360) as Direction;
  const scattered = placed(best.found, direction);
  const page = { picture, dpi };
  const lines = options.render ? linesOfDetail(best.detail, direction, page) : [];
  const reader = { ...options, ocr, language: readsOwn ? own : first };
  const found = options.render
    ? await withLines(scattered, lines, page, { ...reader, render: options.render })
    : scattered;
  const words = correctWords([...found, ...placed(sure, along)], ({ drawn }) => drawn);
  const sum = words.reduce((total, { drawn }) => total + drawn, 0);
  return {
    words,
    confidence: words.length === 0 ? 0 : sum / words.length,
    cells: cellsOfDetail(best.detail, direction, page, words),
  };
};
