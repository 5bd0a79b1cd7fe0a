import type { AlignedSheets } from '../align/align-sheets.ts';
import { added, differInk, type InkTolerance, removed, unchanged } from '../differ/ink-difference.ts';
import { applyToBox, type Box, compose, distance, inflate, invert, union } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import type { Flock } from './moved-words.ts';

/** A part of the sheet that moved as one: a view, a block, the rows of a table below one that was put in. */
export interface MovedRegion extends Pick<Flock, 'matrix' | 'words'> {
  /** Where it is on the newer sheet and where it was, points of the newer sheet. */
  box: Box;
  from: Box;
  /** The window of the grid that was looked at, pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** 1 where the window's cells of {@link cell} pixels belong to the region. */
  cells: Uint8Array;
  /** How the window differs from the older sheet moved along: what changed inside the region. */
  marks: Uint8Array;
}

const cell = 12;
/** Points round the words of a flock that its linework is looked for in. */
const surroundings = 250;
/** Marked pixels of a cell, and the share of them that the move must explain. */
const leastInk = 4;
const unexplained = 0.25;
/** Points: cells nearer than this are one piece, pieces nearer than that one region. */
const near = 30;
const absorbed = 90;
const bridged = 45;
const margin = 15;

interface Piece {
  cells: number[];
  words: Flock['words'];
  box: Box;
}

/** The pieces that the set cells make, `reach` cells apart at most. */
const piecesOf = (set: Uint8Array, columns: number, rows: number, reach: number): number[][] => {
  const seen = new Uint8Array(set.length);
  const pieces: number[][] = [];
  for (let start = 0; start < set.length; start++) {
    if (!set[start] || seen[start]) continue;
    seen[start] = 1;
    const piece = [start];
    for (let i = 0; i < piece.length; i++) {
      const [row, column] = [Math.floor(piece[i]! / columns), piece[i]! % columns];
      for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
        for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
          const at = r * columns + c;
          if (!set[at] || seen[at]) continue;
          seen[at] = 1;
          piece.push(at);
        }
      }
    }
    pieces.push(piece);
  }
  return pieces;
};

/** Cells with a set one at most `by` away along each axis. */
const spread = (set: Uint8Array, columns: number, rows: number, by: number): Uint8Array => {
  const rowsDone = new Uint8Array(set.length);
  const out = new Uint8Array(set.length);
  for (let at = 0; at < set.length; at++) {
    if (!set[at]) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    rowsDone.fill(1, row * columns + Math.max(0, column - by), row * columns + Math.min(columns, column + by + 1));
  }
  for (let row = 0; row < rows; row++) {
    for (let r = Math.max(0, row - by); r <= Math.min(rows - 1, row + by); r++) {
      for (let c = 0; c < columns; c++) if (rowsDone[row * columns + c]) out[r * columns + c] = 1;
    }
  }
  return out;
};

