import { maximumSymbolPoints } from '../differ/thresholds.ts';
import { type Box, distance, inflate, overlapArea, union } from '../geometry.ts';
import { type Piece, pieceLength } from '../lines/piece.ts';
import { groupCells as connected } from './cells.ts';
import {
  drawingGapSquares,
  drawingSquarePoints,
  maximumHeadingDistancePoints,
  maximumTitleGapPoints,
  minimumFrameShare,
  minimumHeadingShare,
} from './thresholds.ts';

/** A connected part of a sheet: a view, a detail, a symbol that stands alone. */
export interface Drawing {
  box: Box;
  /** The parts of the grid with its ink, in points. */
  squares: Box[];
  /** Total length in points of its lines, and of those that the other sheet lacks. */
  length: number;
  changed: number;
}

/** Whether a drawing is no larger than a symbol. */
export const isSmall = ({ box }: Drawing): boolean => Math.max(box.width, box.height) < maximumSymbolPoints;

const areaOf = ({ width, height }: Box): number => width * height;

/** Returns two drawings, or more, as one. */
export const mergeDrawings = (drawings: readonly Drawing[]): Drawing => ({
  box: drawings.map(({ box }) => box).reduce(union),
  squares: drawings.flatMap(({ squares }) => squares),
  length: drawings.reduce((sum, { length }) => sum + length, 0),
  changed: drawings.reduce((sum, { changed }) => sum + changed, 0),
});

/** The drawings of a sheet: what its ink connects. Positions are those on the newer sheet. */
export class Drawings {
  readonly all: Drawing[] = [];
  readonly #columns: number;
  readonly #rows: number;
  /** The index of each square's drawing in `all`, from 1; 0 for none. */
  readonly #owner: Uint32Array;

  /**
   * @param changed the lines that the other sheet lacks
   * @param inked boxes with other ink of the sheet: words, filled areas
   * @param headings the headings of views, which belong to the drawings that they name
   */
  constructor(
    lines: readonly Piece[],
    changed: readonly Piece[],
    inked: readonly Box[],
    headings: readonly Box[],
    { width, height }: { width: number; height: number },
  ) {
    [this.#columns, this.#rows] = [Math.ceil(width / drawingSquarePoints), Math.ceil(height / drawingSquarePoints)];
    const ink = new Uint8Array(this.#columns * this.#rows);
    this.#owner = new Uint32Array(ink.length);
    const isFrame = ({ x0, y0, x1, y1 }: Piece) =>
      Math.abs(x1 - x0) > minimumFrameShare * width || Math.abs(y1 - y0) > minimumFrameShare * height;
    const mark = (x: number, y: number) => {
      const at = this.#squareAt(x, y);
      if (at >= 0) ink[at] = 1;
    };
    for (const piece of lines) {
      if (isFrame(piece)) continue;
      const steps = Math.ceil((2 * pieceLength(piece)) / drawingSquarePoints) + 1;
      for (let i = 0; i <= steps; i++)
        mark(piece.x0 + ((piece.x1 - piece.x0) * i) / steps, piece.y0 + ((piece.y1 - piece.y0) * i) / steps);
    }
    for (const { x, y, width: w, height: h } of [...inked, ...headings])
      for (let u = x; u <= x + w; u += drawingSquarePoints)
        for (let v = y; v <= y + h; v += drawingSquarePoints) mark(u, v);
    for (const squares of connected(ink, this.#columns, this.#rows, drawingGapSquares)) {
      const boxes = squares.map((at) => this.#boxOf(at));
      this.all.push({ box: boxes.reduce(union), squares: boxes, length: 0, changed: 0 });
      for (const at of squares) this.#owner[at] = this.all.length;
    }
    const measure = (pieces: readonly Piece[], key: 'length' | 'changed') => {
      for (const piece of pieces) {
        if (isFrame(piece)) continue;
        const at = this.#squareAt((piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2);
        const own = at < 0 ? undefined : this.all[this.#owner[at]! - 1];
        if (own) own[key] += pieceLength(piece);
      }
    };
    measure(lines, 'length');
    measure(changed, 'changed');
    this.#joinTitles(headings);
  }

  /** Adds symbols to the drawing around them; words that stand alone, and headings, to the one nearest to them. */
  #joinTitles(headings: readonly Box[]): void {
    const isHeading = ({ box }: Drawing) =>
      headings.some(
        (heading) =>
          overlapArea(inflate(heading, drawingGapSquares * drawingSquarePoints), box) >=
          minimumHeadingShare * areaOf(box),
      );
    const titles = new Set(this.all.filter((one) => one.length === 0 || isSmall(one) || isHeading(one)));
    const drawn = this.all.flatMap((one) => (titles.has(one) ? [] : [{ drawing: one, box: one.box }]));
    for (const [index, text] of this.all.entries()) {
      if (!titles.has(text)) continue;
      const reach = isHeading(text) ? maximumHeadingDistancePoints : text.length === 0 ? maximumTitleGapPoints : 0;
      const near = drawn
        .map(({ drawing, box }) => ({ drawing, away: distance(box, text.box), area: areaOf(box) }))
        .filter(({ away }) => away <= reach)
        .sort((a, b) => a.away - b.away || a.area - b.area)[0]?.drawing;
      if (!near) continue;
      near.squares.push(...text.squares);
      near.box = union(near.box, text.box);
      near.length += text.length;
      near.changed += text.changed;
      const own = this.all.indexOf(near) + 1;
      for (const { x, y } of text.squares) this.#owner[this.#squareAt(x, y)] = own;
      this.all[index] = { ...text, squares: [], length: 0 };
    }
  }

  /** Returns the drawing with most of the squares of a box; undefined where there is none. */
  at({ x, y, width, height }: Box): Drawing | undefined {
    const counts = new Map<number, number>();
    for (let v = y; v <= y + height + drawingSquarePoints; v += drawingSquarePoints)
      for (let u = x; u <= x + width + drawingSquarePoints; u += drawingSquarePoints) {
        const at = this.#squareAt(Math.min(u, x + width), Math.min(v, y + height));
        const own = at < 0 ? 0 : this.#owner[at]!;
        if (own > 0) counts.set(own, (counts.get(own) ?? 0) + 1);
      }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    return best && this.all[best[0] - 1];
  }

  #squareAt(x: number, y: number): number {
    const [u, v] = [Math.floor(x / drawingSquarePoints), Math.floor(y / drawingSquarePoints)];
    return u < 0 || v < 0 || u >= this.#columns || v >= this.#rows ? -1 : v * this.#columns + u;
  }

  #boxOf(square: number): Box {
    const [column, row] = [square % this.#columns, Math.floor(square / this.#columns)];
    return {
      x: column * drawingSquarePoints,
      y: row * drawingSquarePoints,
      width: drawingSquarePoints,
      height: drawingSquarePoints,
    };
  }
}
