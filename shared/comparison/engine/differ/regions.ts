import { eachMark, eachMarkIn } from './each-mark.ts';
import { added, faint, recoloured, strong } from './ink-difference.ts';
import { patchCellPixels } from './thresholds.ts';

/** A patch of changed ink, in pixels; `right` and `bottom` are exclusive. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Changed pixels with ink on the newer, or on the older sheet only. */
  added: number;
  removed: number;
  /** Changed pixels that ink somewhat further away does not explain either. */
  strong: number;
  /** Changed pixels below the general contrast threshold, and those where both sheets have ink. */
  faint: number;
  recoloured: number;
}

/** Returns a region without pixels, whose bounds the first pixel sets. */
const emptyRegion = (width: number, height: number): Region => ({
  ...{ left: width, top: height, right: 0, bottom: 0 },
  ...{ added: 0, removed: 0, strong: 0, faint: 0, recoloured: 0 },
});

export interface Patches {
  patches: { region: Region; holds: Holds }[];
  /** Returns the index of the patch at a pixel, or next to it. */
  indexNear: (x: number, y: number) => number | undefined;
}

/** Whether a marked pixel belongs to a patch; the boxes of other patches may overlap its own. */
export type Holds = (x: number, y: number) => boolean;

/**
 * Groups changed pixels into patches: pixels within `reach` of each other belong together. Works on cells of 4 × 4
 * pixels; the bounds are exact.
 */
export const findPatches = (marks: Uint8Array, width: number, height: number, reach: number): Patches => {
  const columns = Math.ceil(width / patchCellPixels);
  const rows = Math.ceil(height / patchCellPixels);
  const cells = new Uint8Array(columns * rows);
  let [y, row] = [0, 0];
  eachMark(marks, (at) => {
    for (; at >= row + width; y++) row += width;
    cells[Math.floor(y / patchCellPixels) * columns + Math.floor((at - row) / patchCellPixels)] = 1;
  });

  const labels = label(cells, columns, rows, Math.max(1, Math.round(reach / patchCellPixels)));
  const labelAt = (x: number, y: number) =>
    labels[Math.floor(y / patchCellPixels) * columns + Math.floor(x / patchCellPixels)];
  const regions: Region[] = [];
  eachMark(cells, (cell) => {
    const name = labels[cell]! - 1;
    regions[name] ??= emptyRegion(width, height);
    const [left, top] = [(cell % columns) * patchCellPixels, Math.floor(cell / columns) * patchCellPixels];
    addCell(marks, width, left, top, Math.min(height, top + patchCellPixels), regions[name]);
  });
  return {
    patches: regions.map((region, name) => ({ region, holds: (x, y) => labelAt(x, y) === name + 1 })),
    indexNear: (x, y) => {
      for (const v of [y, y - patchCellPixels, y + patchCellPixels]) {
        if (v < 0 || v >= height) continue;
        for (const u of [x, x - patchCellPixels, x + patchCellPixels]) {
          const found = u < 0 || u >= width ? 0 : (labelAt(u, v) ?? 0);
          if (found > 0) return found - 1;
        }
      }
      return undefined;
    },
  };
};

/** Returns the regions of {@link findPatches}. */
export const findRegions = (marks: Uint8Array, width: number, height: number, reach: number): Region[] =>
  findPatches(marks, width, height, reach).patches.map(({ region }) => region);

/** Adds the marks of a cell to a region. */
const addCell = (marks: Uint8Array, width: number, left: number, top: number, bottom: number, into: Region): void => {
  const right = Math.min(width, left + patchCellPixels);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const mark = marks[y * width + x]!;
      if (mark !== 0) addMark(mark, x, y, into);
    }
};

const addMark = (mark: number, x: number, y: number, into: Region): void => {
  if (mark & added) into.added++;
  else into.removed++;
  if (mark & strong) into.strong++;
  if (mark & faint) into.faint++;
  if (mark & recoloured) into.recoloured++;
  if (x < into.left) into.left = x;
  if (x >= into.right) into.right = x + 1;
  if (y < into.top) into.top = y;
  if (y >= into.bottom) into.bottom = y + 1;
};

/** Numbers the groups of set cells that are at most `reach` cells apart, from 1 in reading order. */
const label = (cells: Uint8Array, columns: number, rows: number, reach: number): Int32Array => {
  const labels = new Int32Array(cells.length);
  const queue: number[] = [];
  let next = 1;
  const labelNeighbours = (at: number): void => {
    const row = Math.floor(at / columns);
    const column = at - row * columns;
    const lastRow = Math.min(rows - 1, row + reach);
    const lastColumn = Math.min(columns - 1, column + reach);
    for (let r = Math.max(0, row - reach); r <= lastRow; r++) {
      for (let c = Math.max(0, column - reach); c <= lastColumn; c++) {
        const neighbour = r * columns + c;
        if (!cells[neighbour] || labels[neighbour] !== 0) continue;
        labels[neighbour] = next;
        queue.push(neighbour);
      }
    }
  };
  eachMark(cells, (start) => {
    if (labels[start] !== 0) return;
    labels[start] = next;
    queue.push(start);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) labelNeighbours(at);
    next++;
  });
  return labels;
};

/** Counts the marks within a rectangle of pixels, rounded outwards; only those of one patch if `holds` is given. */
export const countMarks = (
  marks: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
  holds?: Holds,
): Region => {
  const region = emptyRegion(width, height);
  const pixels = {
    ...{ left: Math.max(0, Math.floor(left)), top: Math.max(0, Math.floor(top)) },
    ...{ right: Math.min(width, Math.ceil(right)), bottom: Math.min(height, Math.ceil(bottom)) },
  };
  eachMarkIn(marks, width, pixels, (x, y, at) => {
    if (!holds || holds(x, y)) addMark(marks[at]!, x, y, region);
  });
  return region;
};