/** The upright frame round all set cells, `by` wider on each side. */
const framed = (set: Uint8Array, columns: number, rows: number, by: number): Uint8Array => {
  let [left, top, right, bottom] = [columns, rows, -1, -1];
  for (let at = 0; at < set.length; at++) {
    if (!set[at]) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  const out = new Uint8Array(set.length);
  for (let row = Math.max(0, top - by); row <= Math.min(rows - 1, bottom + by); row++) {
    out.fill(1, row * columns + Math.max(0, left - by), row * columns + Math.min(columns, right + by + 1));
  }
  return out;
};

/** Cells with only set ones around them: the opposite of {@link spread}. */
const shrunk = (set: Uint8Array, columns: number, rows: number, by: number): Uint8Array => {
  const other = spread(
    set.map((value) => 1 - value),
    columns,
    rows,
    by,
  );
  return other.map((value) => 1 - value);
};

/** The older sheet moved along with a flock, within a window of the grid. */
const renderMoved = async (
  older: SheetSource,
  sheets: AlignedSheets,
  flock: Flock,
  window: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> => {
  const { density, alignment } = sheets;
  const { left, top, width, height } = window;
  const matrix = compose(compose(alignment.matrix, flock.matrix), compose(sheets.grid, [1, 0, 0, 1, -left, -top]));
  try {
    return (await older.render(matrix, width, height)).grey;
  } catch {
    // Whole pixels of the picture at hand are coarser, and enough to see what went along.
    const out = new Uint8Array(width * height).fill(255);
    const [dx, dy] = [Math.round(flock.matrix[4] * density), Math.round(flock.matrix[5] * density)];
    for (let y = 0; y < height; y++) {
      const from = top + y - dy;
      if (from < 0 || from >= sheets.height) continue;
      for (let x = 0; x < width; x++) {
        const column = left + x - dx;
        if (column >= 0 && column < sheets.width) out[y * width + x] = sheets.older[from * sheets.width + column]!;
      }
    }
    return out;
  }
};

const crop = (picture: Uint8Array, stride: number, left: number, top: number, width: number, height: number) => {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * stride + left;
    out.set(picture.subarray(from, from + width), y * width);
  }
  return out;
};

/** Takes the cells above a line, in pixels of the sheet, out of a region: what slid begins with its first row. */
const clearAbove = (region: MovedRegion, y: number): void => {
  const columns = Math.ceil(region.width / cell);
  region.cells.fill(0, 0, Math.max(0, Math.floor((y - region.top) / cell)) * columns);
};

/** What of the sheet went along with the words of a flock, told by the ink that the move explains. */
const verify = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flock: Flock,
  claimed: Uint8Array,
): Promise<MovedRegion[]> => {
  const { density } = sheets;
  const across = Math.ceil(sheets.width / cell);
  const place = inflate(flock.words.map(({ to }) => to as Box).reduce(union), surroundings);
  // Windows start on whole cells, so that regions can say which cells of the sheet are theirs.
  const left = Math.max(0, Math.floor((place.x * density) / cell) * cell);
  const top = Math.max(0, Math.floor((place.y * density) / cell) * cell);
  const width = Math.min(sheets.width, Math.ceil((place.x + place.width) * density)) - left;
  const height = Math.min(sheets.height, Math.ceil((place.y + place.height) * density)) - top;
  if (width < cell || height < cell) return [];
  const moved = await renderMoved(older, sheets, flock, { left, top, width, height });
  const here = crop(sheets.newer, sheets.width, left, top, width, height);
  const rest = differInk({ older: moved, newer: here, width, height }, tolerance);

  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [before, still] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      if (!(marks[(top + y) * sheets.width + left + x]! & added)) continue;
      const at = row + Math.floor(x / cell);
      before[at]!++;
      if (rest[y * width + x]! & added) still[at]!++;
    }
  }
  const good = new Uint8Array(columns * rows);
  for (let at = 0; at < good.length; at++) {
    const global = (top / cell + Math.floor(at / columns)) * across + left / cell + (at % columns);
    if (before[at]! >= leastInk && still[at]! <= unexplained * before[at]! && !claimed[global]) good[at] = 1;
  }

  const size = cell / density;
  const boxOf = (cells: readonly number[]): Box =>
    cells
      .map(
        (at): Box => ({
          x: left / density + (at % columns) * size,
          y: top / density + Math.floor(at / columns) * size,
          width: size,
          height: size,
        }),
      )
      .reduce(union);
  const reach = Math.max(1, Math.round((near * density) / cell));
  const pieces = piecesOf(good, columns, rows, reach).map((cells): Piece => {
    const box = boxOf(cells);
    const words = flock.words.filter(({ to }) => distance(to, box) < near / 2);
    return { cells, words, box };
  });
  const whole = (piece: Piece) => {
    const { words, cells, box } = piece;
    const sizes = words.map(({ to }) => to.size);
    // Lines of a note that reads on elsewhere are moved text, not a part of the drawing.
    const lines = isSlide(flock) ? 2.5 : 4;
    const flat = Math.min(box.width, box.height) < lines * Math.max(0, ...sizes);
    return (
      !flat &&
      ((words.length >= 4 && (flock.weight >= 3 || cells.length >= 40)) || (words.length >= 1 && cells.length >= 100))
    );
  };

  const groups: Piece[][] = [];
  const open = new Set(pieces);
  for (const seed of pieces.toSorted((a, b) => b.cells.length - a.cells.length)) {
    if (!open.has(seed) || !whole(seed)) continue;
    open.delete(seed);
    const group = [seed];
    for (let i = 0; i < group.length; i++) {
      for (const other of open) {
        // Other parts of the sheet may look alike after the same shift: only words carry a region far.
        const lesser = other.words.length > 0 && other.cells.length < 0.5 * group[0]!.cells.length;
        const reachable = lesser ? absorbed : bridged;
        if (distance(group[i]!.box, other.box) > reachable) continue;
        open.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  const wide = Math.max(1, Math.round((margin * density) / cell));
  return groups.map((group): MovedRegion => {
    const own = new Uint8Array(columns * rows);
    for (const piece of group) {
      for (const at of piece.cells) own[at] = 1;
      for (const { to } of piece.words) {
        const [x0, y0] = [(to.x * density - left) / cell, (to.y * density - top) / cell];
        const [x1, y1] = [x0 + (to.width * density) / cell, y0 + (to.height * density) / cell];
        for (let r = Math.max(0, Math.floor(y0)); r < Math.min(rows, y1); r++) {
          for (let c = Math.max(0, Math.floor(x0)); c < Math.min(columns, x1); c++) own[r * columns + c] = 1;
        }
      }
    }
    const closed = spread(shrunk(spread(own, columns, rows, reach), columns, rows, reach), columns, rows, wide);
    // Ink that another view's covers at the new place shows in no cell: the region is the whole of its frame.
    const cells = framed(own, columns, rows, wide);
    for (let at = 0; at < closed.length; at++) {
      if (closed[at]) claimed[(top / cell + Math.floor(at / columns)) * across + left / cell + (at % columns)] = 1;
    }
    let ink = { left: width, top: height, right: 0, bottom: 0 };
    for (const at of group.flatMap((piece) => piece.cells)) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y++) {
        for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x++) {
          if (!(marks[(top + y) * sheets.width + left + x]! & added)) continue;
          ink = {
            left: Math.min(ink.left, x),
            top: Math.min(ink.top, y),
            right: Math.max(ink.right, x + 1),
            bottom: Math.max(ink.bottom, y + 1),
          };
        }
      }
    }
    const inked = {
      x: (left + ink.left) / density,
      y: (top + ink.top) / density,
      width: (ink.right - ink.left) / density,
      height: (ink.bottom - ink.top) / density,
    };
    // A number in a bubble may coincide with another view's, all but for a few pixels.
    const words = flock.words.filter(({ to }) => distance(to, inked) < near / 2);
    const box = words.map(({ to }) => to as Box).reduce(union, inked);
    const region: MovedRegion = {
      matrix: flock.matrix,
      words,
      box,
      from: applyToBox(invert(flock.matrix), box),
      left,
      top,
      width,
      height,
      cells,
      marks: rest,
    };
    if (isSlide(flock)) clearAbove(region, wordsPlace(region).y * density);
    return region;
  });
};

