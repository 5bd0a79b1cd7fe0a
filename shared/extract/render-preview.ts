import sharp, { type Sharp } from 'sharp';
import { matchesAt } from '../domain/files/bytes.ts';
import { FileError } from '../domain/files/file-error.ts';
import { magicKind } from '../domain/files/magic.ts';
import { decodeBmp } from './bmp.ts';
import { damaged, timedOut, tooLarge, unsupported } from './file-errors.ts';

/** A rendered image. */
export interface ImagePreview {
  /** PNG of the whole image, rotated upright, and reduced to `max_side` if it is larger. */
  image: Buffer;
  /** PNG within a square of `thumbnail_side` pixels. */
  thumbnail: Buffer;
  /** Size of `image` in pixels. */
  width: number;
  height: number;
  /** Size in pixels of the file's image, rotated upright. */
  original_width: number;
  original_height: number;
  /** Number of images in the file, as in a scanned TIFF of several sheets; 1 for animations. */
  pages: number;
  /** Pixels per inch, if stated in the file. */
  dpi: number | null;
}

export interface ImagePreviewOptions {
  /** 1-based page of a TIFF; 1 by default. */
  page?: number;
  /** Longest side of the full image in pixels; 8,192 by default. */
  max_side?: number;
  /** Longest side of the thumbnail in pixels; 400 by default. */
  thumbnail_side?: number;
  /** Maximum number of pixels of an image that is decoded; 300,000,000 by default: an A0 sheet at 400 dpi. */
  max_pixels?: number;
  /** Default 60. */
  deadline_seconds?: number;
}

/** Minimum credible density: writers state 72 when they do not know it. */
const LEAST_DPI = 73;

/**
 * Creates the full image and a thumbnail of an image file in this process. libvips checks the deadline between the
 * rows of an image but not within a vector drawing: `imagePreview` renders those in a child process.
 *
 * @throws FileError damaged, too_large, timeout, or unsupported (HEIC and other codecs that sharp does not include)
 */
export async function renderPreview(bytes: Uint8Array, options: ImagePreviewOptions = {}): Promise<ImagePreview> {
  const bounds = {
    page: 1,
    max_side: 8192,
    thumbnail_side: 400,
    max_pixels: 300_000_000,
    deadline_seconds: 60,
    ...options,
  };
  try {
    const source = openImage(bytes, bounds.page, bounds.max_pixels).timeout({ seconds: bounds.deadline_seconds });
    const facts = await source.metadata();
    const full = await source
      .autoOrient()
      .resize({ width: bounds.max_side, height: bounds.max_side, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 2 })
      .toBuffer({ resolveWithObject: true });
    const side = bounds.thumbnail_side;
    const thumbnail = await sharp(full.data, { limitInputPixels: bounds.max_pixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 6 })
      .toBuffer();
    return {
      image: full.data,
      thumbnail,
      width: full.info.width,
      height: full.info.height,
      original_width: facts.autoOrient.width,
      original_height: facts.autoOrient.height,
      pages: facts.format === 'tiff' ? (facts.pages ?? 1) : 1,
      dpi: facts.density !== undefined && facts.density >= LEAST_DPI ? facts.density : null,
    };
  } catch (error) {
    throw translate(error, bytes, bounds.deadline_seconds);
  }
}

/**
 * Creates a decoder for an image file without starting it. Invalid pixel data and truncated files fail; minor
 * irregularities do not.
 *
 * @param page 1-based; only a TIFF has more than one
 */
function openImage(bytes: Uint8Array, page: number, maxPixels: number): Sharp {
  if (matchesAt(bytes, 0, 'BM')) {
    const { data, width, height } = decodeBmp(bytes, maxPixels);
    return sharp(data, { raw: { width, height, channels: 3 } });
  }
  const isTiff = magicKind(bytes.subarray(0, 512)) === 'tiff';
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...(isTiff ? { page: page - 1 } : {}) });
}

/** libvips distinguishes its errors only by their texts. */
function translate(error: unknown, bytes: Uint8Array, seconds: number): FileError {
  if (error instanceof FileError) return error;
  const kind = magicKind(bytes.subarray(0, 512)) ?? 'svg';
  const text = String(error);
  if (/pixel limit|exceeds|too large/i.test(text)) return tooLarge(kind, 'it has too many pixels');
  if (/timeout/i.test(text)) return timedOut(kind, seconds);
  if (kind === 'heic') return unsupported(kind);
  return damaged(kind, error);
}
