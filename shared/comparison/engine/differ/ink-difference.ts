/** Grey pictures of both sheets on one grid: 0 black, 255 white. */
export interface InkPair {
  older: Uint8Array;
  newer: Uint8Array;
  width: number;
  height: number;
}

/** Marks of a pixel: one of these, with `strong` where ink further away does not explain it either. */
export const unchanged = 0;
export const added = 1;
export const removed = 2;
export const strong = 4;

export interface InkTolerance {
  /** Grey levels that a pixel must exceed its surroundings on the other sheet by. */
  contrast: number;
  /** A scan shows hairlines pale: its ink counts as darker when it is asked to explain the other sheet's. */
  pale: 'older' | 'newer' | null;
}

const deepened = Uint8Array.from({ length: 256 }, (_, value) => 255 - Math.min(255, Math.round((255 - value) * 2.5)));
/** Pixels that ink may sit apart on the two sheets; strong marks allow one more. */
const reach = 1;

/**
 * Marks the pixels whose ink the other sheet does not explain: `added` where the newer sheet is darker than every
 * pixel of the older one nearby, `removed` the other way round. Both pictures go through a 3 × 3 mean first, so
 * that a hairline rendered half a pixel aside, or the noise of a scan, is no change.
 * Tiles that are alike on both sheets, most of any pair, are passed over.
 */
export const differInk = (pair: InkPair, tolerance: InkTolerance): Uint8Array<ArrayBuffer> => {
  const { older, newer, width, height } = pair;
  const marks = new Uint8Array(width * height);
  const contrast = tolerance.contrast * 9;
  const raw = tolerance.contrast >> 1;
  const sureRaw = tolerance.contrast * 1.6;
  const tile = 64;
  const halo = reach + 2;
  const side = tile + 2 * halo;
  const room = side * side;
  const [meanOld, meanNew, minOld, minNew, rows, pale] = Array.from({ length: 6 }, () => new Int16Array(room)) as [
    Int16Array,
    Int16Array,
    Int16Array,
    Int16Array,
    Int16Array,
    Int16Array,
  ];

  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      const bottom = Math.min(height, top + tile);
      const right = Math.min(width, left + tile);
      if (!differs(older, newer, width, left, top, right, bottom, raw)) continue;
      const x0 = left - halo;
      const y0 = top - halo;
      const w = right - left + 2 * halo;
      const h = bottom - top + 2 * halo;
      mean(older, width, height, x0, y0, w, h, rows, meanOld);
      mean(newer, width, height, x0, y0, w, h, rows, meanNew);
      if (tolerance.pale === 'older') mean(older, width, height, x0, y0, w, h, rows, pale, deepened);
      least(tolerance.pale === 'older' ? pale : meanOld, w, h, rows, minOld);
      if (tolerance.pale === 'newer') mean(newer, width, height, x0, y0, w, h, rows, pale, deepened);
      least(tolerance.pale === 'newer' ? pale : meanNew, w, h, rows, minNew);
      for (let y = top; y < bottom; y++) {
        let at = y * width + left;
        let local = (y - y0) * w + halo;
        for (let x = left; x < right; x++, at++, local++) {
          const difference = older[at]! - newer[at]!;
          if (difference > raw) {
            if (minOld[local]! - meanNew[local]! > contrast) {
              marks[at] =
                difference > sureRaw && further(minOld, local, w) - meanNew[local]! > contrast ? added | strong : added;
            }
          } else if (difference < -raw) {
            if (minNew[local]! - meanOld[local]! > contrast) {
              marks[at] =
                difference < -sureRaw && further(minNew, local, w) - meanOld[local]! > contrast
                  ? removed | strong
                  : removed;
            }
          }
        }
      }
    }
  }
  return marks;
};

/** The least value one pixel further out than `least` looked. */
const further = (low: Int16Array, at: number, w: number): number =>
  Math.min(
    low[at - w - 1]!,
    low[at - w]!,
    low[at - w + 1]!,
    low[at - 1]!,
    low[at + 1]!,
    low[at + w - 1]!,
    low[at + w]!,
    low[at + w + 1]!,
  );

const differs = (
  older: Uint8Array,
  newer: Uint8Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
  by: number,
): boolean => {
  for (let y = top; y < bottom; y++) {
    const end = y * width + right;
    for (let at = y * width + left; at < end; at++) {
      const difference = older[at]! - newer[at]!;
      if (difference > by || difference < -by) return true;
    }
  }
  return false;
};

const plain = Uint8Array.from({ length: 256 }, (_, value) => value);

/** Sums of 3 × 3 pixels for the window, each read through `tone`; the sheet's border repeats outwards. */
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
  tone: Uint8Array = plain,
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

/** The least of 3 × 3 values, for all pixels of the window but those at its border. */
const least = (values: Int16Array, w: number, h: number, rows: Int16Array, out: Int16Array): void => {
  for (let at = 1, end = w * h - 1; at < end; at++) {
    const [a, b, c] = [values[at - 1]!, values[at]!, values[at + 1]!];
    const low = a < b ? a : b;
    rows[at] = low < c ? low : c;
  }
  for (let at = w + 1, end = w * (h - 1) - 1; at < end; at++) {
    const [a, b, c] = [rows[at - w]!, rows[at]!, rows[at + w]!];
    const low = a < b ? a : b;
    out[at] = low < c ? low : c;
  }
};
