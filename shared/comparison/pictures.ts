import { eachMark } from './engine/differ/each-mark.ts';
import { type Box, union } from './engine/geometry.ts';
import type { ComparisonItem, SheetComparison } from './engine/index.ts';
import { encodeIndexed, type Rgb } from './png.ts';

/** Number of levels for the ink of each sheet; 36 colours in all. */
const steps = 6;

const blend = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((value, i) => Math.round(value + (to[i]! - value) * share)) as unknown as Rgb;

const white: Rgb = [255, 255, 255];
const red: Rgb = [214, 32, 32];
const blue: Rgb = [24, 72, 214];
const grey: Rgb = [118, 118, 118];
const faint: Rgb = [214, 214, 214];
const pencil: Rgb = [70, 70, 70];

/** Colours by older and newer ink: common ink is grey, the rest red for the older and blue for the newer sheet. */
const overlayColours: Rgb[] = Array.from({ length: steps * steps }, (_, index) => {
  const [older, newer] = [Math.floor(index / steps) / (steps - 1), (index % steps) / (steps - 1)];
  const common = Math.min(older, newer);
  const base = blend(white, grey, common);
  return older > newer ? blend(base, red, older - common) : blend(base, blue, newer - common);
});

const markedColours = (colour: Rgb): Rgb[] => [
  ...Array.from({ length: steps }, (_, i) => blend(white, faint, i / (steps - 1))),
  colour,
];

/** The surroundings of a change: in the overlay, and on each sheet with its own changed ink highlighted. */
interface Crops {
  both: Buffer;
  older: Buffer;
  newer: Buffer;
}

export interface SheetPictures {
  overlay: Buffer;
  added: Buffer;
  removed: Buffer;
  /** The crops of the first items, in their order; see `maximumCrops`. */
  crops: Crops[];
}

/** Maximum number of items of a sheet with crops; further, less important ones have none, to limit time and space. */
const maximumCrops = 200;
/** Maximum longer side of a crop in pixels; larger ones are scaled down. */
const maximumCropPixels = 900;

const level = Uint8Array.from({ length: 256 }, (_, value) => Math.round(((255 - value) / 255) * (steps - 1)));

/** Four white pixels. */
const white32 = -1;
/** Returns bytes as whole words; those of the last one are left out if they do not fill it. */
const wordsOf = (bytes: Uint8Array): Int32Array => {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, length >> 2);
};

/** Visits the pixels in which one of the sheets may have ink: most of both is white, and is passed four pixels at a time. */
const eachInk = (one: Uint8Array, other: Uint8Array, visit: (at: number) => void): void => {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  for (let word = 0; word < words.length; word++) {
    if ((words[word]! & others[word]!) === white32) continue;
    for (let at = word * 4; at < word * 4 + 4; at++) visit(at);
  }
  for (let at = words.length * 4; at < one.length; at++) visit(at);
};

/** Encodes the images of a compared sheet as PNG. */
export const drawPictures = async ({ pictures, items }: SheetComparison): Promise<SheetPictures> => {
  const { older, newer, marks, width, height } = pictures;
  const index = new Uint8Array(older.length);
  eachInk(older, newer, (at) => {
    index[at] = level[older[at]!]! * steps + level[newer[at]!]!;
  });
  const only = (mark: number, ink: Uint8Array, colour: Rgb) => {
    const pixels = new Uint8Array(ink.length);
    eachInk(ink, ink, (at) => {
      pixels[at] = level[ink[at]!]!;
    });
    eachMark(marks, (at) => {
      if ((marks[at]! & mark) !== 0) pixels[at] = steps;
    });
    return encodeIndexed(pixels, width, height, markedColours(colour));
  };
  const crops = items.slice(0, maximumCrops).map(async (item): Promise<Crops> => {
    const part = cropBox(withOrigin(item, width, height), width, height);
    const pixels = new Uint8Array(part.width * part.height);
    for (let y = 0; y < part.height; y++) {
      const start = (part.y + y) * width + part.x;
      pixels.set(index.subarray(start, start + part.width), y * part.width);
    }
    const [both, before, after] = await Promise.all([
      encodeIndexed(pixels, part.width, part.height, overlayColours),
      drawCrop(older, marks, 2, width, part, red),
      drawCrop(newer, marks, 1, width, part, blue),
    ]);
    return { both, older: before, newer: after };
  });
  const [overlay, added, removed, ...rest] = await Promise.all([
    encodeIndexed(index, width, height, overlayColours),
    only(1, newer, blue),
    only(2, older, red),
    ...crops,
  ]);
  return { overlay, added, removed, crops: rest };
};

/**
 * Renders part of one sheet with its marked ink in a colour. Large parts are scaled down by the mean of each square's
 * average and darkest pixel, to preserve thin lines.
 */
const drawCrop = (
  ink: Uint8Array,
  marks: Uint8Array,
  mark: number,
  stride: number,
  part: Box,
  colour: Rgb,
): Promise<Buffer> => {
  const factor = Math.ceil(Math.max(part.width, part.height) / maximumCropPixels);
  const [columns, rows] = [Math.ceil(part.width / factor), Math.ceil(part.height / factor)];
  const pixels = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let [darkest, sum, count, marked] = [255, 0, 0, 0];
      for (let y = row * factor; y < Math.min(part.height, (row + 1) * factor); y++) {
        for (let x = column * factor; x < Math.min(part.width, (column + 1) * factor); x++) {
          const at = (part.y + y) * stride + part.x + x;
          const value = ink[at]!;
          if (value < darkest) darkest = value;
          sum += value;
          count++;
          if ((marks[at]! & mark) !== 0) marked++;
        }
      }
      const step = level[(darkest + sum / count) >> 1]!;
      pixels[row * columns + column] = step + (marked * 2 >= count ? steps : 0);
    }
  }
  const shades = Array.from({ length: steps }, (_, i) => i / (steps - 1));
  return encodeIndexed(pixels, columns, rows, [
    ...shades.map((share) => blend(white, pencil, share)),
    ...shades.map((share) => blend(white, colour, 0.3 + 0.7 * share)),
  ]);
};

/** Returns the pixels of a change, with its former place if that is near: both crops show where it was and is. */
const withOrigin = ({ pixel_box, original_box }: ComparisonItem, width: number, height: number): Box => {
  if (!original_box) return pixel_box;
  const whole = union(pixel_box, {
    x: original_box.x * width,
    y: original_box.y * height,
    width: original_box.width * width,
    height: original_box.height * height,
  });
  return Math.max(whole.width, whole.height) <= maximumCropPixels ? whole : pixel_box;
};

/** Minimum surroundings of a change in a crop, in pixels: a room on a plan at the usual scales. */
const minimumMarginPixels = 110;

/** Enlarges a box by enough surroundings to recognise the location, within the sheet. */
const cropBox = (box: Box, width: number, height: number): Box => {
  const margin = Math.max(minimumMarginPixels, Math.round(Math.max(box.width, box.height) * 0.25));
  const x = Math.max(0, Math.floor(box.x - margin));
  const y = Math.max(0, Math.floor(box.y - margin));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(box.x + box.width + margin)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(box.y + box.height + margin)) - y),
  };
};
