import type { Picture } from '../pdf/index.ts';
import type { Inked } from './engine/index.ts';

/** Pixels of a tile's side, as the engine counts them. */
const tile = 64;
/** Levels that primary colours may differ by in grey ink: what blending leaves. */
const grey = 10;

/** A rendered page as the engine takes it: its greys, and how far it leaves them where any of it is coloured. */
export const splitColours = ({ data, width, height }: Picture): Inked => {
  const pixels = width * height;
  const luma = new Uint8Array(pixels);
  const across = Math.ceil(width / tile);
  const tiles = new Uint8Array(across * Math.ceil(height / tile));
  const words = new Uint32Array(data.buffer, data.byteOffset, pixels);
  let coloured = false;
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / tile) * across;
    for (let x = 0; x < width; x++, at++) {
      // Most of a sheet is paper.
      if (words[at] === 0xffffffff) {
        luma[at] = 255;
        continue;
      }
      const [r, g, b] = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!];
      luma[at] = (r * 77 + g * 151 + b * 28 + 128) >> 8;
      if (r - g > grey || g - r > grey || g - b > grey || b - g > grey) {
        tiles[row + (x >> 6)] = 1;
        coloured = true;
      }
    }
  }
  if (!coloured) return { grey: luma, colour: null };
  const [red, green, blue] = [plane(pixels), plane(pixels), plane(pixels)];
  for (let at = 0, from = 0; at < pixels; at++, from += 4) {
    const [r, g, b] = [data[from]!, data[from + 1]!, data[from + 2]!];
    if (r === g && g === b) continue;
    const white = 255 + Math.min(r, g, b);
    red[at] = white - r;
    green[at] = white - g;
    blue[at] = white - b;
  }
  return { grey: luma, colour: { red, green, blue, tiles } };
};

const plane = (pixels: number) => new Uint8Array(pixels).fill(255);
