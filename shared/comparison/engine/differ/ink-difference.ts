import type { Colour } from '../read/sheet-source.ts';
import { Differing, tilePixels } from './differing.ts';
import { inkGreys, minimumColourLevels } from './thresholds.ts';

/** Greyscale rasters of both sheets on one grid: 0 black, 255 white. */
export interface InkPair {
  older: Uint8Array;
  newer: Uint8Array;
  width: number;
  height: number;
  /** Colours of each sheet, if it has any. */
  olderColour?: Colour | null;
  newerColour?: Colour | null;
}

/**
 * Marks of a pixel: `added` or `removed`, plus `strong` where ink further away does not explain the difference
 * either.
 */
export const unchanged = 0;
export const added = 1;
export const removed = 2;
export const strong = 4;
/** Both sheets have ink there, in different colours. */
export const recoloured = 8;
/** The contrast is below the general contrast threshold. */
export const faint = 16;

export interface InkTolerance {
  /** Grey levels by which a pixel must exceed its surroundings on the other sheet. */
  contrast: number;
  /** Sufficient contrast where the other sheet is even; equal to `contrast` for scans, whose grain is never even. */
  least: number;
  /**
   * The sheet that is a scan, which shows hairlines pale: its ink counts as darker when explaining the other sheet's.
   */
  pale: 'older' | 'newer' | null;
}

/** How values are read: greys unchanged, colour planes inverted, so that ink is dark in both. */
interface Tones {
  plain: Uint8Array;
  /** For ink that counts as darker than it is. */
  deep: Uint8Array;
  /** 1 where ink is dark in the raster itself, −1 where it is bright. */
  sign: 1 | -1;
}
const tonesOf = (plain: (value: number) => number, sign: 1 | -1): Tones => ({
  plain: Uint8Array.from({ length: 256 }, (_, value) => plain(value)),
  deep: Uint8Array.from({ length: 256 }, (_, value) => 255 - Math.min(255, Math.round((255 - plain(value)) * 2.5))),
  sign,
});
const ofGreys = tonesOf((value) => value, 1);
const ofColours = tonesOf((value) => 255 - value, -1);
/** Pixels by which ink may be displaced between the sheets; strong marks allow one more. */
const shiftTolerancePixels = 1;
const haloPixels = shiftTolerancePixels + 2;
const windowPixels = (tilePixels + 2 * haloPixels) ** 2;
const primaries = ['red', 'green', 'blue'] as const;

const isInk = (at: number, grey: Uint8Array, colour: Colour | null | undefined): boolean =>
  grey[at]! < inkGreys || primaries.some((primary) => colour && colour[primary][at]! > minimumColourLevels);

const isInkOnBoth = (at: number, { older, newer, olderColour, newerColour }: InkPair): boolean =>
  isInk(at, older, olderColour) && isInk(at, newer, newerColour);

/**
 * Marks the pixels whose ink the other sheet does not explain: `added` where the newer sheet is darker than every
 * nearby pixel of the older one, `removed` in the opposite case. Both rasters are averaged over 3 × 3 pixels first,
 * so that a hairline rendered half a pixel aside, or the noise of a scan, is not a change. The required contrast depends
 * on how uneven the other sheet is there: a faint fill is detected on bare paper but not beside a line.
 * Equal tiles, which are most of any pair, are skipped. Where either sheet is coloured, each primary colour is
 * compared as well.
 */
