import { apply, compose, invert, type Match, type Matrix, scaling } from '../geometry.ts';
import { findConsensus } from './consensus.ts';
import { correlate } from './fourier.ts';
import {
  blockSidePixels,
  coarseSidePixels,
  maximumBlocks,
  minimumAgreeingBlocks,
  minimumAgreeingCells,
  minimumBlockClarityRatio,
  minimumBlockEdges,
  minimumEdgeGreys,
  sufficientClarityRatio,
} from './thresholds.ts';

/** A greyscale raster; 0 is black. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface InkAlignment {
  /** Maps pixels of the older raster to pixels of the newer one. */
  matrix: Matrix;
  /** Share of the examined blocks that agree with the matrix, 0..1. */
  confidence: number;
}

/** Downsamples by averaging `by` × `by` pixels into one. */
export const reduce = ({ data, width, height }: Grey, by: number): Grey => {
  if (by <= 1) return { data, width, height };
  const [w, h] = [Math.floor(width / by), Math.floor(height / by)];
  const out = new Uint8Array(w * h);
  const sums = new Uint32Array(w);
  for (let y = 0; y < h; y++) {
    sums.fill(0);
    for (let dy = 0; dy < by; dy++) {
      let at = (y * by + dy) * width;
      for (let x = 0; x < w; x++) {
        let sum = 0;
        for (let dx = 0; dx < by; dx++) sum += data[at++]!;
        sums[x]! += sum;
      }
    }
    for (let x = 0; x < w; x++) out[y * w + x] = sums[x]! / (by * by);
  }
  return { data: out, width: w, height: h };
};

/**
 * Returns the ink (0 white … 255 black) of a square window of the target grid, interpolated bilinearly and 0 outside
 * the picture. `back` maps that grid to the picture.
 */
export const windowOf = (picture: Grey, back: Matrix, left: number, top: number, side: number): Float64Array => {
  const out = new Float64Array(side * side);
  const { data, width, height } = picture;
  const [a, b, c, d, e, f] = back;
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) {
      const px = a * (left + x) + c * (top + y) + e;
      const py = b * (left + x) + d * (top + y) + f;
      const column = Math.floor(px);
      const row = Math.floor(py);
      if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;
      const fx = px - column;
      const fy = py - row;
      const from = row * width + column;
      const upper = data[from]! * (1 - fx) + data[from + 1]! * fx;
      const lower = data[from + width]! * (1 - fx) + data[from + width + 1]! * fx;
      out[at] = 255 - (upper * (1 - fy) + lower * fy);
    }
  }
  return out;
};

/** Finds one transformation for the whole sheet, trying the rotations and scales that occur in practice. */
const alignCoarsely = (older: Grey, newer: Grey): Matrix | null => {
  const by = Math.max(older.width, older.height, newer.width, newer.height) / coarseSidePixels;
  const factor = Math.max(1, Math.ceil(by));
  const [a, b] = [reduce(older, factor), reduce(newer, factor)];
  const target = windowOf(b, [1, 0, 0, 1, 0, 0], 0, 0, coarseSidePixels);
  const fits = [b.width / a.width, b.height / a.height];
  const scales = [1, ...fits.filter((scale) => Math.abs(scale - 1) > 0.004)];
  const rotations = [0, 1, -1, 2, -2, 90, 270, 180];
  let best: { matrix: Matrix; clarity: number } | null = null;
  for (const rotation of rotations) {
    for (const scale of scales) {
      const [cos, sin] = [Math.cos((rotation * Math.PI) / 180) * scale, Math.sin((rotation * Math.PI) / 180) * scale];
      const [cx, cy] = [a.width / 2, a.height / 2];
      const start: Matrix = [
        cos,
        sin,
        -sin,
        cos,
        b.width / 2 - cos * cx + sin * cy,
        b.height / 2 - sin * cx - cos * cy,
      ];
      const shift = correlate(windowOf(a, invert(start), 0, 0, coarseSidePixels), target, coarseSidePixels);
      if (!shift || (best && shift.clarity <= best.clarity)) continue;
      best = { matrix: compose(start, [1, 0, 0, 1, shift.x, shift.y]), clarity: shift.clarity };
    }
    if (best && best.clarity > sufficientClarityRatio) break;
  }
  if (!best) return null;
  return compose(compose(scaling(1 / factor, 1 / factor), best.matrix), scaling(factor, factor));
};

/** Counts the edges of a block: the smaller number of both directions, because parallel lines do not fix a shift along them. */
export const edgesIn = ({ data, width }: Grey, left: number, top: number): number => {
  let [across, down] = [0, 0];
  for (let y = top; y < top + blockSidePixels - 2; y += 2) {
    for (let x = left; x < left + blockSidePixels - 2; x += 2) {
      const here = data[y * width + x]!;
      if (Math.abs(here - data[y * width + x + 2]!) > minimumEdgeGreys) across++;
      if (Math.abs(here - data[(y + 2) * width + x]!) > minimumEdgeGreys) down++;
    }
  }
  return Math.min(across, down);
};

