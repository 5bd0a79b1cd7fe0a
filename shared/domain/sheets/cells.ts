import type { CellBox, PageText, Word } from '../page-text.ts';
import { type Extent, rotateToText } from './extent.ts';

/** Side in points of a square of the spatial index. */
const SQUARE_POINTS = 60;
/** Maximum number of squares that a cell is listed in; larger cells are searched one by one. */
const MAXIMUM_SQUARES = 200;

const areaOf = ({ left, top, right, bottom }: CellBox): number => (right - left) * (bottom - top);

/**
 * Returns a function that finds the smallest ruled cell around the centre of a word, rotated to the word's reading
 * direction. Equal cells are one object.
 */
export const cellFinder = (page: PageText): ((word: Word) => Extent | null) => {
  const { cells = [] } = page;
  const squares = new Map<string, CellBox[]>();
  const large: CellBox[] = [];
  const square = (value: number): number => Math.floor(value / SQUARE_POINTS);
  for (const cell of cells) {
    const [u0, u1, v0, v1] = [square(cell.left), square(cell.right), square(cell.top), square(cell.bottom)];
    if ((u1 - u0 + 1) * (v1 - v0 + 1) > MAXIMUM_SQUARES) {
      large.push(cell);
      continue;
    }
    for (let u = u0; u <= u1; u++) {
      for (let v = v0; v <= v1; v++) {
        const list = squares.get(`${u} ${v}`);
        if (list) list.push(cell);
        else squares.set(`${u} ${v}`, [cell]);
      }
    }
  }
  const rotated = new Map<number, Map<CellBox, Extent>>();
  return (word) => {
    if (cells.length === 0) return null;
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    let best: CellBox | null = null;
    for (const cell of [...(squares.get(`${square(x)} ${square(y)}`) ?? []), ...large]) {
      if (x < cell.left || x > cell.right || y < cell.top || y > cell.bottom) continue;
      if (!best || areaOf(cell) < areaOf(best)) best = cell;
    }
    if (!best) return null;
    const known = rotated.get(word.angle) ?? new Map<CellBox, Extent>();
    rotated.set(word.angle, known);
    const { left, top, right, bottom } = best;
    const box = { x: left, y: top, width: right - left, height: bottom - top };
    const found = known.get(best) ?? rotateToText(box, word.angle, page);
    known.set(best, found);
    return found;
  };
};

/** Maximum distance in points of the facing sides of two neighbouring cells: the width of a double rule. */
const MAXIMUM_GAP_POINTS = 5;

const overlaps = (a0: number, a1: number, b0: number, b1: number): boolean =>
  Math.min(a1, b1) - Math.max(a0, b0) > 0.5 * Math.min(a1 - a0, b1 - b0);

const meet = (a: number, b: number): boolean => Math.abs(a - b) <= MAXIMUM_GAP_POINTS;

/** Whether two cells that share a border on this side have the same height or, one above the other, the same width. */
export const areAligned = (cell: Extent, other: Extent, side: ReturnType<typeof sideOf>): boolean =>
  side === 'right' || side === 'left'
    ? meet(cell.v0, other.v0) && meet(cell.v1, other.v1)
    : meet(cell.u0, other.u0) && meet(cell.u1, other.u1);

/** Returns on which side of a cell another one lies that shares a border with it; null if it shares none. */
export const sideOf = (cell: Extent, other: Extent): 'right' | 'below' | 'left' | 'above' | null => {
  if (overlaps(cell.v0, cell.v1, other.v0, other.v1)) {
    if (meet(cell.u1, other.u0)) return 'right';
    if (meet(cell.u0, other.u1)) return 'left';
  }
  if (overlaps(cell.u0, cell.u1, other.u0, other.u1)) {
    if (meet(cell.v1, other.v0)) return 'below';
    if (meet(cell.v0, other.v1)) return 'above';
  }
  return null;
};
