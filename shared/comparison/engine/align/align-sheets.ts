import type { Pieces } from '../../../drawing/index.ts';
import { apply, compose, identity, invert, type Matrix, rotationOf, scaleOf, scaling } from '../geometry.ts';
import type { Colour, Inked, SheetSource } from '../read/sheet-source.ts';
import { alignByInk, type Grey, warp } from './align-ink.ts';
import { alignByLines } from './align-lines.ts';
import { alignByText } from './align-text.ts';
import { bendScan } from './bend-scan.ts';
import { placeByRim } from './rim.ts';
import {
  maximumDrawnScaleDifferenceRatio,
  maximumDrawnTurnDegrees,
  maximumIdentityPoints,
  minimumRigidConfidenceRatio,
} from './thresholds.ts';

interface Alignment {
  /** What the alignment is based on; `none` when the sheets could not be aligned. */
  method: 'points' | 'views' | 'text' | 'ink' | 'none';
  /** Maps points of the older sheet to points of the newer one. */
  matrix: Matrix;
  /** 0..1. */
  confidence: number;
  /** The matrix as people describe it: shift of the sheet's centre in points, rotation in degrees clockwise, scale. */
  shift: { x: number; y: number };
  turn: number;
  scale: number;
}

export interface AlignedSheets {
  alignment: Alignment;
  /** Rasters of both sheets on the grid of the newer one. */
  older: Uint8Array;
  newer: Uint8Array;
  olderColour: Colour | null;
  newerColour: Colour | null;
  width: number;
  height: number;
  /** Pixels per point. */
  density: number;
  /** Maps points of the newer sheet to pixels. */
  grid: Matrix;
  /** Whether the older sheet is a distorted scan that was bent. */
  bent?: true;
}

const describe = (method: Alignment['method'], matrix: Matrix, confidence: number, source: SheetSource): Alignment => {
  const middle = { x: source.text.width / 2, y: source.text.height / 2 };
  const moved = apply(matrix, middle);
  return {
    method,
    matrix,
    confidence,
    shift: { x: moved.x - middle.x, y: moved.y - middle.y },
    turn: rotationOf(matrix),
    scale: scaleOf(matrix),
  };
};

const snapToIdentity = (matrix: Matrix, { text: { width, height } }: SheetSource): Matrix => {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ];
  const worst = Math.max(
    ...corners.map((corner) => Math.hypot(apply(matrix, corner).x - corner.x, apply(matrix, corner).y - corner.y)),
  );
  return worst < maximumIdentityPoints ? identity : matrix;
};

/** Whether a matrix turns a sheet by quarters alone. */
const isUpright = (matrix: Matrix): boolean => {
  const turn = Math.abs(rotationOf(matrix)) % 90;
  return (
    Math.min(turn, 90 - turn) < maximumDrawnTurnDegrees &&
    Math.abs(scaleOf(matrix) - 1) < maximumDrawnScaleDifferenceRatio
  );
};

/**
 * Whether a matrix found by ink is credible: drawn sheets with texts that do not agree were arranged anew, which their ink does
 * not tell from a turn.
 */
const isCredible = (matrix: Matrix, older: SheetSource, newer: SheetSource): boolean =>
  isUpright(matrix) || [older, newer].some(({ imageOnly, text }) => imageOnly || text.words.length === 0);

type ReadLinework = () => Promise<{ older: Pieces; newer: Pieces } | null>;

/** Aligns two sheets by their texts, else by their lines; null if neither agree. */
const alignUnrendered = async (
  older: SheetSource,
  newer: SheetSource,
  lines: ReadLinework,
): Promise<Pick<Alignment, 'method' | 'matrix' | 'confidence'> | null> => {
  const page = newer.text;
  const byText = older.imageOnly ? null : alignByText(older.text, page);
  if (byText) return { ...byText, method: 'text', matrix: placeByRim(byText.matrix, older.text, page) };
  const drawn = await lines();
  const byLines = drawn && alignByLines(drawn.older, drawn.newer, page);
  return byLines && { ...byLines, method: 'ink' };
};

/** Yields one microtask, so that the preceding call is posted to its thread. */
const postPendingCalls = async (): Promise<void> => {};

/**
 * Renders both sheets on one grid of `dpi` dots per inch, with the older sheet aligned to the newer one.
 * @param given maps points of the older sheet to points of the newer one; null if the matrix has to be found
 * @param lines reads the linework of both sheets; null unless both are drawn with lines
 * @param read computes something from the texts once the matrix is known, while the threads render; returned as
 *   `texts`
 */
export const alignSheets = async <T>(
  older: SheetSource,
  newer: SheetSource,
  dpi: number,
  given: { matrix: Matrix; method: 'points' | 'views' } | null,
  lines: ReadLinework,
  read: (matrix: Matrix) => Promise<T>,
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

  const newerRendering = newer.render(grid, width, height);
  newerRendering.catch(() => {});
  await postPendingCalls();
  const found = given ? { ...given, confidence: 1 } : await alignUnrendered(older, newer, lines);
  if (found) {
    const matrix = given ? found.matrix : snapToIdentity(found.matrix, older);
    const both = Promise.all([older.render(compose(matrix, grid), width, height), newerRendering]);
    both.catch(() => {});
    await postPendingCalls();
    const [texts, [before, after]] = await Promise.all([read(matrix), both]);
    return {
      sheets: finish(describe(found.method, matrix, found.confidence, older), before, after),
      texts,
    };
  }

  // The older sheet is rendered at the newer one's density: with equal scales the search is short.
  const oldWidth = Math.max(1, Math.round(older.text.width * (width / page.width)));
  const oldHeight = Math.max(1, Math.round(older.text.height * (height / page.height)));
  const oldGrid = scaling(oldWidth / older.text.width, oldHeight / older.text.height);
  const [unaligned, after] = await Promise.all([older.render(oldGrid, oldWidth, oldHeight), newerRendering]);
  const before: Grey = { data: unaligned.grey, width: oldWidth, height: oldHeight };
  const inked = alignByInk(before, { data: after.grey, width, height });
  const fit = inked && compose(compose(oldGrid, inked.matrix), invert(grid));
  const byInk = fit && isCredible(fit, older, newer) ? inked : null;
  const matrix = byInk ? snapToIdentity(fit!, older) : identity;
  const alignment = describe(byInk ? 'ink' : 'none', matrix, byInk?.confidence ?? 0, older);
  const texts = await read(matrix);
  const isPlaced = matrix === identity && oldWidth === width && oldHeight === height;
  const moved = isPlaced
    ? unaligned
    : older.imageOnly
      ? { grey: warp(before, compose(invert(oldGrid), compose(matrix, grid)), width, height), colour: null }
      : await older.render(compose(matrix, grid), width, height);
  const areDistorted = older.imageOnly && newer.imageOnly && alignment.confidence < minimumRigidConfidenceRatio;
  const raster = (data: Uint8Array): Grey => ({ data, width, height });
  const bent = areDistorted ? bendScan(raster(moved.grey), raster(after.grey), width / page.width) : null;
  if (!bent) return { sheets: finish(alignment, moved, after), texts };
  const { grey, confidence } = bent;
  const both = [grey, after.grey].map((ink) => ({ grey: ink, colour: null })) as [Inked, Inked];
  return { sheets: { ...finish({ ...alignment, method: 'ink', confidence }, ...both), bent: true }, texts };
};
