import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { joinDisplaced } from '../../../shared/comparison/engine/join/join-shifted.ts';
import { findDisplacedParts } from '../../../shared/comparison/engine/lines/displaced-parts.ts';
import { ComparedLinework } from '../../../shared/comparison/engine/lines/line-difference.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import type { Pieces } from '../../../shared/drawing/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Line = readonly [x0: number, y0: number, x1: number, y1: number];
const pen = { colour: '#000000', width: 0.5, dash: [], layer: null, edge: false };
const pieces = (lines: readonly Line[]): Pieces => ({
  ends: Float64Array.from(lines.flat()),
  pen: new Uint32Array(lines.length),
  pens: [pen],
});
const partsOf = (older: readonly Line[], newer: readonly Line[]) =>
  findDisplacedParts(new ComparedLinework(pieces(older), pieces(newer), [1, 0, 0, 1, 0, 0]).difference([]));

const rectangle = (x: number, y: number, width: number, height: number): Line[] => [
  [x, y, x + width, y],
  [x, y + height, x + width, y + height],
  [x, y, x, y + height],
  [x + width, y, x + width, y + height],
];
/** A sink of 30 × 20 points with its basin and tap. */
const sink = (x: number, y: number): Line[] => [
  ...rectangle(x, y, 30, 20),
  ...rectangle(x + 6, y + 5, 18, 11),
  [x + 15, y, x + 15, y + 5],
];
const wall: Line[] = rectangle(0, 300, 500, 12);

describe('parts of the drawing that moved are found by their lines', () => {
  test.each([
    ['by less than their size, along their lines', 9, 0],
    ['by less than their size, in any direction', -7, 5.5],
    ['by more than their size', 60, 40],
  ])('%s', (_, dx, dy) => {
    const [part, ...others] = partsOf([...wall, ...sink(100, 100)], [...wall, ...sink(100 + dx, 100 + dy)]);
    expect(others).toEqual([]);
    const [x, y] = [expect.closeTo(100, 0), expect.closeTo(100, 0)];
    expect(part).toEqual({
      from: { x, y, width: expect.closeTo(30, -1), height: expect.closeTo(20, -1) },
      box: { ...part!.from, x: expect.closeTo(part!.from.x + dx, 2), y: expect.closeTo(part!.from.y + dy, 2) },
    });
  });

  test('with what is near them and moved alike, such as the far side of a frame', () => {
    const framed = (y: number): Line[] => [...sink(100, y), [100, y + 45, 130, y + 45]];
    const found = partsOf(framed(100), framed(118));
    expect(found).toHaveLength(1);
    expect(found[0]!.from.height).toBeCloseTo(45.5, 1);
  });

  test('not where they changed, are too far away, or are a few lines', () => {
    const lines = [...wall, ...sink(100, 100)];
    expect(partsOf(lines, [...wall, ...rectangle(112, 100, 30, 20)])).toEqual([]);
    expect(partsOf(lines, [...wall, ...sink(230, 100)])).toEqual([]);
    expect(partsOf(lines, wall)).toEqual([]);
    expect(partsOf(sink(100, 100).slice(0, 2), sink(112, 104).slice(0, 2))).toEqual([]);
    expect(partsOf(rectangle(100, 100, 4, 4), rectangle(106, 100, 4, 4))).toEqual([]);
  });

  describe('single lines', () => {
    const upright: Line = [100, 100, 100, 160];
    const moved = (line: Line, dx: number, dy: number): Line => [
      line[0] + dx,
      line[1] + dy,
      line[2] + dx,
      line[3] + dy,
    ];
    const level: Line = [100, 100, 160, 100];

    test('that moved sideways with both ends', () => {
      expect(partsOf([...wall, upright], [...wall, moved(upright, 8, 0)])).toMatchObject([
        { from: { x: expect.closeTo(99.75, 1) }, box: { x: expect.closeTo(107.75, 1) } },
      ]);
      expect(partsOf([level], [moved(level, 0, -11)])).toHaveLength(1);
      // One beside a line that was removed, in whose direction another one stands.
      const kept = moved(upright, 58, 0);
      expect(partsOf([upright, [150, 100, 150, 130], kept], [moved(upright, 8, 0), kept])).toHaveLength(1);
      // A line in two pieces.
      const halves = (line: Line): Line[] => [
        [line[0], line[1], line[2], line[3] - 35],
        [line[0], line[3] - 33, line[2], line[3]],
      ];
      expect(partsOf(halves(upright), halves(moved(upright, 8, 0)))).toHaveLength(1);
    });

    test.each<[string, Line[], Line[]]>([
      ['along themselves', [upright], [moved(upright, 8, 9)]],
      ['that are slanting', [[100, 100, 130, 160]], [[100, 108, 130, 168]]],
      ['that became shorter', [upright], [[108, 100, 108, 150]]],
      ['with another one near', [upright], [moved(upright, -8, 0), moved(upright, 8, 0)]],
      ['with another one that was near', [upright, moved(upright, 50, 0)], [moved(upright, 8, 0)]],
      ['beside others that differ', [upright, [100, 160, 180, 160]], [moved(upright, 8, 0)]],
      ['to where others differ', [upright], [moved(upright, 8, 0), [108, 160, 180, 160]]],
    ])('but none %s', (_, older, newer) => {
      expect(partsOf(older, newer)).toEqual([]);
    });
  });

  test('once, although it consists of several', () => {
    const pair = (y: number): Line[] => [...sink(100, y), ...sink(118, y + 34)];
    expect(partsOf(pair(100), pair(113))).toHaveLength(1);
  });

  test('not among too many lines', () => {
    const many = (x: number): Line[] => Array.from({ length: 20_001 }, (_, i) => [x, i, x + 1 + (i % 5), i]);
    expect(partsOf([...sink(100, 100), ...many(600)], sink(111, 100))).toEqual([]);
  });

  test('not where something else took their place', () => {
    const other: Line[] = Array.from({ length: 8 }, (_, i) => [101 + 3 * i, 101, 103 + 3 * i, 119]);
    expect(partsOf(sink(100, 100), [...sink(160, 100), ...other])).toEqual([]);
  });

  test('not at the end of a wall that became shorter, nor where parallel lines lie elsewhere', () => {
    expect(partsOf(rectangle(100, 100, 180, 12), rectangle(100, 100, 130, 12))).toEqual([]);
    const jambs = (x: number): Line[] => [0, 5, 12].map((dx) => [x + dx, 100, x + dx, 140]);
    expect(partsOf(jambs(100), jambs(125))).toEqual([]);
  });
});

