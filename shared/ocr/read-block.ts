import sharp from 'sharp';
import type { Word } from '../domain/page-text.ts';
import type { PictureReading } from '../domain/sheets/index.ts';
import type { Ocr } from '../ports.ts';
import { blockRegion } from './block-region.ts';
import type { GreyImage } from './grey.ts';
import type { Box } from './tiles.ts';

/** How a sheet may lie, the likeliest first: degrees clockwise in which its text reads. */
const DIRECTIONS = [0, 180, 270, 90] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Words of letters, surely read, from which a direction is the right one. */
const LEGIBLE_WORDS = 5;
const SURE = 70;

/** The picture turned so that text of this direction stands upright. */
const turned = async (picture: GreyImage, direction: Direction): Promise<GreyImage> => {
  if (direction === 0) return picture;
  const { data, info } = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 1 },
    limitInputPixels: false,
  })
    .rotate(360 - direction)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const cut = ({ data, width }: GreyImage, { left, top, right, bottom }: Box): GreyImage => {
  const [wide, high] = [right - left, bottom - top];
  const part = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const from = (top + y) * width + left;
    part.set(data.subarray(from, from + wide), y * wide);
  }
  return { data: part, width: wide, height: high };
};

type Found = Awaited<ReturnType<Ocr['recognise']>>['words'][number];

/** A word of the turned picture on the page as it is displayed, pixels. */
const onPage = (word: Found, direction: Direction, { width, height }: GreyImage): Omit<Word, 'text' | 'size'> => {
  const { x: u, y: v, width: along, height: across } = word;
  const angle = direction;
  if (angle === 90) return { x: width - v - across, y: u, width: across, height: along, angle };
  if (angle === 180) return { x: width - u - along, y: height - v - across, width: along, height: across, angle };
  if (angle === 270) return { x: v, y: height - u - along, width: across, height: along, angle };
  return { x: u, y: v, width: along, height: across, angle };
};

const isLegible = ({ text, confidence }: Found): boolean => confidence >= SURE && /\p{L}{3}/u.test(text);

/** Height over width of a letter from which upright reading has found a line that stands sideways. */
const SIDEWAYS = 2.5;
/** Sideways words from which the region is read once more, turned, and where that region begins. */
const SIDEWAYS_WORDS = 2;
const TURNED_FROM = 0.3;

/** Share of the sheet's width: what is wider has the room to be lettered level. */
const WIDEST_STRIP = 0.12;
/** Legible words from which a block needs no more of them. */
const FEW_WORDS = 12;
/** The direction of text that reads upwards on an upright sheet. */
const UPWARDS = 270;

const isSideways = ({ text, width, height }: Found): boolean =>
  text.length > 2 && height > (SIDEWAYS * width) / text.length;

/** The strip of a region in the view that is turned so that what reads upwards stands upright. */
const upwardsRegion = ({ left, right, bottom }: Box, { height }: GreyImage): Box => ({
  left: height - bottom,
  top: left,
  right: Math.round((1 - TURNED_FROM) * height),
  bottom: right,
});

interface Seen {
  found: Found[];
  direction: Direction;
  /** Words that read upwards on the sheet, in its view turned so. */
  upwards: Found[];
  legible: number;
}

/**
 * Reads the title block in a page's picture, whichever way the sheet lies: the region that its ruling shows, a second
 * of recognition; the other directions only where nothing is legible in the first.
 * @param picture grey, of the whole page as displayed, `dpi` pixels an inch
 * @param options `direction` in which the sheet is known to be read, degrees clockwise
 * @throws FileError
 */
export const readBlock = async (
  picture: GreyImage,
  { dpi, deadline, direction: known = null }: { dpi: number; deadline: number; direction?: number | null },
  ocr: Ocr,
): Promise<PictureReading> => {
  const wordsIn = async (view: GreyImage, region: Box): Promise<Found[]> => {
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
    const isStrip = region.right - region.left < WIDEST_STRIP * upright.width;
    const aslant = isStrip && words.length - found.length >= SIDEWAYS_WORDS && plain < FEW_WORDS;
    const upwards = aslant ? await wordsIn(await turned(upright, UPWARDS), upwardsRegion(region, upright)) : [];
    const legible = plain + upwards.filter((word) => isLegible(word) && !isSideways(word)).length;
    if (legible > best.legible) best = { found, direction, upwards, legible };
    if (legible >= LEGIBLE_WORDS) break;
  }
  const points = 72 / dpi;
  const placed = (found: readonly Found[], direction: Direction): Word[] =>
    found.map((word) => {
      const { x, y, width, height, angle } = onPage(word, direction, picture);
      const box = { x: x * points, y: y * points, width: width * points, height: height * points };
      return { text: word.text, ...box, size: word.height * points, angle };
    });
  const sure = best.upwards.filter((word) => isLegible(word) && !isSideways(word));
  const along = ((best.direction + UPWARDS) % 360) as Direction;
  const words = [...placed(best.found, best.direction), ...placed(sure, along)];
  const sum = best.found.reduce((total, word) => total + word.confidence, 0);
  return { words, confidence: best.found.length === 0 ? 0 : sum / best.found.length / 100 };
};
