import sharp from 'sharp';
import { blockRegion } from './block-region.ts';
import type { GreyImage } from './grey.ts';
import { cut, DIRECTIONS, type Direction, turned } from './turn-image.ts';

/** Longest side in pixels; vision models reduce larger images themselves. */
const LONGEST_SIDE = 1568;

const isDirection = (value: number | null): value is Direction => DIRECTIONS.some((each) => each === value);

/**
 * Returns the region of the title block in a page's image, upright, as a PNG.
 * @param direction in which the sheet is read, in degrees clockwise; null if unknown
 */
export const blockImage = async (picture: GreyImage, direction: number | null): Promise<Uint8Array> => {
  const upright = await turned(picture, isDirection(direction) ? direction : 0);
  const { data, width, height } = cut(upright, blockRegion(upright));
  return await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
};