/** The regions that moved on their sheet; each place belongs to one of them, the first flock first. */
export const findMovedRegions = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flocks: readonly Flock[],
): Promise<MovedRegion[]> => {
  const regions: MovedRegion[] = [];
  // Ink that one move explained is no evidence of another.
  const claimed = new Uint8Array(Math.ceil(sheets.width / cell) * Math.ceil(sheets.height / cell));
  for (const flock of flocks) regions.push(...(await verify(older, sheets, marks, tolerance, flock, claimed)));
  return regions;
};

/** Points along which the rows of a table, or notes, slide up or down as others come and go above. */
const furthestSlide = 80;

/** What slid along a column of text: nothing stood before its first row that slid as well. */
export const isSlide = ({ matrix: [a, b, , , dx, dy] }: Pick<MovedRegion, 'matrix'>): boolean =>
  a === 1 && b === 0 && Math.abs(dx) <= 1.5 && Math.abs(dy) <= furthestSlide;

/** The words of a slide from its first whole row on: an entry of the row before may have an equal by chance. */
const wholeRows = (words: Flock['words']): Box[] => {
  const rows: Box[][] = [];
  for (const { to } of words.toSorted((a, b) => a.to.y - b.to.y)) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.y - to.y) < 0.5 * to.size) row.push(to);
    else rows.push([to]);
  }
  const counts = rows.map((row) => row.length).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 1;
  const first = rows.findIndex((row) => row.length > 0.6 * usual);
  return rows.slice(Math.max(0, first)).flat();
};

