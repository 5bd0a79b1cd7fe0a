import { apply, compose, identity, invert, type Matrix, scaleOf, scaling, turnOf } from '../geometry.ts';
import type { Colour, Inked, SheetSource } from '../read/sheet-source.ts';
import { alignByInk, type Grey, warp } from './align-ink.ts';
import { alignByText } from './align-text.ts';
import { placeByRim } from './rim.ts';

interface Alignment {
  /** What it rests on; `none` when the sheets could not be laid over each other. */
  method: 'text' | 'ink' | 'none';
  /** Points of the older sheet to points of the newer one. */
  matrix: Matrix;
  /** 0..1. */
  confidence: number;
  /** The matrix in words a person reads: shift of the sheet's centre in points, turn in degrees clockwise, scale. */
  shift: { x: number; y: number };
  turn: number;
  scale: number;
}

export interface AlignedSheets {
  alignment: Alignment;
  /** Both sheets on the grid of the newer one. */
  older: Uint8Array;
  newer: Uint8Array;
  olderColour: Colour | null;
  newerColour: Colour | null;
  width: number;
  height: number;
  /** Pixels a point. */
  density: number;
  /** Points of the newer sheet to pixels. */
  grid: Matrix;
}

/** A matrix that moves no corner by more than this many points is no movement. */
const still = 0.06;

const describe = (method: Alignment['method'], matrix: Matrix, confidence: number, source: SheetSource): Alignment => {
  const middle = { x: source.text.width / 2, y: source.text.height / 2 };
  const moved = apply(matrix, middle);
  return {
    method,
    matrix,
    confidence,
    shift: { x: moved.x - middle.x, y: moved.y - middle.y },
    turn: turnOf(matrix),
    scale: scaleOf(matrix),
  };
};

const settle = (matrix: Matrix, { text: { width, height } }: SheetSource): Matrix => {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ];
  const worst = Math.max(
    ...corners.map((corner) => Math.hypot(apply(matrix, corner).x - corner.x, apply(matrix, corner).y - corner.y)),
  );
  return worst < still ? identity : matrix;
};

/** Lets a call go out to its thread: it is sent with the next turn of the queue. */
const sent = async (): Promise<void> => {};

/**
 * Renders both sheets on one grid of `dpi`, the older one laid over the newer.
 * @param read what is read of their words once they are aligned, while the threads draw
 */
export const alignSheets = async <T>(
  older: SheetSource,
  newer: SheetSource,
  dpi: number,
  read: (matrix: Matrix) => T,
): Promise<{ sheets: AlignedSheets; texts: T }> => {
  const { text: page } = newer;
  const width = Math.max(1, Math.round((page.width * dpi) / 72));
  const height = Math.max(1, Math.round((page.height * dpi) / 72));
  const grid = scaling(width / page.width, height / page.height);
  const finish = (alignment: Alignment, before: Inked, after: Inked): AlignedSheets => ({
    alignment,
    older: before.grey,
    newer: after.grey,
    olderColour: before.colour,
    newerColour: after.colour,
    width,
    height,
    density: width / page.width,
    grid,
  });

  const drawn = newer.render(grid, width, height);
  drawn.catch(() => {});
  await sent();
  const byText = older.imageOnly ? null : alignByText(older.text, page);
  if (byText) {
    const matrix = settle(placeByRim(byText.matrix, older.text, page), older);
    const both = Promise.all([older.render(compose(matrix, grid), width, height), drawn]);
    both.catch(() => {});
    await sent();
    const texts = read(matrix);
    const [before, after] = await both;
    return { sheets: finish(describe('text', matrix, byText.confidence, older), before, after), texts };
  }

  // The density is the newer sheet's: equal scales make the search short.
  const oldWidth = Math.max(1, Math.round(older.text.width * (width / page.width)));
  const oldHeight = Math.max(1, Math.round(older.text.height * (height / page.height)));
  const oldGrid = scaling(oldWidth / older.text.width, oldHeight / older.text.height);
  const [plain, after] = await Promise.all([older.render(oldGrid, oldWidth, oldHeight), drawn]);
  const before: Grey = { data: plain.grey, width: oldWidth, height: oldHeight };
  const byInk = alignByInk(before, { data: after.grey, width, height });
  const matrix = byInk ? settle(compose(compose(oldGrid, byInk.matrix), invert(grid)), older) : identity;
  const alignment = describe(byInk ? 'ink' : 'none', matrix, byInk?.confidence ?? 0, older);
  const texts = read(matrix);
  if (matrix === identity && oldWidth === width && oldHeight === height)
    return { sheets: finish(alignment, plain, after), texts };
  const moved = older.imageOnly
    ? { grey: warp(before, compose(invert(oldGrid), compose(matrix, grid)), width, height), colour: null }
    : await older.render(compose(matrix, grid), width, height);
  return { sheets: finish(alignment, moved, after), texts };
};
