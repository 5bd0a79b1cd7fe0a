import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignByPoints } from '../../../shared/comparison/engine/align/align-by-hand.ts';
import { alignByInk, warp } from '../../../shared/comparison/engine/align/align-ink.ts';
import { alignByText } from '../../../shared/comparison/engine/align/align-text.ts';
import { apply, fitSimilarity, invert, type Matrix } from '../../../shared/comparison/engine/geometry.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import type { PageText, Word } from '../../../shared/domain/page-text.ts';
import { drawKind } from '../../bench/comparison/kinds/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const similarity = (turn: number, scale: number, dx: number, dy: number): Matrix => {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return [cos, sin, -sin, cos, dx, dy];
};

const page = (words: Word[], width = 2400, height = 1600): PageText => ({ page: 1, width, height, words, text: '' });

const word = (text: string, x: number, y: number): Word => ({ text, x, y, width: 20, height: 8, size: 8, angle: 0 });

const cornerError = (a: Matrix, b: Matrix, width: number, height: number): number =>
  Math.max(
    ...[
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ].map(([x, y]) => {
      const [p, q] = [apply(a, { x: x!, y: y! }), apply(b, { x: x!, y: y! })];
      return Math.hypot(p.x - q.x, p.y - q.y);
    }),
  );

const similarities = fc
  .tuple(
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.double({ min: 0.5, max: 2, noNaN: true }),
    fc.double({ min: -200, max: 200, noNaN: true }),
    fc.double({ min: -200, max: 200, noNaN: true }),
  )
  .map((values) => similarity(...values));

test('a similarity is recovered from the points it moved', () => {
  fc.assert(
    fc.property(similarities, (matrix) => {
      const points = [0, 1, 2, 3, 4].map((i) => ({ x: 300 * i, y: (i * i * 97) % 700 }));
      const found = fitSimilarity(points.map((from) => ({ from, to: apply(matrix, from) })));
      expect(cornerError(found!, matrix, 2400, 1600)).toBeLessThan(1e-6);
      const there = apply(matrix, { x: 7, y: 9 });
      expect(apply(invert(matrix), there).x).toBeCloseTo(7, 6);
    }),
  );
});

describe('by text', () => {
  const names = Array.from({ length: 80 }, (_, i) => word(`W${i}`, (i * 389) % 2300, (i * 577) % 1500));
  const moved = (matrix: Matrix, words: Word[]) =>
    words.map((entry) => {
      const middle = apply(matrix, { x: entry.x + 10, y: entry.y + 4 });
      return { ...entry, x: middle.x - 10, y: middle.y - 4 };
    });

  test('finds any shift, turn and scale, though a third of the words changed', () => {
    fc.assert(
      fc.property(similarities, (matrix) => {
        const newer = moved(matrix, names).map((entry, i) => (i % 3 === 0 ? { ...entry, text: `N${i}` } : entry));
        const found = alignByText(page(names), page(newer));
        expect(found!.confidence).toBeGreaterThan(0.9);
        expect(cornerError(found!.matrix, matrix, 2400, 1600)).toBeLessThan(0.05);
      }),
      { numRuns: 40 },
    );
  });

  test('follows the drawing, not a title block that stayed where it was', () => {
    const block = Array.from({ length: 40 }, (_, i) =>
      word(`T${i}`, 2250 + (i % 4) * 30, 1300 + Math.floor(i / 4) * 12),
    );
    const shift = similarity(0, 1, 36, -20);
    const found = alignByText(page([...names, ...block]), page([...moved(shift, names), ...block]));
    expect(cornerError(found!.matrix, shift, 2400, 1600)).toBeLessThan(0.05);
  });

  test('answers nothing for sheets that share no words', () => {
    expect(alignByText(page(names), page(names.map((entry, i) => ({ ...entry, text: `X${i}` }))))).toBeNull();
  });
});

