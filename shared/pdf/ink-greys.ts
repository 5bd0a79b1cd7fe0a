import { lumaOf } from './luma.ts';

/** All bits set: opaque white. */
const paper = -1;

/**
 * Returns the greys of a rendered page in which coloured ink is dark: half its luma and half its lowest primary colour.
 * By luma alone yellow and cyan lettering is paler than the paper of many scans.
 * @param pixels rows of RGBA, red in the lowest byte
 */
export const inkGreys = (pixels: Int32Array): Uint8Array<ArrayBuffer> => {
  const greys = new Uint8Array(pixels.length).fill(255);
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    if (pixel === paper) continue;
    const red = pixel & 255;
    const green = (pixel >> 8) & 255;
    const blue = (pixel >> 16) & 255;
    greys[at] = (lumaOf(red, green, blue) + Math.min(red, green, blue)) >> 1;
  }
  return greys;
};