export const differInk = (pair: InkPair, tolerance: InkTolerance): Uint8Array<ArrayBuffer> => {
  const { older, newer, width, height, olderColour, newerColour } = pair;
  const marks = new Uint8Array(width * height);
  const across = Math.ceil(width / tilePixels);
  const window = new Window(width, height, tolerance, marks);
  const allowed = tolerance.least >> 1;
  const greys = new Differing(older, newer, width, allowed);
  const isColoured = (at: number) => Boolean(olderColour?.tiles[at] || newerColour?.tiles[at]);
  const none = olderColour || newerColour ? new Uint8Array(width * height) : null;
  const planes = (none === null ? [] : primaries).map((primary) => {
    const [before, after] = [olderColour?.[primary] ?? none!, newerColour?.[primary] ?? none!];
    return { before, after, differing: new Differing(before, after, width, allowed) };
  });
  for (let top = 0, row = 0; top < height; top += tilePixels, row += across) {
    const bottom = Math.min(height, top + tilePixels);
    greys.lookAt(top, bottom);
    for (const { differing } of planes) differing.lookAt(top, bottom, (tile) => isColoured(row + tile));
    for (let index = 0; index < across; index++) {
      if (greys.bottom[index] !== 0) window.compare(older, newer, greys, index);
      for (const { before, after, differing } of planes) {
        if (differing.bottom[index] !== 0) window.compare(before, after, differing, index, pair);
      }
    }
  }
  return marks;
};

/** The means of 3 × 3 pixels for judging ink of one sheet: its own, and those of the other sheet that explain it. */
interface Side {
  mark: number;
  own: Int16Array;
  /** With the ink of a pale scan counted as darker. */
  low: Int16Array;
  other: Int16Array;
}

/** One tile of both rasters with its surroundings, and the buffers for comparing it. */
class Window {
  readonly #width: number;
  readonly #height: number;
  readonly #tolerance: InkTolerance;
  readonly #marks: Uint8Array;
  readonly #rows = new Int16Array(windowPixels);
  readonly #older = new Int16Array(windowPixels);
  readonly #newer = new Int16Array(windowPixels);
  readonly #deep = new Int16Array(windowPixels);

  constructor(width: number, height: number, tolerance: InkTolerance, marks: Uint8Array) {
    this.#width = width;
    this.#height = height;
    this.#tolerance = tolerance;
    this.#marks = marks;
  }

