import { around } from './boxes.ts';
import { boundsOf } from './clip.ts';
import { Groups } from './groups.ts';
import { type Bounds, eachPieceOf, type Linework, pathAt, pathCount } from './linework.ts';
import {
  maximumCellParts,
  maximumGlyphPoints,
  maximumMeetingGapPoints,
  maximumMeetingGapShare,
} from './thresholds/lettering.ts';

/** Connected small ink that may be a character or a part of one. Points, as displayed. */
export interface GlyphPart extends Bounds {
  /** x0, y0, x1, y1 of its straight pieces. */
  pieces: number[];
  colour: string;
}

/** Side in points of the cells by which neighbours are found. */
const cellSide = 6;
/** Maximum subpaths that are examined; more of them are hatches or a scanned drawing's contours. */
const mostSubpaths = 150_000;
/** Maximum pieces of a subpath: the outline of a character has fewer. */
const mostPieces = 240;

interface Subpath extends GlyphPart {
  path: number;
  filled: boolean;
}

/** Which ink is of interest. */
export interface WantedInk {
  /** Whether a subpath with the given box is. */
  isWanted: (box: Bounds) => boolean;
  /** Whether a path with the given box may have such subpaths. */
  mayHold?: (box: Bounds) => boolean;
}

/** Returns the subpaths that are small enough to be of a character. */
const smallSubpaths = (linework: Linework, { isWanted, mayHold }: WantedInk): Subpath[] => {
  const { styles } = linework;
  const found: Subpath[] = [];
  let [x, y] = [Number.NaN, Number.NaN];
  let open: Subpath | undefined;
  const isSmall = ({ left, top, right, bottom }: Bounds) => Math.max(right - left, bottom - top) <= maximumGlyphPoints;
  const end = () => {
    if (open && open.pieces.length > 0 && open.pieces.length <= 4 * mostPieces && isSmall(open) && isWanted(open))
      found.push(open);
    open = undefined;
  };
  for (let i = 0; i < pathCount(linework) && found.length <= mostSubpaths; i++) {
    const range = pathAt(linework, i);
    const { stroke, fill } = styles[range.style]!;
    const colour = fill ?? stroke;
    x = Number.NaN;
    if (colour === null || colour === '#ffffff') continue;
    if (mayHold && !mayHold(boundsOf(linework.points, 2 * range.firstPoint, 2 * range.endPoint))) continue;
    eachPieceOf(linework, range, (x0, y0, x1, y1) => {
      if (x0 !== x || y0 !== y) {
        end();
        open = { left: x0, top: y0, right: x0, bottom: y0, pieces: [], colour, path: i, filled: fill !== null };
      }
      x = x1;
      y = y1;
      const box = open!;
      if (x1 < box.left) box.left = x1;
      if (x1 > box.right) box.right = x1;
      if (y1 < box.top) box.top = y1;
      if (y1 > box.bottom) box.bottom = y1;
      if ((x0 !== x1 || y0 !== y1) && box.pieces.length <= 4 * mostPieces && isSmall(box))
        box.pieces.push(x0, y0, x1, y1);
    });
    end();
  }
  return found;
};

/** Returns the distance between a point and a piece, squared. */
const distanceToPiece = (x: number, y: number, pieces: readonly number[], at: number): number => {
  const x0 = pieces[at]!;
  const y0 = pieces[at + 1]!;
  const dx = pieces[at + 2]! - x0;
  const dy = pieces[at + 3]! - y0;
  const t = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));
  return (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2;
};

const sideOf = (x: number, y: number, pieces: readonly number[], at: number): number =>
  (pieces[at + 2]! - pieces[at]!) * (y - pieces[at + 1]!) - (pieces[at + 3]! - pieces[at + 1]!) * (x - pieces[at]!);

/** Whether two pieces meet within a distance, or cross. */
const piecesMeet = (a: readonly number[], i: number, b: readonly number[], j: number, reach: number): boolean => {
  const squared = reach * reach;
  if (
    distanceToPiece(a[i]!, a[i + 1]!, b, j) <= squared ||
    distanceToPiece(a[i + 2]!, a[i + 3]!, b, j) <= squared ||
    distanceToPiece(b[j]!, b[j + 1]!, a, i) <= squared ||
    distanceToPiece(b[j + 2]!, b[j + 3]!, a, i) <= squared
  )
    return true;
  return (
    sideOf(a[i]!, a[i + 1]!, b, j) * sideOf(a[i + 2]!, a[i + 3]!, b, j) < 0 &&
    sideOf(b[j]!, b[j + 1]!, a, i) * sideOf(b[j + 2]!, b[j + 3]!, a, i) < 0
  );
};

