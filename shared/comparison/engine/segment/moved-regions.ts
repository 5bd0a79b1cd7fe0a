import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { added, differInk, type InkTolerance, removed, unchanged } from '../differ/ink-difference.ts';
import { applyToBox, type Box, centre, compose, contains, distance, inflate, invert, union } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import type { Flock } from './moved-words.ts';
import { titleSizeIn } from './view-title.ts';

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
  /** The older sheet moved along, and how the window differs from it: what changed inside the region. */
  older: Uint8Array;
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
const touching = 10;
const margin = 15;

interface Piece {
  cells: number[];
  words: Flock['words'];
  box: Box;
  /** The move explains most of the ink that came in one with this piece. */
  mostlyMoved: boolean;
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

/** For each cell with ink that came, how much the move explains of all such ink in one piece with it. */
const explainedShares = (
  before: Uint16Array,
  still: Uint16Array,
  columns: number,
  rows: number,
  reach: number,
): Float32Array => {
  const shares = new Float32Array(before.length);
  const came = Uint8Array.from(before, (count) => (count >= leastInk ? 1 : 0));
  for (const cells of piecesOf(came, columns, rows, reach)) {
    const [all, left] = [before, still].map((counts) => cells.reduce((sum, at) => sum + counts[at]!, 0));
    for (const at of cells) shares[at] = 1 - left! / all!;
  }
  return shares;
};

/** Grey levels: anything darker is ink. */
const ink = 200;
/** Points: what links the parts of a view, such as a leader; longer lines are the sheet's frame. */
const longestLink = 200;
const frameBreadth = 2;

/**
 * Cells whose ink moved to where the older sheet has the like: it shows in no mark, and links what moved beside it.
 * @param longest cells along either axis
 */
const linksOf = (
  window: { here: Uint8Array; moved: Uint8Array; rest: Uint8Array; width: number; height: number },
  before: Uint16Array,
  longest: number,
): Uint8Array => {
  const { here, moved, rest, width, height } = window;
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [inked, left] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      const at = row + Math.floor(x / cell);
      if (here[y * width + x]! < ink && moved[y * width + x]! < ink) inked[at]!++;
      if (rest[y * width + x]! & added) left[at]!++;
    }
  }
  const links = Uint8Array.from(inked, (count, at) =>
    count >= leastInk && before[at]! < leastInk && left[at]! <= unexplained * count ? 1 : 0,
  );
  for (const cells of piecesOf(links, columns, rows, 1)) {
    const [across, down] = [cells.map((at) => at % columns), cells.map((at) => Math.floor(at / columns))];
    const [wide, high] = [spanOf(across), spanOf(down)];
    if (Math.max(wide, high) > longest && Math.min(wide, high) <= frameBreadth) for (const at of cells) links[at] = 0;
  }
  return links;
};

const spanOf = (values: readonly number[]): number => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
};

/** Pieces side by side that each have a title of their own, of one size, are views side by side. */
const areTwoViews = (one: Box, other: Box, words: readonly Word[]): boolean => {
  const [a, b] = [titleSizeIn(words, one), titleSizeIn(words, other)];
  return a !== null && b !== null && Math.abs(a - b) < 0.05 * a;
};

/**
 * The pieces that make up each region: those that are a region by themselves, each with the lesser ones about it.
 * @param pieces the largest first
 * @param words of the newer sheet
 */
const groupPieces = (pieces: readonly Piece[], whole: (piece: Piece) => boolean, words: readonly Word[]): Piece[][] => {
  const boxOf = (group: readonly Piece[]) => group.map(({ box }) => box).reduce(union);
  const groups = pieces.filter(whole).map((seed) => [seed]);
  for (const piece of pieces) {
    if (whole(piece)) continue;
    const near = groups
      .map((group) => ({ group, away: Math.min(...group.filter(whole).map(({ box }) => distance(box, piece.box))) }))
      .sort((a, b) => a.away - b.away)[0];
    // Other parts of the sheet may look alike after the same shift: only words carry a region far.
    const furthest = !piece.mostlyMoved ? touching : piece.words.length > 0 ? absorbed : bridged;
    if (near && near.away <= furthest) near.group.push(piece);
  }
  for (let i = 0; i < groups.length; i++) {
    for (let j = i + 1; j < groups.length; j++) {
      const [one, other] = [boxOf(groups[i]!), boxOf(groups[j]!)];
      if (distance(one, other) > bridged || areTwoViews(one, other, words)) continue;
      groups[i]!.push(...groups[j]!);
      groups.splice(j, 1);
      j = i;
    }
  }
  return groups;
};

/** Those of the older sheet that have no equal at their place, and all of the newer sheet. */
interface SheetWords {
  gone: readonly Word[];
  newer: readonly Word[];
}

/** Share of its words, or else of its ink, that a part of the sheet takes along when it moves. */
const leastWordsAlong = 0.5;
const leastInkAlong = 0.75;

