/** All bits set: opaque white. */
const paper = -1;
/** Shares of the primary colours in luminance, of 256. */
const [redShare, greenShare, blueShare] = [77, 150, 29];

/**
 * Returns the greys of a rendered page in which coloured ink is dark: half its luminance and half its lowest primary colour.
 * By luminance alone yellow and cyan lettering is paler than the paper of many scans.
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
    const luminance = (redShare * red + greenShare * green + blueShare * blue) >> 8;
    greys[at] = (luminance + Math.min(red, green, blue)) >> 1;
  }
  return greys;
};
