/** Grey pictures of both sheets on one grid: 0 black, 255 white. */
export interface InkPair {
  older: Uint8Array;
  newer: Uint8Array;
  width: number;
  height: number;
}

export const unchanged = 0;
export const added = 1;
export const removed = 2;

export interface InkTolerance {
  /** Grey levels that a pixel must exceed its surroundings on the other sheet by. */
  contrast: number;
  /** Pixels that ink may sit apart on the two sheets: 1 for drawings, 2 for scans. */
  reach: 1 | 2;
}

/**
 * Marks the pixels whose ink the other sheet does not explain: `added` where the newer sheet is darker than every
 * pixel of the older one nearby, `removed` the other way round. Both pictures go through a 3 × 3 mean first, so
 * that a hairline rendered half a pixel aside, or the noise of a scan, is no change.
 * Tiles that are alike on both sheets, most of any pair, are passed over.
 */
export const differInk = (pair: InkPair, tolerance: InkTolerance): Uint8Array<ArrayBuffer> => {
  const { older, newer, width, height } = pair;
  const marks = new Uint8Array(width * height);
  const { reach } = tolerance;
  const contrast = tolerance.contrast * 9;
  const raw = tolerance.contrast >> 1;
  const tile = 64;
  const halo = reach + 1;
  const side = tile + 2 * halo;
  const room = side * side;
  const [meanOld, meanNew, minOld, minNew, rows] = Array.from({ length: 5 }, () => new Int16Array(room)) as [
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
      least(meanOld, w, h, reach, rows, minOld);
      least(meanNew, w, h, reach, rows, minNew);
      for (let y = top; y < bottom; y++) {
        let at = y * width + left;
        let local = (y - y0) * w + halo;
        for (let x = left; x < right; x++, at++, local++) {
          const difference = older[at]! - newer[at]!;
          if (difference > raw) {
            if (minOld[local]! - meanNew[local]! > contrast) marks[at] = added;
          } else if (difference < -raw) {
            if (minNew[local]! - meanOld[local]! > contrast) marks[at] = removed;
          }
        }
      }
    }
  }
  return marks;
};

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

/** Sums of 3 × 3 pixels for the window; the sheet's border repeats outwards. */
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
): void => {
  const inside = x0 >= 1 && x0 + w < width;
  for (let y = 0; y < h; y++) {
    const from = Math.min(height - 1, Math.max(0, y0 + y)) * width;
    let to = y * w;
    if (inside) {
      let at = from + x0;
      for (let x = 0; x < w; x++, at++, to++) rows[to] = picture[at - 1]! + picture[at]! + picture[at + 1]!;
    } else {
      for (let x = 0; x < w; x++, to++) {
        const c = x0 + x;
        rows[to] =
          picture[from + clamp(c - 1, width)]! +
          picture[from + clamp(c, width)]! +
          picture[from + clamp(c + 1, width)]!;
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

/** The least value within `reach`, for all pixels of the window but those at its border. */
const least = (values: Int16Array, w: number, h: number, reach: number, rows: Int16Array, out: Int16Array): void => {
  for (let y = 0; y < h; y++) {
    for (let x = reach; x < w - reach; x++) {
      const at = y * w + x;
      let low = values[at]!;
      for (let step = 1; step <= reach; step++) {
        if (values[at - step]! < low) low = values[at - step]!;
        if (values[at + step]! < low) low = values[at + step]!;
      }
      rows[at] = low;
    }
  }
  for (let y = reach; y < h - reach; y++) {
    for (let x = reach; x < w - reach; x++) {
      const at = y * w + x;
      let low = rows[at]!;
      for (let step = w; step <= reach * w; step += w) {
        if (rows[at - step]! < low) low = rows[at - step]!;
        if (rows[at + step]! < low) low = rows[at + step]!;
      }
      out[at] = low;
    }
  }
};
