import { median } from '../../../domain/median.ts';
import { identity, type Point } from '../geometry.ts';
import { edgesIn, type Grey, reduce, windowOf } from './align-ink.ts';
import { correlate } from './fourier.ts';
import { settleScan } from './settle-scan.ts';
import {
  bendReductionRatio,
  bendStepPixels,
  bendStridePixels,
  blockSidePixels,
  maximumBendDifferencePixels,
  minimumAgreeingBlocks,
  minimumBendNeighbours,
  minimumBendShare,
  minimumBlockClarityRatio,
  minimumBlockEdges,
  nearBendPixels,
} from './thresholds.ts';

/** The displacement of a place of the newer scan, where the older one has it at `x - dx`, `y - dy`; in reduced pixels. */
interface Displacement extends Point {
  dx: number;
  dy: number;
}

/** Displacements at the corners of a grid over a raster, in its pixels. */
class Field {
  readonly #columns: number;
  readonly #nodes: Point[];

  constructor({ width, height }: Grey, known: readonly Displacement[]) {
    this.#columns = Math.ceil(width / bendStridePixels) + 2;
    const rows = Math.ceil(height / bendStridePixels) + 2;
    this.#nodes = Array.from({ length: this.#columns * rows }, (_, i) =>
      meanAt((i % this.#columns) * bendStridePixels, Math.floor(i / this.#columns) * bendStridePixels, known),
    );
  }

  /** Returns the displacement at a place of the raster, between those of the corners around it. */
  at(x: number, y: number): Point {
    const [column, row] = [Math.floor(x / bendStridePixels), Math.floor(y / bendStridePixels)];
    const mix = (a: Point, b: Point, by: number) => ({ x: a.x + (b.x - a.x) * by, y: a.y + (b.y - a.y) * by });
    const along = (from: number) => mix(this.#nodes[from]!, this.#nodes[from + 1]!, x / bendStridePixels - column);
    const from = row * this.#columns + column;
    return mix(along(from), along(from + this.#columns), y / bendStridePixels - row);
  }
}

/** Returns the mean of the displacements around a place, the nearer ones with more weight. */
const meanAt = (x: number, y: number, known: readonly Displacement[]): Point => {
  const away = known.map((one) => Math.hypot(one.x - x, one.y - y));
  const reach = Math.max(bendStridePixels, Math.min(...away));
  let [sum, dx, dy] = [0, 0, 0];
  for (const [i, one] of known.entries()) {
    const weight = Math.exp(-2 * (away[i]! / reach) ** 2);
    [sum, dx, dy] = [sum + weight, dx + weight * one.dx, dy + weight * one.dy];
  }
  return { x: dx / sum, y: dy / sum };
};

/** Whether most displacements around one are alike; those of ruled lines or of what was redrawn are not. */
const agrees = (one: Displacement, all: readonly Displacement[]): boolean => {
  const near = all.filter((other) => other !== one && Math.hypot(other.x - one.x, other.y - one.y) < nearBendPixels);
  if (near.length < minimumBendNeighbours) return false;
  const [dx, dy] = [median(near.map((other) => other.dx)), median(near.map((other) => other.dy))];
  return Math.max(Math.abs(dx - one.dx), Math.abs(dy - one.dy)) <= maximumBendDifferencePixels;
};

/** Returns the displacements of blocks with edges in both directions that agree, and their share of all; null unless many do. */
const displacementsOf = (older: Grey, newer: Grey): { known: Displacement[]; share: number } | null => {
  const found: Displacement[] = [];
  let examined = 0;
  for (let top = 0; top + blockSidePixels <= newer.height; top += bendStridePixels) {
    for (let left = 0; left + blockSidePixels <= newer.width; left += bendStridePixels) {
      if (edgesIn(newer, left, top) < minimumBlockEdges) continue;
      examined++;
      const [was, is] = [older, newer].map((raster) => windowOf(raster, identity, left, top, blockSidePixels));
      const shift = correlate(was!, is!, blockSidePixels);
      if (!shift || shift.clarity < minimumBlockClarityRatio) continue;
      found.push({ x: left + blockSidePixels / 2, y: top + blockSidePixels / 2, dx: shift.x, dy: shift.y });
    }
  }
  const known = found.filter((one) => agrees(one, found));
  const share = known.length / examined;
  return known.length >= minimumAgreeingBlocks && share >= minimumBendShare ? { known, share } : null;
};

/** Resamples a raster by a field of displacements of the raster reduced by `bendReductionRatio`; white outside it. */
const bend = ({ data, width, height }: Grey, field: Field): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    let start = field.at(0, y / bendReductionRatio);
    for (let left = 0; left < width; left += bendStepPixels) {
      const end = field.at((left + bendStepPixels) / bendReductionRatio, y / bendReductionRatio);
      const [growthX, growthY] = [(end.x - start.x) / bendStepPixels, (end.y - start.y) / bendStepPixels];
      for (let x = left; x < Math.min(width, left + bendStepPixels); x++) {
        const column = Math.round(x - bendReductionRatio * (start.x + growthX * (x - left)));
        const row = Math.round(y - bendReductionRatio * (start.y + growthY * (x - left)));
        if (column >= 0 && row >= 0 && column < width && row < height) out[y * width + x] = data[row * width + column]!;
      }
      start = end;
    }
  }
  return out;
};

/**
 * Bends a scan that copying or filming distorted so that its ink lies on that of another on the same grid, and settles it there.
 * Returns it with the share of its parts that agree; null if the scans do not show the same.
 * @param density pixels per point
 */
export const bendScan = (
  older: Grey,
  newer: Grey,
  density: number,
): { grey: Uint8Array<ArrayBuffer>; confidence: number } | null => {
  const [was, is] = [reduce(older, bendReductionRatio), reduce(newer, bendReductionRatio)];
  const found = displacementsOf(was, is);
  if (!found) return null;
  const bent = { ...older, data: bend(older, new Field(is, found.known)) };
  return { grey: settleScan(bent, newer, density), confidence: found.share };
};