  /**
   * Compares one tile and writes its marks.
   * @param differing bounds of the differing pixels in the tile `index`
   * @param whole the rasters of both sheets, when `older` and `newer` are planes of one primary colour
   */
  compare(older: Uint8Array, newer: Uint8Array, differing: Differing, index: number, whole?: InkPair): void {
    const [width, height, marks] = [this.#width, this.#height, this.#marks];
    const { least, pale } = this.#tolerance;
    const raw = least >> 1;
    const [left, right] = [differing.left[index]!, differing.right[index]!];
    const [top, bottom] = [differing.top[index]!, differing.bottom[index]!];
    const { plain, deep, sign } = whole === undefined ? ofGreys : ofColours;
    const x0 = left - haloPixels;
    const y0 = top - haloPixels;
    const w = right - left + 2 * haloPixels;
    const h = bottom - top + 2 * haloPixels;
    const means = (picture: Uint8Array, tone: Uint8Array, out: Int16Array): Int16Array => {
      mean(picture, width, height, x0, y0, w, h, this.#rows, out, tone);
      return out;
    };
    const [meanOld, meanNew] = [means(older, plain, this.#older), means(newer, plain, this.#newer)];
    // Values that explain the other sheet's ink.
    const lowOld = pale === 'older' ? means(older, deep, this.#deep) : meanOld;
    const lowNew = pale === 'newer' ? means(newer, deep, this.#deep) : meanNew;
    const ofNewer: Side = { mark: added, own: meanNew, low: lowOld, other: meanOld };
    const ofOlder: Side = { mark: removed, own: meanOld, low: lowNew, other: meanNew };
    for (let y = top; y < bottom; y++) {
      let at = y * width + left;
      let local = (y - y0) * w + haloPixels;
      for (let x = left; x < right; x++, at++, local++) {
        const difference = (older[at]! - newer[at]!) * sign;
        if (difference <= raw && difference >= -raw) continue;
        const mark =
          difference > 0 ? this.#judge(ofNewer, difference, local, w) : this.#judge(ofOlder, -difference, local, w);
        if (mark !== unchanged && (whole === undefined || marks[at] === unchanged)) marks[at] = mark;
        if (mark !== unchanged && whole !== undefined && isInkOnBoth(at, whole)) marks[at]! |= recoloured;
      }
    }
  }

  /** Returns the mark of a pixel that differs by `size` grey levels; `unchanged` if the other sheet's ink explains it. */
  #judge({ mark, own, low, other }: Side, size: number, local: number, w: number): number {
    const { contrast, least: even } = this.#tolerance;
    const here = own[local]!;
    // Most differences end here: the other sheet's ink is about as dark at the same pixel or one pixel aside.
    if (low[local]! - here <= 9 * even) return unchanged;
    const gap = lowest(low, local, w, shiftTolerancePixels) - here;
    if (gap <= 9 * even) return unchanged;
    const isPronounced = gap > 9 * contrast;
    const lowAround = lowest(low, local, w, shiftTolerancePixels + 1);
    let firm = contrast;
    // Where the gap and the difference exceed the general contrast, the surroundings cannot raise what is needed.
    if (!isPronounced || size <= contrast / 2) {
      // The range of 3 × 3 means within 5 × 5 pixels measures how uneven the other sheet is here.
      const range = even < contrast ? highest(other, local, w, shiftTolerancePixels + 1) - lowAround : Infinity;
      const needed = Math.min(contrast, even + range / 9);
      if (gap <= 9 * needed || size <= needed / 2) return unchanged;
      if (!isPronounced) firm = needed;
    }
    const isStrong = size > firm * 1.6 && lowAround - here > 9 * firm;
    return mark | (isStrong ? strong : 0) | (isPronounced ? 0 : faint);
  }
}

/** Returns the minimum of the values at most `by` pixels away along either axis. */
const lowest = (values: Int16Array, at: number, w: number, by: number): number => {
  let low = values[at]!;
  for (let row = at - by * w, y = -by; y <= by; y++, row += w) {
    for (let i = row - by; i <= row + by; i++) if (values[i]! < low) low = values[i]!;
  }
  return low;
};

/** Returns the maximum of the values at most `by` pixels away along either axis. */
const highest = (values: Int16Array, at: number, w: number, by: number): number => {
  let high = values[at]!;
  for (let row = at - by * w, y = -by; y <= by; y++, row += w) {
    for (let i = row - by; i <= row + by; i++) if (values[i]! > high) high = values[i]!;
  }
  return high;
};

/**
 * Sums 3 × 3 pixels over the window, each mapped through `tone`; pixels at the sheet's border are repeated outwards.
 */
const mean = (
  picture: Uint8Array,
  width: number,
  height: number,
  x0: number,
  y0: number,
  w: number,
  h: number,
  rows: Int16Array,
  out: Int16Array,
  tone: Uint8Array,
): void => {
  const inside = x0 >= 1 && x0 + w < width;
  for (let y = 0; y < h; y++) {
    const from = Math.min(height - 1, Math.max(0, y0 + y)) * width;
    let to = y * w;
    if (inside) {
      let at = from + x0;
      for (let x = 0; x < w; x++, at++, to++) {
        rows[to] = tone[picture[at - 1]!]! + tone[picture[at]!]! + tone[picture[at + 1]!]!;
      }
    } else {
      for (let x = 0; x < w; x++, to++) {
        const [a, b, c] = [clamp(x0 + x - 1, width), clamp(x0 + x, width), clamp(x0 + x + 1, width)];
        rows[to] = tone[picture[from + a]!]! + tone[picture[from + b]!]! + tone[picture[from + c]!]!;
      }
    }
  }
  for (let y = 0; y < h; y++) {
    const above = Math.max(0, y - 1) * w;
    const here = y * w;
    const below = Math.min(h - 1, y + 1) * w;
    for (let x = 0; x < w; x++) out[here + x] = rows[above + x]! + rows[here + x]! + rows[below + x]!;
  }
};

const clamp = (value: number, size: number) => (value < 0 ? 0 : value >= size ? size - 1 : value);
