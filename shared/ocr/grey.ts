import sharp from 'sharp';
import { FileError } from '../domain/files/file-error.ts';
import type { OcrImage } from './ocr-types.ts';

/** Grey pixels, one byte each, row by row. */
export interface GreyImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Maximum number of pixels (A0 at 400 dpi); larger images are rejected before they are decoded. */
const MAX_PIXELS = 300_000_000;

/**
 * Decodes an image to grey, reduced by `scale`, with transparency on white.
 *
 * @param scaleFor returns the factor, at most 1, for the image's size in pixels
 * @throws FileError damaged, too_large
 */
export async function greyImage(
  image: OcrImage,
  scaleFor: (width: number, height: number) => number,
): Promise<{ grey: GreyImage; width: number; height: number }> {
  const encoded = image instanceof Uint8Array;
  try {
    const source = encoded
      ? sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      : sharp(image.data, {
          raw: { width: image.width, height: image.height, channels: 1 },
          limitInputPixels: MAX_PIXELS,
        });
    const { width, height } = await source.metadata();
    const scale = scaleFor(width, height);
    if (!encoded && scale === 1) return { grey: image, width, height };
    const { data, info } = await source
      .flatten({ background: '#fff' })
      .resize({
        width: Math.max(1, Math.round(width * scale)),
        fit: 'fill',
        height: Math.max(1, Math.round(height * scale)),
      })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { grey: { data, width: info.width, height: info.height }, width, height };
  } catch (error) {
    if (/pixel limit|too large/i.test(String(error))) {
      throw new FileError('too_large', 'The image has too many pixels to be read.', { cause: error });
    }
    throw new FileError('damaged', 'The image is damaged and cannot be read.', { cause: error });
  }
}
