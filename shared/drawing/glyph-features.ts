/**
 * A glyph turned to be read from left to right: its straight pieces as x0, y0, x1, y1, y down, in any unit, and where
 * it is on its line.
 */
export interface GlyphShape {
  pieces: ArrayLike<number>;
  /** Top of the capitals and the baseline of its line, in the unit of the pieces. */
  top: number;
  baseline: number;
}

/** Cells of the grid on each side, and number of directions distinguished, modulo a half turn. */
const side = 8;
const directions = 4;
const placeFeatures = 6;
/** Number of features of a glyph. */
export const featureCount = side * side * directions + placeFeatures;

/** Index of the feature that tells how far a glyph reaches below its line, in half heights of the line. */
export const depthFeature = side * side * directions + 3;

/** The shorter side of a glyph's grid as a share of the longer one at least, so that a stroke isn't blown up. */
const minimumAspect = 0.4;
/** Samples per side of the grid's cells. */
const samplesPerCell = 1.5;

/** Boundaries of the pieces: left, top, right, bottom. */
const boundsOf = (pieces: ArrayLike<number>): [number, number, number, number] => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < pieces.length; i += 2) {
    const x = pieces[i]!;
    const y = pieces[i + 1]!;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [left, top, right, bottom];
};

/** Spreads `weight` at a position (in cells) and direction (in steps) over the neighbouring cells and directions. */
const spread = (out: Float32Array, x: number, y: number, direction: number, weight: number): void => {
  const column = Math.floor(x - 0.5);
  const row = Math.floor(y - 0.5);
  const step = Math.floor(direction);
  const [fx, fy, fd] = [x - 0.5 - column, y - 0.5 - row, direction - step];
  for (let j = 0; j < 2; j++) {
    const cy = Math.min(side - 1, Math.max(0, row + j));
    const wy = j ? fy : 1 - fy;
    for (let i = 0; i < 2; i++) {
      const cx = Math.min(side - 1, Math.max(0, column + i));
      const at = (cy * side + cx) * directions;
      const w = weight * wy * (i ? fx : 1 - fx);
      out[at + (step % directions)]! += w * (1 - fd);
      out[at + ((step + 1) % directions)]! += w * fd;
    }
  }
};

/**
 * Describes a glyph by the directions of its pieces on a grid over its box, and by its size and place on its line.
 * Strokes and the outlines of thin strokes have nearly the same features, and their order does not matter.
 */
export const featuresOf = ({ pieces, top: capTop, baseline }: GlyphShape, out: Float32Array): void => {
  out.fill(0);
  const [left, top, right, bottom] = boundsOf(pieces);
  const width = right - left;
  const height = bottom - top;
  const longer = Math.max(width, height, 1e-6);
  const spanX = Math.max(width, minimumAspect * longer);
  const spanY = Math.max(height, minimumAspect * longer);
  const originX = (left + right - spanX) / 2;
  const originY = (top + bottom - spanY) / 2;
  for (let i = 0; i < pieces.length; i += 4) {
    const x0 = ((pieces[i]! - originX) / spanX) * side;
    const y0 = ((pieces[i + 1]! - originY) / spanY) * side;
    const dx = ((pieces[i + 2]! - originX) / spanX) * side - x0;
    const dy = ((pieces[i + 3]! - originY) / spanY) * side - y0;
    const length = Math.hypot(dx, dy);
    if (length < 1e-6) continue;
    const turn = Math.atan2(dy, dx) / Math.PI;
    const direction = (turn < 0 ? turn + 1 : turn >= 1 ? turn - 1 : turn) * directions;
    const samples = Math.max(1, Math.ceil(length * samplesPerCell));
    for (let s = 0; s < samples; s++) {
      const t = (s + 0.5) / samples;
      spread(out, x0 + t * dx, y0 + t * dy, direction, length / samples);
    }
  }
  let sum = 0;
  const cells = side * side * directions;
  // The root evens out strokes that the producer drew twice, and both edges of an outline.
  for (let i = 0; i < cells; i++) sum += out[i]!;
  const scale = 12 / Math.max(sum, 1e-6);
  for (let i = 0; i < cells; i++) out[i] = Math.sqrt(out[i]! * scale);
  const line = Math.max(baseline - capTop, 1e-6);
  const limit = (value: number) => Math.max(-1, Math.min(2, value));
  out[cells] = limit(width / line);
  out[cells + 1] = limit(height / line);
  out[cells + 2] = limit((top - capTop) / line) * 2;
  out[cells + 3] = limit((bottom - baseline) / line) * 2;
  out[cells + 4] = Math.min(3, width / Math.max(height, 0.05 * longer)) / 2;
  out[cells + 5] = Math.min(3, height / Math.max(width, 0.05 * longer)) / 2;
};
