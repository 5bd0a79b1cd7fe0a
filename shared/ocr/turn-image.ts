import sharp from 'sharp';
import type { Word } from '../domain/page-text.ts';
import type { PixelBox } from '../pdf/page-matrix.ts';
import type { Ocr } from '../ports.ts';
import type { GreyImage } from './grey.ts';

/** Possible reading directions of a sheet in degrees clockwise, most likely first. */
export const DIRECTIONS = [0, 180, 270, 90] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Rotates the image so that text of this direction is upright. */
export const turned = async (picture: GreyImage, direction: Direction): Promise<GreyImage> => {
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

/** Cuts a rectangle out of an image. */
export const cut = ({ data, width }: GreyImage, { left, top, right, bottom }: PixelBox): GreyImage => {
  const [wide, high] = [right - left, bottom - top];
  const part = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const from = (top + y) * width + left;
    part.set(data.subarray(from, from + wide), y * wide);
  }
  return { data: part, width: wide, height: high };
};

/** A recognised word, in pixels of the image that was read. */
export type Recognised = Awaited<ReturnType<Ocr['recognise']>>['words'][number];

/** Transforms a word of the rotated image to pixels of the displayed page. */
export const onPage = (
  word: Recognised,
  direction: Direction,
  { width, height }: Pick<GreyImage, 'width' | 'height'>,
): Omit<Word, 'text' | 'size'> => {
  const { x: u, y: v, width: along, height: across } = word;
  const angle = (direction + (word.angle ?? 0)) % 360;
  if (direction === 90) return { x: width - v - across, y: u, width: across, height: along, angle };
  if (direction === 180) return { x: width - u - along, y: height - v - across, width: along, height: across, angle };
  if (direction === 270) return { x: v, y: height - u - along, width: across, height: along, angle };
  return { x: u, y: v, width: along, height: across, angle };
};

/** Transforms a box of the displayed page to pixels of its image rotated so that text of this direction is upright. */
export const inView = (
  { x, y, width, height }: Pick<Word, 'x' | 'y' | 'width' | 'height'>,
  direction: Direction,
  page: Pick<GreyImage, 'width' | 'height'>,
): Pick<Word, 'x' | 'y' | 'width' | 'height'> => {
  if (direction === 90) return { x: y, y: page.width - x - width, width: height, height: width };
  if (direction === 180) return { x: page.width - x - width, y: page.height - y - height, width, height };
  if (direction === 270) return { x: page.height - y - height, y: x, width: height, height: width };
  return { x, y, width, height };
};
