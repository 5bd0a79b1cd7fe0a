import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageOf, type Line, type Strokes, TOLERANCE } from '../../../shared/drawing/index.ts';

const pen = { colour: '#000000', width: 0.5, dash: [], layer: null, edge: false };
type Piece = readonly [x0: number, y0: number, x1: number, y1: number];

const strokes = (pieces: readonly Piece[], pens: readonly number[] = []): Strokes => ({
  count: pieces.length,
  ends: Float64Array.from(pieces.flat()),
  pen: Uint32Array.from(pieces, (_, i) => pens[i] ?? 0),
  pens: [pen, { ...pen, colour: '#ff0000' }],
  areas: [],
});
const linesOf = (pieces: readonly Piece[], pens?: readonly number[]): Line[] => coverageOf(strokes(pieces, pens)).lines;
const rounded = ({ x0, y0, x1, y1 }: Line): number[] => [x0, y0, x1, y1].map((value) => Math.round(value * 2) / 2);

/** Chords of an arc, clockwise from `from`. */
const chords = (x: number, y: number, radius: number, from: number, sweep: number, count: number): Piece[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, b] = [from + (sweep * i) / count, from + (sweep * (i + 1)) / count];
    return [x + radius * Math.cos(a), y + radius * Math.sin(a), x + radius * Math.cos(b), y + radius * Math.sin(b)];
  });