const boxesMeet = (a: Bounds, b: Bounds, reach: number): boolean =>
  a.left <= b.right + reach && b.left <= a.right + reach && a.top <= b.bottom + reach && b.top <= a.bottom + reach;
const holds = (a: Bounds, b: Bounds): boolean =>
  a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;

/** Whether two subpaths are parts of one character: they touch, or one is the hole of the other. */
const belongTogether = (a: Subpath, b: Subpath): boolean => {
  if (a.colour !== b.colour) return false;
  const size = Math.max(a.right - a.left, a.bottom - a.top, b.right - b.left, b.bottom - b.top);
  const reach = maximumMeetingGapPoints + maximumMeetingGapShare * size;
  if (!boxesMeet(a, b, reach)) return false;
  if (a.path === b.path && a.filled && (holds(a, b) || holds(b, a))) return true;
  for (let i = 0; i < a.pieces.length; i += 4)
    for (let j = 0; j < b.pieces.length; j += 4) if (piecesMeet(a.pieces, i, b.pieces, j, reach)) return true;
  return false;
};

/**
 * Calls `visit` for pairs of boxes that may overlap, each pair at least once, except in the densest cells.
 * @param options side of a cell, the most boxes of one, and by how much all boxes are larger
 */
export const eachNeighbour = (
  boxes: readonly Bounds[],
  { side, most, reach }: { side: number; most: number; reach: number },
  visit: (a: number, b: number) => void,
): void => {
  if (boxes.length < 2) return;
  const { left, top, right, bottom } = around(boxes);
  const [u0, v0] = [Math.floor((left - reach) / side), Math.floor((top - reach) / side)];
  const columnOf = (x: number) => Math.floor(x / side) - u0;
  const rowOf = (y: number) => Math.floor(y / side) - v0;
  const columns = columnOf(right + reach) + 1;
  const starts = new Uint32Array(columns * (rowOf(bottom + reach) + 1) + 1);
  // First and last column and row of each box.
  const ranges = new Int32Array(4 * boxes.length);
  for (const [i, box] of boxes.entries()) {
    ranges[4 * i] = columnOf(box.left - reach);
    ranges[4 * i + 1] = columnOf(box.right + reach);
    ranges[4 * i + 2] = rowOf(box.top - reach);
    ranges[4 * i + 3] = rowOf(box.bottom + reach);
  }
  const eachCell = (i: number, put: (cell: number) => void) => {
    for (let v = ranges[4 * i + 2]!; v <= ranges[4 * i + 3]!; v++)
      for (let u = ranges[4 * i]!; u <= ranges[4 * i + 1]!; u++) put(v * columns + u);
  };
  let item = 0;
  // The cells in the order of their first boxes.
  const used: number[] = [];
  const count = (cell: number) => {
    if (starts[cell + 1]!++ === 0) used.push(cell);
  };
  for (; item < boxes.length; item++) eachCell(item, count);
  for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
  const items = new Uint32Array(starts.at(-1)!);
  const next = starts.slice();
  const put = (cell: number) => {
    items[next[cell]!++] = item;
  };
  for (item = 0; item < boxes.length; item++) eachCell(item, put);
  for (const cell of used) {
    const start = starts[cell]!;
    const end = starts[cell + 1]!;
    if (end - start > most) continue;
    for (let i = start + 1; i < end; i++) for (let j = start; j < i; j++) visit(items[j]!, items[i]!);
  }
};

/**
 * Returns the connected small ink of a page, independent of how the producer split and ordered it.
 * @param wanted by default all ink
 */
export const glyphPartsOf = (linework: Linework, wanted: WantedInk = { isWanted: () => true }): GlyphPart[] => {
  const subpaths = smallSubpaths(linework, wanted);
  const groups = new Groups(subpaths.length);
  eachNeighbour(subpaths, { side: cellSide, most: maximumCellParts, reach: 0.5 }, (a, b) => {
    if (groups.find(a) !== groups.find(b) && belongTogether(subpaths[a]!, subpaths[b]!)) groups.join(a, b);
  });
  return groups
    .all()
    .map((members) => joinParts(members.map((index) => subpaths[index]!)))
    .filter(
      ({ left, top, right, bottom, pieces }) =>
        Math.max(right - left, bottom - top) <= maximumGlyphPoints && pieces.length <= 8 * mostPieces,
    );
};

/** Returns parts as one. */
export const joinParts = (parts: readonly GlyphPart[]): GlyphPart => ({
  ...around(parts),
  colour: parts[0]!.colour,
  pieces: parts.length === 1 ? parts[0]!.pieces : parts.flatMap(({ pieces }) => pieces),
});
