import { added } from '../differ/ink-difference.ts';
import type { Box } from '../geometry.ts';
import {
  cloudCellPixels,
  maximumCloudGapCells,
  minimumCloudSidePoints,
  minimumCloudTurns,
  minimumEnclosedShare,
  minimumScallops,
  minimumSwingPoints,
} from './thresholds.ts';

/** Counts how often a boundary reverses by more than the depth of a scallop. */
const countTurns = (boundary: readonly number[], least: number): number => {
  let [count, low, high, way] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of boundary) {
    [low, high] = [Math.min(low, value), Math.max(high, value)];
    if (way <= 0 && value - low >= least) {
      count++;
      [way, high] = [1, value];
    } else if (way >= 0 && high - value >= least) {
      count++;
      [way, low] = [-1, value];
    }
  }
  return count;
};

/** Marks the cells that have ink or are next to some, so that gaps in a line are closed. */
const thickWall = (columns: number, rows: number, isInked: (column: number, row: number) => boolean): Uint8Array => {
  const wall = new Uint8Array(columns * rows);
  const reach = maximumCloudGapCells;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isInked(column, row)) continue;
      for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++)
        wall.fill(1, r * columns + Math.max(0, column - reach), r * columns + Math.min(columns, column + reach + 1));
    }
  }
  return wall;
};

/** Returns the largest connected piece of cells that cannot be reached from the first one. */
const insideOf = (wall: Uint8Array, columns: number): number[] => {
  const reached = Uint8Array.from(wall);
  const flood = (start: number): number[] => {
    const piece = [start];
    reached[start] = 1;
    for (let i = 0; i < piece.length; i++) {
      const at = piece[i]!;
      const column = at % columns;
      for (const next of [at - columns, at + columns, column > 0 ? at - 1 : -1, column < columns - 1 ? at + 1 : -1]) {
        if (next < 0 || next >= reached.length || reached[next]) continue;
        reached[next] = 1;
        piece.push(next);
      }
    }
    return piece;
  };
  flood(0);
  let inside: number[] = [];
  for (let at = 0; at < reached.length; at++) {
    if (reached[at]) continue;
    const piece = flood(at);
    if (piece.length > inside.length) inside = piece;
  }
  return inside;
};

/**
 * Returns the area, in points, that the added ink in a box encloses if it is the scalloped line of a revision cloud;
 * otherwise null.
 * @param marks on the newer sheet's grid, `density` pixels per point
 */
export const readCloud = (marks: Uint8Array, width: number, height: number, box: Box, density: number): Box | null => {
  if (Math.min(box.width, box.height) < minimumCloudSidePoints) return null;
  const pad = maximumCloudGapCells + 1;
  const columns = Math.ceil((box.width * density) / cloudCellPixels) + 2 * pad;
  const rows = Math.ceil((box.height * density) / cloudCellPixels) + 2 * pad;
  const [left, top] = [
    Math.floor(box.x * density) - pad * cloudCellPixels,
    Math.floor(box.y * density) - pad * cloudCellPixels,
  ];
  const isInked = (column: number, row: number): boolean => {
    for (let y = top + row * cloudCellPixels; y < top + (row + 1) * cloudCellPixels; y++) {
      for (let x = left + column * cloudCellPixels; x < left + (column + 1) * cloudCellPixels; x++) {
        if (x >= 0 && y >= 0 && x < width && y < height && marks[y * width + x]! & added) return true;
      }
    }
    return false;
  };
  const inside = insideOf(thickWall(columns, rows, isInked), columns);
  const share = inside.length / ((columns - 2 * pad) * (rows - 2 * pad));
  if (share < minimumEnclosedShare) return null;

  const [lefts, rights] = [new Map<number, number>(), new Map<number, number>()];
  const [tops, bottoms] = [new Map<number, number>(), new Map<number, number>()];
  for (const at of inside) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    lefts.set(row, Math.min(lefts.get(row) ?? columns, column));
    rights.set(row, Math.max(rights.get(row) ?? -1, column));
    tops.set(column, Math.min(tops.get(column) ?? rows, row));
    bottoms.set(column, Math.max(bottoms.get(column) ?? -1, row));
  }
  const least = (minimumSwingPoints * density) / cloudCellPixels;
  const along = (side: Map<number, number>) => {
    const values = [...side].sort((a, b) => a[0] - b[0]).map(([, value]) => value);
    // The rounded corners are not scallops.
    const corner = Math.floor(values.length * 0.12);
    return countTurns(values.slice(corner, values.length - corner), least);
  };
  const wavy = [lefts, rights, tops, bottoms].map(along);
  if (
    wavy.filter((count) => count >= minimumCloudTurns).length < 3 ||
    wavy.reduce((a, b) => a + b, 0) < 2 * minimumScallops
  )
    return null;
  const [x0, x1] = [Math.min(...tops.keys()), Math.max(...tops.keys()) + 1];
  const [y0, y1] = [Math.min(...lefts.keys()), Math.max(...lefts.keys()) + 1];
  return {
    x: (left + x0 * cloudCellPixels) / density,
    y: (top + y0 * cloudCellPixels) / density,
    width: ((x1 - x0) * cloudCellPixels) / density,
    height: ((y1 - y0) * cloudCellPixels) / density,
  };
};
