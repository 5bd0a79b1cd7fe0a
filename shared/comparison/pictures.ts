import type { Box } from './engine/geometry.ts';
import type { SheetComparison } from './engine/index.ts';
import { encodeIndexed, type Rgb } from './png.ts';

/** Ink of either sheet in this many steps; 36 colours in all. */
const steps = 6;

const blend = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((value, i) => Math.round(value + (to[i]! - value) * share)) as unknown as Rgb;

const white: Rgb = [255, 255, 255];
const red: Rgb = [214, 32, 32];
const blue: Rgb = [24, 72, 214];
const grey: Rgb = [118, 118, 118];
const faint: Rgb = [214, 214, 214];

/** Colour of (older ink, newer ink): common ink grey, the rest red for the older sheet and blue for the newer. */
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

export interface SheetPictures {
  overlay: Buffer;
  added: Buffer;
  removed: Buffer;
  /** A crop of the overlay for each item, in their order. */
  crops: Buffer[];
}

const level = Uint8Array.from({ length: 256 }, (_, value) => Math.round(((255 - value) / 255) * (steps - 1)));

/** Encodes the pictures of a compared sheet as PNG. */
export const drawPictures = async ({ pictures, items }: SheetComparison): Promise<SheetPictures> => {
  const { older, newer, marks, width, height } = pictures;
  const index = new Uint8Array(older.length);
  for (let i = 0; i < index.length; i++) index[i] = level[older[i]!]! * steps + level[newer[i]!]!;
  const only = (mark: number, ink: Uint8Array, colour: Rgb) => {
    const pixels = new Uint8Array(ink.length);
    for (let i = 0; i < pixels.length; i++) pixels[i] = (marks[i]! & mark) !== 0 ? steps : level[ink[i]!]!;
    return encodeIndexed(pixels, width, height, markedColours(colour));
  };
  const crops = items.map(({ pixel_box }) => {
    const part = cropBox(pixel_box, width, height);
    const pixels = new Uint8Array(part.width * part.height);
    for (let y = 0; y < part.height; y++) {
      const start = (part.y + y) * width + part.x;
      pixels.set(index.subarray(start, start + part.width), y * part.width);
    }
    return encodeIndexed(pixels, part.width, part.height, overlayColours);
  });
  const [overlay, added, removed, ...rest] = await Promise.all([
    encodeIndexed(index, width, height, overlayColours),
    only(1, newer, blue),
    only(2, older, red),
    ...crops,
  ]);
  return { overlay, added, removed, crops: rest };
};

/** A box with surroundings enough to recognise the place, within the sheet. */
const cropBox = (box: Box, width: number, height: number): Box => {
  const margin = Math.max(40, Math.round(Math.max(box.width, box.height) * 0.25));
  const x = Math.max(0, Math.floor(box.x - margin));
  const y = Math.max(0, Math.floor(box.y - margin));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(box.x + box.width + margin)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(box.y + box.height + margin)) - y),
  };
};