/** Returns the blocks of the grid with the most edges. A quota per cell of a 4 × 4 grid spreads them over the sheet. */
const chooseBlocks = (raster: Grey): { left: number; top: number }[] => {
  const { width, height } = raster;
  const blocks: { left: number; top: number; edges: number }[] = [];
  for (let top = 0; top + blockSidePixels <= height; top += blockSidePixels) {
    for (let left = 0; left + blockSidePixels <= width; left += blockSidePixels) {
      const edges = edgesIn(raster, left, top);
      if (edges >= minimumBlockEdges) blocks.push({ left, top, edges });
    }
  }
  blocks.sort((a, b) => b.edges - a.edges || a.top - b.top || a.left - b.left);
  const taken: typeof blocks = [];
  const quota = new Map<number, number>();
  for (const block of blocks) {
    const cell = Math.floor((block.left * 4) / width) * 4 + Math.floor((block.top * 4) / height);
    const used = quota.get(cell) ?? 0;
    if (used >= Math.ceil(maximumBlocks / 12)) continue;
    quota.set(cell, used + 1);
    taken.push(block);
    if (taken.length === maximumBlocks) break;
  }
  return taken;
};

const refineByBlocks = (
  older: Grey,
  newer: Grey,
  start: Matrix,
  tolerances: readonly number[],
): { matrix: Matrix; confidence: number } | null => {
  const back = invert(start);
  const matches: Match[] = [];
  let examined = 0;
  for (const { left, top } of chooseBlocks(newer)) {
    const olderWindow = windowOf(older, back, left, top, blockSidePixels);
    const newerWindow = windowOf(newer, [1, 0, 0, 1, 0, 0], left, top, blockSidePixels);
    const shift = correlate(olderWindow, newerWindow, blockSidePixels);
    examined++;
    if (!shift || shift.clarity < minimumBlockClarityRatio) continue;
    const middle = { x: left + blockSidePixels / 2, y: top + blockSidePixels / 2 };
    matches.push({ from: apply(back, middle), to: { x: middle.x + shift.x, y: middle.y + shift.y } });
  }
  const found = findConsensus(matches, { tolerances, width: newer.width, height: newer.height });
  if (!found || found.inliers.length < minimumAgreeingBlocks || found.spread < minimumAgreeingCells) return null;
  return { matrix: found.matrix, confidence: found.inliers.length / examined };
};

/** Aligns two rasters by their ink: one coarse shift, then local shifts at a reduced and at full resolution. */
export const alignByInk = (older: Grey, newer: Grey): InkAlignment | null => {
  const factor = Math.max(1, Math.round(Math.max(newer.width, newer.height) / 1800));
  const [small, smallNew] = [reduce(older, factor), reduce(newer, factor)];
  const start = alignCoarsely(small, smallNew);
  if (!start) return null;
  const refinedSmall = refineByBlocks(small, smallNew, start, [6, 3, 1.5, 0.8]);
  if (!refinedSmall || factor === 1) return refinedSmall;
  const matrix = compose(compose(scaling(1 / factor, 1 / factor), refinedSmall.matrix), scaling(factor, factor));
  return refineByBlocks(older, newer, matrix, [4, 2, 1, 0.6]) ?? { matrix, confidence: refinedSmall.confidence };
};

/** Resamples the older raster through `matrix` (its pixels to those of the target); white outside it. */
export const warp = (picture: Grey, matrix: Matrix, width: number, height: number): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(width * height).fill(255);
  const [a, b, c, d, e, f] = invert(matrix);
  const { data, width: w, height: h } = picture;
  for (let y = 0; y < height; y++) {
    // Pixel centres lie at half pixels on both grids.
    let sx = a * 0.5 + c * (y + 0.5) + e - 0.5;
    let sy = b * 0.5 + d * (y + 0.5) + f - 0.5;
    let at = y * width;
    for (let x = 0; x < width; x++, at++, sx += a, sy += b) {
      if (sx < 0 || sy < 0) continue;
      const left = sx | 0;
      const top = sy | 0;
      if (left >= w - 1 || top >= h - 1) continue;
      const from = top * w + left;
      const [p, q, r, s] = [data[from]!, data[from + 1]!, data[from + w]!, data[from + w + 1]!];
      // Most of a sheet is even paper.
      if (p === q && p === r && p === s) {
        out[at] = p;
        continue;
      }
      const fx = (sx - left) * 256;
      const fy = (sy - top) * 256;
      const upper = p * (256 - fx) + q * fx;
      const lower = r * (256 - fx) + s * fx;
      out[at] = (upper * (256 - fy) + lower * fy + 32768) / 65536;
    }
  }
  return out;
};