test('linework within the places of a part that moved is one move', () => {
  const graphic = (kind: 'graphic_added' | 'graphic_removed' | 'restyled', x: number, width: number): Change => ({
    ...{ kind, box: { x, y: 100, width, height: 20 }, text: null },
    ...{ addedInk: 1, removedInk: 2 },
  });
  const part = { from: { x: 100, y: 100, width: 30, height: 20 }, box: { x: 109, y: 100, width: 30, height: 20 } };
  const both = [graphic('graphic_removed', 99, 12), graphic('graphic_added', 130, 10)];
  expect(joinDisplaced(both, [part])).toEqual([
    { kind: 'graphic_moved', box: part.box, from: part.from, text: null, addedInk: 2, removedInk: 4 },
  ]);
  expect(joinDisplaced([graphic('graphic_added', 100, 39)], [part])).toMatchObject([{ kind: 'graphic_moved' }]);
  const apart = { ...part, box: { ...part.box, x: 300 } };
  for (const others of [
    [graphic('graphic_added', 200, 10)],
    [graphic('restyled', 100, 10)],
    [graphic('graphic_added', 120, 60)],
  ])
    expect(joinDisplaced(others, [apart])).toEqual(others);
});

/** A sheet with a symbol at `x`. */
const draw = (x: number) =>
  drawPdf([
    {
      width: 600,
      height: 400,
      draw: (pdf: PDFKit.PDFDocument) => {
        pdf.lineWidth(0.7).fontSize(10);
        pdf.rect(20, 20, 560, 360).stroke();
        for (let i = 0; i < 10; i++) pdf.text(`ROOM ${i}`, 40 + 54 * i, 60 + 8 * i, { lineBreak: false });
        pdf.rect(x, 250, 40, 30).stroke();
        pdf.circle(x + 20, 265, 10).stroke();
        pdf
          .moveTo(x + 20, 250)
          .lineTo(x + 20, 258)
          .stroke();
      },
    },
  ]);

/** The sheet as an image of 150 dots per inch. */
const pictured = async (x: number) => {
  await using pdf = await openPdf(await draw(x));
  const { data, width, height } = await pdf.render(1, { dpi: 150, grey: true });
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return drawPdf([{ width: 600, height: 400, draw: (page) => page.image(png, 0, 0, { width: 600, height: 400 }) }]);
};

test('a symbol that moved by less than its size is one item with its displacement', async () => {
  const { result } = await compareFiles(await draw(200), await draw(208));
  expect(result.items).toMatchObject([{ kind: 'graphic_moved', original_box: expect.anything() }]);
  expect(result.items[0]!.description).toMatch(/moved 3 mm to the right/);
});

test('on images, a symbol that moved by more than its size is one item', async () => {
  const { result } = await compareFiles(await pictured(200), await pictured(288));
  expect(result.items).toMatchObject([{ kind: 'graphic_moved', original_box: expect.anything() }]);
});

test('a line that moved is described by its length', async () => {
  const ruled = (x: number) =>
    drawPdf([
      {
        width: 600,
        height: 400,
        draw: (pdf: PDFKit.PDFDocument) => {
          pdf.rect(20, 20, 560, 360).stroke();
          for (let i = 0; i < 10; i++) pdf.text(`ROOM ${i}`, 40 + 54 * i, 60 + 8 * i, { lineBreak: false });
          pdf.moveTo(x, 220).lineTo(x, 300).stroke();
        },
      },
    ]);
  const { result } = await compareFiles(await ruled(200), await ruled(212));
  expect(result.items.map(({ kind, description }) => [kind, description])).toEqual([
    ['graphic_moved', expect.stringMatching(/^Line moved 4 mm to the right, .* \(29 mm long on paper\)$/)],
  ]);
});
