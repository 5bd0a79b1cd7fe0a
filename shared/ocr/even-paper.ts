import type { GreyImage } from './grey.ts';

/** Side in pixels of the squares whose paper is measured, and step between the pixels that are counted. */
const SQUARE_PIXELS = 48;
const STEP_PIXELS = 3;
/** Share of a square's pixels that are at most as bright as its paper. */
const PAPER_SHARE = 0.8;
/** Minimum grey of paper that needs no evening, and of paper at all: darker squares are filled. */
const WHITE_GREY = 240;
const MINIMUM_PAPER_GREY = 90;

/** Returns the grey of the paper in a square; white where it is filled. */
const paperOf = ({ data, width, height }: GreyImage, column: number, row: number): number => {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let y = row * SQUARE_PIXELS; y < Math.min(height, (row + 1) * SQUARE_PIXELS); y += STEP_PIXELS) {
    for (let x = column * SQUARE_PIXELS; x < Math.min(width, (column + 1) * SQUARE_PIXELS); x += STEP_PIXELS) {
      counts[data[y * width + x]!]! += 1;
      all++;
    }
  }
  let grey = 255;
  for (let brighter = 0; grey > 0; grey--) {
    brighter += counts[grey]!;
    if (brighter > (1 - PAPER_SHARE) * all) break;
  }
  return grey < MINIMUM_PAPER_GREY ? 255 : grey;
};

/** Returns the positions of the squares before and after each pixel, and the share of the latter, for interpolation. */
const squaresOf = (pixels: number, squares: number): { before: number; after: number; share: number }[] =>
  Array.from({ length: pixels }, (_, i) => {
    const at = Math.max(0, Math.min(squares - 1, (i + 0.5) / SQUARE_PIXELS - 0.5));
    const before = Math.floor(at);
    return { before, after: Math.min(squares - 1, before + 1), share: at - before };
  });

/**
 * Returns the image with its paper white: that of photographs and of many scans is grey, and darker in some places than
 * ink is in others. An image on white paper is returned as it is.
 */
export const evenPaper = (image: GreyImage): GreyImage => {
  const { data, width, height } = image;
  const [columns, rows] = [Math.ceil(width / SQUARE_PIXELS), Math.ceil(height / SQUARE_PIXELS)];
  const paper = new Float64Array(columns * rows);
  for (let i = 0; i < paper.length; i++) paper[i] = paperOf(image, i % columns, Math.floor(i / columns));
  if (paper.every((grey) => grey >= WHITE_GREY)) return image;
  const across = squaresOf(width, columns);
  const down = squaresOf(height, rows);
  const even = new Uint8Array(data.length);
  const line = new Float64Array(columns);
  for (let y = 0; y < height; y++) {
    const { before, after, share } = down[y]!;
    for (let i = 0; i < columns; i++) {
      line[i] = (1 - share) * paper[before * columns + i]! + share * paper[after * columns + i]!;
    }
    for (let x = 0; x < width; x++) {
      const { before: left, after: right, share: part } = across[x]!;
      const white = (1 - part) * line[left]! + part * line[right]!;
      even[y * width + x] = Math.min(255, (255 * data[y * width + x]!) / white);
    }
  }
  return { data: even, width, height };
};
