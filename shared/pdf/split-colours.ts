import { lumaOf } from './luma.ts';
import type { InkPicture } from './protocol.ts';

/** Side of a tile in pixels, as used by the comparison. */
const tile = 64;
/** Maximum difference between primary colours in grey ink, caused by blending. */
const grey = 10;
/** All bits set: opaque white. */
const paper = -1;

type Colour = NonNullable<InkPicture['colour']>;

/**
 * Splits a rendered page into greys and, where it has colour, the departure from grey.
 * @param pixels rows of RGBA, red in the lowest byte
 */
export const splitColours = (pixels: Int32Array, width: number, height: number): InkPicture => {
  const luma = new Uint8Array(width * height).fill(255);
  const across = Math.ceil(width / tile);
  let colour: Colour | null = null;
  let coloured = false;
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width;
    const first = greysOf(pixels, y * width, end, luma);
    if (first === end) continue;
    // Zero-filled planes use no memory until they are written.
    colour ??= {
      red: new Uint8Array(luma.length),
      green: new Uint8Array(luma.length),
      blue: new Uint8Array(luma.length),
      tiles: new Uint8Array(across * Math.ceil(height / tile)),
    };
    if (coloursOf(pixels, first, end, width, (y >> 6) * across, luma, colour)) coloured = true;
  }
  return { grey: luma, colour: coloured ? colour : null };
};

/** Reads a row up to its first coloured pixel and returns that pixel's index. */
const greysOf = (pixels: Int32Array, from: number, end: number, luma: Uint8Array): number => {
  let at = from;
  for (; at < end; at++) {
    // Most of a sheet is paper, and most of its ink is grey.
    while (at + 3 < end && (pixels[at]! & pixels[at + 1]! & pixels[at + 2]! & pixels[at + 3]!) === paper) at += 4;
    if (at === end) break;
    const pixel = pixels[at]!;
    if (pixel === paper) continue;
    if (((pixel ^ (pixel >> 8)) & 0xffff) !== 0) break;
    luma[at] = pixel;
  }
  return at;
};

/**
 * Reads the rest of a row and returns whether it contains colour. `tilesAt` is the index of the first tile in its row
 * of tiles.
 */
const coloursOf = (
  pixels: Int32Array,
  from: number,
  end: number,
  width: number,
  tilesAt: number,
  luma: Uint8Array,
  { red, green, blue, tiles }: Colour,
): boolean => {
  const start = end - width;
  let coloured = false;
  for (let at = from; at < end; at++) {
    const pixel = pixels[at]!;
    if (pixel === paper) continue;
    const r = pixel & 255;
    const g = (pixel >> 8) & 255;
    const b = (pixel >> 16) & 255;
    if (r === g && g === b) {
      luma[at] = r;
      continue;
    }
    luma[at] = lumaOf(r, g, b);
    const least = Math.min(r, g, b);
    red[at] = r - least;
    green[at] = g - least;
    blue[at] = b - least;
    if (Math.abs(r - g) <= grey && Math.abs(g - b) <= grey) continue;
    tiles[tilesAt + ((at - start) >> 6)] = 1;
    coloured = true;
  }
  return coloured;
};
