import { describe, expect, test } from 'vitest';
import { alignByLines } from '../../../shared/comparison/engine/align/align-lines.ts';
import { apply, type Matrix } from '../../../shared/comparison/engine/geometry.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import type { Pieces } from '../../../shared/drawing/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Line = readonly [x0: number, y0: number, x1: number, y1: number];
const page = { width: 800, height: 600 };
const pen = { colour: '#000000', width: 0.5, dash: [], layer: null, edge: false };
const piecesOf = (lines: readonly Line[], matrix: Matrix = [1, 0, 0, 1, 0, 0]): Pieces => ({
  ends: Float64Array.from(
    lines.flatMap(([x0, y0, x1, y1]) =>
      [
        { x: x0, y: y0 },
        { x: x1, y: y1 },
      ].flatMap((end) => Object.values(apply(matrix, end))),
    ),
  ),
  pen: new Uint32Array(lines.length),
  pens: [pen],
});

/** Lines of thirty lengths all over the page. */
const various = Array.from({ length: 30 }, (_, i): Line => {
  const [x, y] = [40 + 120 * (i % 6), 50 + 110 * Math.floor(i / 6)];
  return i % 2 ? [x, y, x + 20 + 3 * i, y] : [x, y, x + 5, y + 20 + 2 * i];
});

describe('sheets are aligned by their lines', () => {
  test.each<[string, Matrix]>([
    ['a shift', [1, 0, 0, 1, 37.5, -12.25]],
    ['a quarter turn', [0, 1, -1, 0, 600, 0]],
    ['a small turn', [Math.cos(0.02), Math.sin(0.02), -Math.sin(0.02), Math.cos(0.02), 5, 3]],
  ])('after %s', (_, matrix) => {
    const found = alignByLines(piecesOf(various), piecesOf(various, matrix), page);
    expect(found!.confidence).toBe(1);
    for (const [i, value] of found!.matrix.entries()) expect(value).toBeCloseTo(matrix[i]!, i < 4 ? 3 : 0);
  });

  test('at the same place, although all are as long as each other', () => {
    const equal = various.map(([x, y]): Line => [x, y, x + 30, y]);
    expect(alignByLines(piecesOf(equal), piecesOf(equal), page)).toEqual({
      matrix: [1, 0, 0, 1, 0, 0].map((value) => expect.closeTo(value, 6)),
      confidence: 1,
    });
  });

  test('unless most of them differ, or there are few', () => {
    const others = various.map(
      ([x0, y0, x1, y1], i): Line => (i < 12 ? [x0, y0, x1, y1] : [x0, y0, x1 + 200, y1 + 7 * i]),
    );
    expect(alignByLines(piecesOf(various), piecesOf(others), page)).toBeNull();
    expect(alignByLines(piecesOf(various.slice(0, 7)), piecesOf(various.slice(0, 7)), page)).toBeNull();
    expect(alignByLines(piecesOf(various.slice(0, 8)), piecesOf(various.slice(0, 8)), page)).not.toBeNull();
  });

  test('where others were added or removed', () => {
    const few = piecesOf(various.slice(0, 12));
    expect(alignByLines(few, piecesOf(various), page)!.confidence).toBe(1);
    expect(alignByLines(piecesOf(various), few, page)!.confidence).toBe(1);
  });
});

test('lines many times as heavy throughout a sheet without words are one change', async () => {
  const draw = (factor: number, isMarked = false) =>
    drawPdf([
      {
        width: 700,
        height: 450,
        draw: (pdf: PDFKit.PDFDocument) => {
          for (const [row, pen] of [0.5, 0.9].entries()) {
            pdf.lineWidth(pen * factor);
            for (let i = 0; i < 12; i++)
              pdf.rect(50 + 102 * (i % 6), 40 + 200 * row + 90 * Math.floor(i / 6), 70, 62).stroke();
          }
          if (isMarked) pdf.rect(180, 75, 35, 6).stroke();
        },
      },
    ]);
  const { result } = await compareFiles(await draw(1), await draw(4));
  expect(result.items).toMatchObject([{ kind: 'repeated' }]);
  expect(result.items[0]!.parts).toHaveLength(24);
  const marked = await compareFiles(await draw(1), await draw(4, true));
  expect(marked.result.items.map(({ kind }) => kind).sort()).toEqual(['graphic_added', 'repeated']);
});