/** Whether most of what stood at the region's old place went along; the like of another view is not that view. */
const wentAlong = (region: MovedRegion, older: readonly Word[], marks: Uint8Array, stride: number): boolean => {
  const inside = older.filter((word) => contains(region.from, centre(word)));
  const along = new Set(region.words.map(({ from }) => from));
  const gone = inside.filter((word) => along.has(word)).length;
  if (gone >= leastWordsAlong * inside.length) return true;
  const columns = Math.ceil(region.width / cell);
  let [came, left] = [0, 0];
  for (let y = 0; y < region.height; y++) {
    for (let x = 0; x < region.width; x++) {
      if (!region.cells[Math.floor(y / cell) * columns + Math.floor(x / cell)]) continue;
      if (!(marks[(region.top + y) * stride + region.left + x]! & added)) continue;
      came++;
      if (region.marks[y * region.width + x]! & added) left++;
    }
  }
  return came - left >= leastInkAlong * came;
};

/** What of the sheet went along with the words of a flock, told by the ink that the move explains. */
const verify = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flock: Flock,
  claimed: Uint8Array,
  words: SheetWords,
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
  const shares = explainedShares(before, still, columns, rows, reach);
  const links = linksOf({ here, moved, rest, width, height }, before, (longestLink * density) / cell);
  const linked = isSlide(flock) ? good : good.map((value, at) => (value || links[at] ? 1 : 0));
  const pieces = piecesOf(linked, columns, rows, reach).flatMap((all): Piece[] => {
    const cells = all.filter((at) => good[at]);
    if (cells.length === 0) return [];
    const box = boxOf(cells);
    const reached = boxOf(all);
    const words = flock.words.filter(({ to }) => distance(to, reached) < near / 2);
    return [{ cells, words, box, mostlyMoved: shares[cells[0]!]! >= 0.5 }];
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

  const groups = groupPieces(
    pieces.toSorted((a, b) => b.cells.length - a.cells.length),
    whole,
    words.newer,
  );
  const wide = Math.max(1, Math.round((margin * density) / cell));
  return groups.flatMap((group): MovedRegion[] => {
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
    let extent = { left: width, top: height, right: 0, bottom: 0 };
    for (const at of group.flatMap((piece) => piece.cells)) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y++) {
        for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x++) {
          if (!(marks[(top + y) * sheets.width + left + x]! & added)) continue;
          extent = {
            left: Math.min(extent.left, x),
            top: Math.min(extent.top, y),
            right: Math.max(extent.right, x + 1),
            bottom: Math.max(extent.bottom, y + 1),
          };
        }
      }
    }
    const inked = {
      x: (left + extent.left) / density,
      y: (top + extent.top) / density,
      width: (extent.right - extent.left) / density,
      height: (extent.bottom - extent.top) / density,
    };
    // A number in a bubble may coincide with another view's, all but for a few pixels.
    const theirs = new Set(group.flatMap((piece) => piece.words));
    const along = flock.words.filter((word) => theirs.has(word) || distance(word.to, inked) < near / 2);
    const box = along.map(({ to }) => to as Box).reduce(union, inked);
    const region: MovedRegion = {
      matrix: flock.matrix,
      words: along,
      box,
      from: applyToBox(invert(flock.matrix), box),
      left,
      top,
      width,
      height,
      cells,
      older: moved,
      marks: rest,
    };
    if (isSlide(flock)) clearAbove(region, wordsPlace(region).y * density);
    else if (!wentAlong(region, words.gone, marks, sheets.width)) return [];
    for (let at = 0; at < closed.length; at++) {
      if (closed[at]) claimed[(top / cell + Math.floor(at / columns)) * across + left / cell + (at % columns)] = 1;
    }
    return [region];
  });
};

/** The regions that moved on their sheet; each place belongs to one of them, the first flock first. */
export const findMovedRegions = async (
  older: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
  tolerance: InkTolerance,
  flocks: readonly Flock[],
  words: SheetWords,
): Promise<MovedRegion[]> => {
  const regions: MovedRegion[] = [];
  // Ink that one move explained is no evidence of another.
  const claimed = new Uint8Array(Math.ceil(sheets.width / cell) * Math.ceil(sheets.height / cell));
  for (const flock of flocks) regions.push(...(await verify(older, sheets, marks, tolerance, flock, claimed, words)));
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

const holds = ({ width, height, cells }: MovedRegion, x: number, y: number): boolean =>
  x >= 0 &&
  y >= 0 &&
  x < width &&
  y < height &&
  cells[Math.floor(y / cell) * Math.ceil(width / cell) + Math.floor(x / cell)] === 1;

/** The older sheet's picture with the regions where they went. */
export const moveRegions = (older: Uint8Array, width: number, regions: readonly MovedRegion[]): Uint8Array => {
  if (regions.length === 0) return older;
  const out = new Uint8Array(older);
  for (const region of regions) {
    for (let y = 0; y < region.height; y++) {
      for (let x = 0; x < region.width; x++) {
        if (holds(region, x, y)) out[(region.top + y) * width + region.left + x] = region.older[y * region.width + x]!;
      }
    }
  }
  return out;
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
    const [a, b, c, d, e, f] = invert(region.matrix);
    for (let y = 0; y < region.height; y++) {
      for (let x = 0; x < region.width; x++) {
        if (!holds(region, x, y)) continue;
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
        if (holds(region, toX, toY)) out[at] = unchanged;
      }
    }
  }
  return out;
};