describe('by ink', () => {
  /** A sheet of scattered rectangles and strokes, drawn the same way every time. */
  const sheet = (width: number, height: number) => {
    const data = new Uint8Array(width * height).fill(255);
    for (let i = 0; i < 220; i++) {
      const [x, y] = [(i * 7919) % (width - 60), (i * 104729) % (height - 60)];
      const [w, h] = [4 + ((i * 31) % 40), 4 + ((i * 17) % 40)];
      for (let v = 0; v < h; v++) {
        for (let u = 0; u < w; u++) if (u < 3 || v < 3 || i % 5 === 0) data[(y + v) * width + x + u] = (i % 3) * 40;
      }
    }
    return { data, width, height };
  };

  test.each([
    [0, 1, 0, 0],
    [0.3, 1, 12, -9],
    [-0.5, 0.999, -20, 14],
    [0.1, 1.004, 6, 3],
  ])('finds a turn of %d°, scale %d, shift %d, %d', (turn, scale, dx, dy) => {
    const older = sheet(1400, 1000);
    const matrix = similarity(turn, scale, dx, dy);
    const newer = { data: warp(older, matrix, 1400, 1000), width: 1400, height: 1000 };
    const found = alignByInk(older, newer);
    expect(found!.confidence).toBeGreaterThan(0.5);
    expect(cornerError(found!.matrix, matrix, 1400, 1000)).toBeLessThan(0.7);
  });
});

test('given places align the sheets, in fractions of two pages of different sizes', () => {
  const points = [
    { original: { x: 0, y: 0 }, comparison: { x: 0.1, y: 0.2 } },
    { original: { x: 1, y: 0 }, comparison: { x: 0.6, y: 0.2 } },
  ];
  const matrix = alignByPoints(points, { width: 1000, height: 700 }, { width: 2000, height: 1400 })!;
  const moved = apply(matrix, { x: 1000, y: 700 });
  expect([moved.x, moved.y].map(Math.round)).toEqual([1200, 980]);
});

test('given places replace the alignment by texts', async () => {
  const { older, width } = await drawKind('room numbers', 3);
  const shift = 20 / width;
  const points = [
    { original: { x: 0.1, y: 0.1 }, comparison: { x: 0.1 + shift, y: 0.1 } },
    { original: { x: 0.8, y: 0.7 }, comparison: { x: 0.8 + shift, y: 0.7 } },
  ];
  const page = { page: 1, facts: null };
  const pages = { pages: { older: page, newer: page } };
  const { result } = await compareFiles(older, older, {
    ...pages,
    alignment: { matching_points: points, matching_views: null },
  });
  expect(result.sheets[0]!.alignment).toMatchObject({ method: 'points', confidence: 1 });
  expect(result.sheets[0]!.alignment!.shift_x_mm).toBeCloseTo((20 * 25.4) / 72, 1);
});

test('a pair of boxes aligns the view inside by its words, and nothing outside is compared', async () => {
  const label = (pdf: PDFKit.PDFDocument, said: string, x: number, y: number, size = 9) =>
    pdf.font('Helvetica').fontSize(size).text(said, x, y, { lineBreak: false });
  const draw = (left: number, factor: number, extra: boolean) =>
    drawPdf([
      {
        width: 600,
        height: 400,
        draw: (pdf) => {
          label(pdf, extra ? 'REVISED TITLE' : 'TITLE', 20, 20);
          if (extra) pdf.rect(400, 320, 80, 40).stroke();
          pdf.rect(left, 100, 150 * factor, 100 * factor).stroke();
          for (const [i, said] of ['STAIR', 'LOBBY', 'OFFICE', 'ARCHIVE'].entries())
            label(
              pdf,
              said,
              left + factor * (10 + 60 * (i % 2)),
              100 + factor * (20 + 40 * Math.floor(i / 2)),
              9 * factor,
            );
          if (extra) pdf.rect(left + 110 * factor, 100 + 70 * factor, 20, 20).stroke();
        },
      },
    ]);
  const [older, newer] = [await draw(50, 1, false), await draw(320, 1.5, true)];
  const page = { page: 1, facts: null };
  const { result } = await compareFiles(older, newer, {
    pages: { older: page, newer: page },
    alignment: {
      matching_points: null,
      matching_views: {
        original: { x: 0.05, y: 0.2, width: 0.3, height: 0.35 },
        comparison: { x: 0.5, y: 0.2, width: 0.45, height: 0.5 },
      },
    },
  });
  expect(result.sheets[0]!.alignment).toMatchObject({ method: 'views', rotation_degrees: 0 });
  expect(result.sheets[0]!.alignment!.scale).toBeCloseTo(1.5, 1);
  const outside = result.items.filter(({ bounding_box: { x, y } }) => x < 0.5 || y < 0.2 || y > 0.7);
  expect(outside).toEqual([]);
  expect(result.items.some(({ kind, bounding_box: { x } }) => kind === 'graphic_added' && x * 600 > 470)).toBe(true);
});