/** Where words of a region stand on the newer sheet. */
export const wordsPlace = (region: MovedRegion): Box => {
  if (region.words.length === 0) return region.box;
  if (isSlide(region)) return inflate(wholeRows(region.words).reduce(union), 2);
  return inflate(region.words.map(({ to }) => to as Box).reduce(union, region.box), 2);
};

/**
 * Marks with what moves explain taken out: ink that came only because its region moved, and ink that went only
 * because of that. What changed inside a region is marked where it stands, or would stand, on the newer sheet.
 */
export const explainMoves = (
  marks: Uint8Array,
  width: number,
  height: number,
  regions: readonly MovedRegion[],
  density: number,
): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(marks);
  for (const region of regions) {
    const columns = Math.ceil(region.width / cell);
    const holds = (x: number, y: number) =>
      x >= 0 &&
      y >= 0 &&
      x < region.width &&
      y < region.height &&
      region.cells[Math.floor(y / cell) * columns + Math.floor(x / cell)] === 1;
    const [a, b, c, d, e, f] = invert(region.matrix);
    for (let y = 0; y < region.height; y++) {
      for (let x = 0; x < region.width; x++) {
        if (!holds(x, y)) continue;
        const at = (region.top + y) * width + region.left + x;
        const rest = region.marks[y * region.width + x]!;
        if (marks[at]! & added && !(rest & added)) out[at] = unchanged;
        if (!(rest & removed) || out[at] !== unchanged) continue;
        const [px, py] = [region.left + x + 0.5, region.top + y + 0.5];
        const [fromX, fromY] = [Math.floor(a * px + c * py + e * density), Math.floor(b * px + d * py + f * density)];
        const inside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height;
        if (inside && marks[fromY * width + fromX]! & removed) out[at] = rest;
      }
    }
    const old = applyToBox(invert(region.matrix), {
      x: region.left / density,
      y: region.top / density,
      width: region.width / density,
      height: region.height / density,
    });
    const [l, t, r, s, u, v] = region.matrix;
    const [firstY, lastY] = [
      Math.max(0, Math.floor(old.y * density)),
      Math.min(height, (old.y + old.height) * density),
    ];
    const [firstX, lastX] = [Math.max(0, Math.floor(old.x * density)), Math.min(width, (old.x + old.width) * density)];
    for (let y = firstY; y < lastY; y++) {
      for (let x = firstX; x < lastX; x++) {
        const at = y * width + x;
        if (!(marks[at]! & removed) || !(out[at]! & removed)) continue;
        const toX = Math.floor(l * (x + 0.5) + r * (y + 0.5) + u * density) - region.left;
        const toY = Math.floor(t * (x + 0.5) + s * (y + 0.5) + v * density) - region.top;
        if (holds(toX, toY)) out[at] = unchanged;
      }
    }
  }
  return out;
};
