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

/**
 * Reads the title block in a page's picture, whichever way the sheet lies: the region that its ruling shows, a second
 * of recognition; the other directions only where nothing is legible in the first.
 * @param picture grey, of the whole page as displayed, `dpi` pixels an inch
 * @throws FileError
 */
export const readBlock = async (
  picture: GreyImage,
  { dpi, deadline }: { dpi: number; deadline: number },
  ocr: Ocr,
): Promise<PictureReading> => {
  let best: { found: Found[]; direction: Direction; legible: number } = { found: [], direction: 0, legible: 0 };
  for (const direction of DIRECTIONS) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    const upright = await turned(picture, direction);
    const region = blockRegion(upright);
    const { words } = await ocr.recognise(cut(upright, region), { dpi, deadline_ms: left, layout: 'ruled' });
    const found = words.map((word) => ({ ...word, x: word.x + region.left, y: word.y + region.top }));
    const legible = found.filter(isLegible).length;
    if (legible > best.legible) best = { found, direction, legible };
    if (legible >= LEGIBLE_WORDS) break;
  }
  const points = 72 / dpi;
  const words = best.found.map((word): Word => {
    const { x, y, width, height, angle } = onPage(word, best.direction, picture);
    const box = { x: x * points, y: y * points, width: width * points, height: height * points };
    return { text: word.text, ...box, size: word.height * points, angle };
  });
  const sum = best.found.reduce((total, word) => total + word.confidence, 0);
  return { words, confidence: best.found.length === 0 ? 0 : sum / best.found.length / 100 };
};
