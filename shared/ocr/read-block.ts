import type { Word } from '../domain/page-text.ts';
import type { PictureReading } from '../domain/sheets/index.ts';
import type { Ocr } from '../ports.ts';
import { blockRegion } from './block-region.ts';
import type { GreyImage } from './grey.ts';
import type { PixelBox } from './tiles.ts';
import { cut, DIRECTIONS, type Direction, isLegible, onPage, type Recognised, turned } from './turn.ts';

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

interface Seen {
  found: Recognised[];
  direction: Direction;
  /** Words that read upwards on the sheet, in the rotated view. */
  upwards: Recognised[];
  legible: number;
}

/**
 * Recognises the title block in a page's image, whatever the sheet's orientation: the region indicated by its ruling
 * takes about a second; other directions are tried only if nothing is legible in the first.
 * @param picture grey image of the whole page as displayed, at `dpi` pixels per inch
 * @param options `direction` in which the sheet is known to be read, in degrees clockwise
 * @throws FileError if the image cannot be read
 */
export const readBlock = async (
  picture: GreyImage,
  { dpi, deadline, direction: known = null }: { dpi: number; deadline: number; direction?: number | null },
  ocr: Ocr,
): Promise<PictureReading> => {
  const wordsIn = async (view: GreyImage, region: PixelBox): Promise<Recognised[]> => {
    const left = deadline - Date.now();
    if (left <= 0) return [];
    const { words } = await ocr.recognise(cut(view, region), { dpi, deadline_ms: left, layout: 'ruled' });
    return words.map((word) => ({ ...word, x: word.x + region.left, y: word.y + region.top }));
  };
  let best: Seen = { found: [], direction: 0, upwards: [], legible: 0 };
  for (const direction of DIRECTIONS.filter((each) => known === null || each === known)) {
    if (Date.now() >= deadline) break;
    const upright = await turned(picture, direction);
    const region = blockRegion(upright);
    const words = await wordsIn(upright, region);
    const found = words.filter((word) => !isSideways(word));
    const plain = found.filter(isLegible).length;
    const isStrip = region.right - region.left < MAXIMUM_STRIP_SHARE * upright.width;
    const aslant = isStrip && words.length - found.length >= MINIMUM_SIDEWAYS_WORDS && plain < SUFFICIENT_WORDS;
    const upwards = aslant ? await wordsIn(await turned(upright, UPWARDS_DEGREES), upwardsRegion(region, upright)) : [];
    const legible = plain + upwards.filter((word) => isLegible(word) && !isSideways(word)).length;
    if (legible > best.legible) best = { found, direction, upwards, legible };
    if (legible >= LEGIBLE_WORDS) break;
  }
  const points = 72 / dpi;
  const placed = (found: readonly Recognised[], direction: Direction): Word[] =>
    found.map((word) => {
      const { x, y, width, height, angle } = onPage(word, direction, picture);
      const box = { x: x * points, y: y * points, width: width * points, height: height * points };
      return { text: word.text, ...box, size: word.height * points, angle };
    });
  const sure = best.upwards.filter((word) => isLegible(word) && !isSideways(word));
  const along = ((best.direction + UPWARDS_DEGREES) % 360) as Direction;
  const words = [...placed(best.found, best.direction), ...placed(sure, along)];
  const sum = best.found.reduce((total, word) => total + word.confidence, 0);
  return { words, confidence: best.found.length === 0 ? 0 : sum / best.found.length / 100 };
};