describe('lines', () => {
  test('join pieces that touch or overlap, in any order and direction', () => {
    const pieces: Piece[] = [
      [60, 10, 100, 10],
      [30, 10, 10, 10],
      [25, 10, 65, 10.1],
    ];
    expect(linesOf(pieces).map(rounded)).toEqual([[10, 10, 100, 10]]);
  });

  test('do not join pieces that are apart, side by side, at an angle or of another pen', () => {
    expect(
      linesOf([
        [0, 0, 40, 0],
        [41, 0, 80, 0],
      ]),
    ).toHaveLength(2);
    expect(
      linesOf([
        [0, 0, 40, 0],
        [40, 1, 80, 1],
      ]),
    ).toHaveLength(2);
    expect(
      linesOf([
        [0, 0, 40, 0],
        [40, 0, 80, 4],
      ]),
    ).toHaveLength(2);
    expect(
      linesOf(
        [
          [0, 0, 40, 0],
          [40, 0, 80, 0],
        ],
        [0, 1],
      ),
    ).toHaveLength(2);
  });

  test('do not depend on splitting, duplicating, reversing or reordering pieces', () => {
    const place = fc.integer({ min: 0, max: 100 });
    // Lines on a grid of 20 points in different directions do not touch each other along their length.
    const line = fc.record({
      row: fc.integer({ min: 0, max: 8 }),
      slope: fc.constantFrom(0, 0.1),
      from: place,
      length: fc.integer({ min: 20, max: 300 }),
    });
    const cut = fc.record({
      at: fc.array(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { maxLength: 5 }),
      overlap: fc.double({ min: 0, max: 0.2, noNaN: true }),
      turned: fc.boolean(),
      doubled: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { selector: ({ row }) => row, minLength: 1, maxLength: 9 }),
        fc.array(cut, { minLength: 9, maxLength: 9 }),
        fc.infiniteStream(fc.nat()),
        (lines, cuts, chance) => {
          const whole: Piece[] = lines.map(({ row, slope, from, length }) => [
            from,
            row * 80,
            from + length,
            row * 80 + slope * length,
          ]);
          const pieces = whole.flatMap(([x0, y0, x1, y1], i): Piece[] => {
            const { at, overlap, turned, doubled } = cuts[i]!;
            const marks = [0, ...[...at].sort((a, b) => a - b), 1];
            const parts = marks.slice(1).map((to, k): Piece => {
              const start = Math.max(0, marks[k]! - overlap);
              const [a, b] = turned ? [to, start] : [start, to];
              return [x0 + a * (x1 - x0), y0 + a * (y1 - y0), x0 + b * (x1 - x0), y0 + b * (y1 - y0)];
            });
            return doubled ? [...parts, ...parts] : parts;
          });
          const order = pieces.map((piece) => ({ piece, by: chance.next().value })).sort((a, b) => a.by - b.by);
          const found = linesOf(order.map(({ piece }) => piece));
          expect(found).toHaveLength(whole.length);
          for (const [x0, y0, x1, y1] of whole) {
            const near = found.filter(
              (line) =>
                Math.hypot(line.x0 - x0, line.y0 - y0) <= TOLERANCE &&
                Math.hypot(line.x1 - x1, line.y1 - y1) <= TOLERANCE,
            );
            expect(near).toHaveLength(1);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('join a row of dashes to a dashed line, but not three strokes in a row', () => {
    const dashes = (count: number): Piece[] => Array.from({ length: count }, (_, i) => [i * 9, 5, i * 9 + 6, 5]);
    expect(linesOf(dashes(12))).toMatchObject([{ x0: 0, x1: 105, dashed: true }]);
    expect(linesOf(dashes(3))).toHaveLength(3);
  });

  test('that short gaps interrupt at regular distances are no dashed line', () => {
    const pieces = (gap: number): Piece[] => Array.from({ length: 12 }, (_, i) => [i * 20, 5, (i + 1) * 20 - gap, 5]);
    expect(linesOf(pieces(1)).filter(({ dashed }) => dashed)).toEqual([]);
    expect(linesOf(pieces(6))).toMatchObject([{ dashed: true }]);
  });

  test('join alternating dashes and dots', () => {
    const pieces: Piece[] = Array.from({ length: 10 }, (_, i): Piece[] => [
      [i * 20, 5, i * 20 + 12, 5],
      [i * 20 + 15, 5, i * 20 + 17, 5],
    ]).flat();
    expect(linesOf(pieces)).toMatchObject([{ x0: 0, x1: 197, dashed: true }]);
  });
});

describe('arcs', () => {
  test.each([
    ['three dashes around it', [-1.9, 0.2, 2.3], 1.4, [2 * Math.PI]],
    ['a dash missing', [-1.9, 0.2], 1.4, [1.4, 1.4]],
    ['its dashes on one side', [-1.9, -1.1, -0.3], 0.6, [0.6, 0.6, 0.6]],
  ])('a circle in dashes is one if it has %s', (_, begins, sweep, expected) => {
    const coarse = (value: number) => Math.round(value * 8.3) / 8.3;
    const onGrid = (list: Piece[]) =>
      list.map(([x0, y0, x1, y1]): Piece => [coarse(x0), coarse(y0), coarse(x1), coarse(y1)]);
    const dashes = begins.flatMap((from) => onGrid(chords(262, 84, 13.4, from, sweep, 6)));

    const { arcs } = coverageOf(strokes(dashes));

    expect(arcs.map((arc) => Math.round(arc.sweep * 5) / 5)).toEqual(expected.map((each) => Math.round(each * 5) / 5));
    if (arcs.length === 1) {
      expect(Math.hypot(arcs[0]!.x - 262, arcs[0]!.y - 84)).toBeLessThan(0.2);
      expect(arcs[0]!.radius).toBeCloseTo(13.4, 0);
    }
  });

  test('join the chords of a circle, in any order', () => {
    const pieces = chords(50, 60, 20, 0.3, 2 * Math.PI, 24);
    for (const list of [
      pieces,
      [...pieces].reverse(),
      pieces.filter((_, i) => i % 2).concat(pieces.filter((_, i) => i % 2 === 0)),
    ]) {
      const { arcs, lines } = coverageOf(strokes(list));
      expect(lines).toEqual([]);
      expect(arcs).toHaveLength(1);
      expect(arcs[0]!.x).toBeCloseTo(50, 1);
      expect(arcs[0]!.y).toBeCloseTo(60, 1);
      expect(arcs[0]!.radius).toBeCloseTo(20, 1);
      expect(arcs[0]!.sweep).toBeCloseTo(2 * Math.PI, 5);
    }
  });

  test('begin the swing of a door where its leaf ends', () => {
    const leaf: Piece = [50, 60, 50, 20];
    const { arcs, lines } = coverageOf(strokes([leaf, ...chords(50, 60, 40, -Math.PI / 2, Math.PI / 2, 12)]));
    expect(lines.map(rounded)).toEqual([[50, 20, 50, 60]]);
    expect(arcs).toHaveLength(1);
    expect(arcs[0]!.from).toBeCloseTo(-Math.PI / 2, 2);
    expect(arcs[0]!.sweep).toBeCloseTo(Math.PI / 2, 2);
  });

  test('do not take a square for a circle', () => {
    const square: Piece[] = [
      [0, 0, 40, 0],
      [40, 0, 40, 40],
      [40, 40, 0, 40],
      [0, 40, 0, 0],
    ];
    const { arcs, lines } = coverageOf(strokes(square));
    expect(arcs).toEqual([]);
    expect(lines).toHaveLength(4);
  });
});
