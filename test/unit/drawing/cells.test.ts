import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { cellsOf, coverageOf, rulesOf } from '../../../shared/drawing/index.ts';

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];
const word = (text: string, x: number, y: number, angle = 0): Word => ({
  text,
  x,
  y,
  width: 5 * text.length,
  height: 8,
  size: 8,
  angle,
});
const cells = (pieces: readonly Piece[], words: readonly Word[] = []) =>
  cellsOf(
    rulesOf(
      coverageOf({
        count: pieces.length,
        ends: Float64Array.from(pieces.flat()),
        pen: new Uint32Array(pieces.length),
        pens: [{ colour: '#000000', width: 0.5, dash: [], layer: null, edge: false }],
        areas: [],
      }),
    ),
    words,
  );
const boxes = (pieces: readonly Piece[]) =>
  cells(pieces).map(({ box: { left, top, right, bottom } }) => [left, top, right, bottom]);

const levels = (from: number, to: number, ...ys: number[]): Piece[] => ys.map((y) => [from, y, to, y]);
const uprights = (from: number, to: number, ...xs: number[]): Piece[] => xs.map((x) => [x, from, x, to]);

describe('cells', () => {
  test('are the smallest rectangles of a grid', () => {
    expect(boxes([...levels(0, 100, 0, 20, 40), ...uprights(0, 40, 0, 50, 100)])).toEqual([
      [0, 0, 50, 20],
      [50, 0, 100, 20],
      [0, 20, 50, 40],
      [50, 20, 100, 40],
    ]);
  });

  test('may span rows and columns', () => {
    const merged = [...levels(0, 100, 0, 40), [50, 20, 100, 20] as const, ...uprights(0, 40, 0, 50, 100)];
    expect(boxes(merged)).toEqual([
      [0, 0, 50, 40],
      [50, 0, 100, 20],
      [50, 20, 100, 40],
    ]);
  });

  test('tolerate small gaps at their corners, but not door openings', () => {
    expect(boxes([...levels(1, 99, 0, 20), ...uprights(1, 19, 0, 100)])).toHaveLength(1);
    expect(boxes([...levels(10, 99, 0, 20), ...uprights(1, 19, 0, 100)])).toHaveLength(0);
  });

  test('do not exist between the lines of a double rule', () => {
    expect(boxes([...levels(0, 100, 0, 20, 22, 40), ...uprights(0, 40, 0, 100)])).toEqual([
      [0, 0, 100, 20],
      [0, 22, 100, 40],
    ]);
  });

  test('are not divided by a rule that does not run through', () => {
    expect(boxes([...levels(0, 100, 0, 40), ...uprights(0, 40, 0, 100), [50, 0, 50, 25]])).toEqual([[0, 0, 100, 40]]);
  });
});

describe('words', () => {
  const grid = [...levels(0, 200, 0, 40, 80), ...uprights(0, 80, 0, 100, 200)];

  test('belong to the cell around their middle, line by line', () => {
    const words = [word('1:50', 30, 22), word('Scale', 4, 6), word('A-101', 110, 50), word('outside', 300, 10)];
    const found = cells(grid, words);
    expect(found.map(({ text }) => text)).toEqual(['Scale\n1:50', '', '', 'A-101']);
    expect(found[0]!.words).toEqual([1, 0]);
  });

  test('read upwards if rotated by a quarter turn', () => {
    const turned = [
      { ...word('Floor', 20, 10, 270), width: 8, height: 20 },
      { ...word('Second', 20, 35, 270), width: 8, height: 30 },
    ];
    expect(cells([...levels(0, 60, 0, 80), ...uprights(0, 80, 0, 60)], turned)[0]!.text).toBe('Second Floor');
  });

  test('belong to the smallest of nested rectangles', () => {
    const nested = [...grid, ...levels(10, 60, 10, 30), ...uprights(10, 30, 10, 60)];
    const found = cells(nested, [word('310', 20, 15)]);
    expect(found.find(({ text }) => text !== '')!.box).toEqual({ left: 10, top: 10, right: 60, bottom: 30 });
  });
});
