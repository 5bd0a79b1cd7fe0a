import type { PixelBox } from '../pdf/page-matrix.ts';
import type { GreyImage } from './grey.ts';

/**
 * A part of an image. A word belongs to the tile whose core contains its centre; the margin lets it be read as a
 * whole.
 */
export interface Tile {
  core: PixelBox;
  /** Core with margin, within the image. */
  outer: PixelBox;
}

/** Divides an image into a grid of tiles of about `side` pixels with overlapping margins. */
export function tilesOf(width: number, height: number, side: number, margin: number): Tile[] {
  const columns = Math.max(1, Math.round(width / side));
  const rows = Math.max(1, Math.round(height / side));
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const core = {
        left: Math.floor((width * column) / columns),
        top: Math.floor((height * row) / rows),
        right: Math.floor((width * (column + 1)) / columns),
        bottom: Math.floor((height * (row + 1)) / rows),
      };
      const outer = {
        left: Math.max(0, core.left - margin),
        top: Math.max(0, core.top - margin),
        right: Math.min(width, core.right + margin),
        bottom: Math.min(height, core.bottom + margin),
      };
      tiles.push({ core, outer });
    }
  }
  return tiles;
}

/** Encodes a part of a grey image as a portable graymap (PGM, `P5`), which needs no compression. */
export function cutPgm(image: GreyImage, box: PixelBox): Uint8Array {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const pgm = new Uint8Array(head.length + width * height);
  pgm.set(head);
  for (let y = 0; y < height; y++) {
    const from = (box.top + y) * image.width + box.left;
    pgm.set(image.data.subarray(from, from + width), head.length + y * width);
  }
  return pgm;
}

/** Differences in grey below this are paper rather than ink. */
const MINIMUM_CONTRAST_GREYS = 40;

/** Whether a part of the image is blank: all pixels have nearly the same grey. */
export function isBlank(image: GreyImage, { left, top, right, bottom }: PixelBox): boolean {
  let least = 255;
  let most = 0;
  for (let y = top; y < bottom; y++) {
    const end = y * image.width + right;
    for (let at = y * image.width + left; at < end; at++) {
      const grey = image.data[at]!;
      if (grey < least) least = grey;
      if (grey > most) most = grey;
    }
    if (most - least >= MINIMUM_CONTRAST_GREYS) return false;
  }
  return true;
}
