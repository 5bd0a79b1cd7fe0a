import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { type DrawingModel, type Linework, modelOf } from '../../../shared/drawing/index.ts';
import { blackPen } from '../../support/drawn-lettering.ts';

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];
const page = { width: 900, height: 700 };
const style = blackPen(0.5);

/** A page that draws each piece as a path of its own. */
const linework = (pieces: readonly Piece[], { width, height }: { width: number; height: number }): Linework => ({
  width,
  height,
  styles: [style],
  layers: [],
  instances: [],
  paths: Uint32Array.from(pieces.flatMap((_, i) => [0, 0, 2 * i, 2 * i])),
  verbs: Uint8Array.from(pieces.flatMap(() => [0, 1])),
  points: Float32Array.from(pieces.flat()),
  pictures: new Float32Array(0),
  truncated: false,
});
const word = (text: string, x: number, y: number): Word => ({
  text,
  x: x - 2.5 * text.length,
  y: y - 4,
  width: 5 * text.length,
  height: 8,
  size: 8,
  angle: 0,
});

// A chain of dimensions at 1:50, a table, a hatch, and two bubbles of which one leads to a grid line.
const lengths = [1200, 3400, 885, 2500];
const stops = [100];
for (const mm of lengths) stops.push(stops.at(-1)! + (mm * 72) / 25.4 / 50);
const chain: Piece[] = [
  [stops[0]! - 4, 300, stops.at(-1)! + 4, 300],
  ...stops.flatMap((x): Piece[] => [
    [x - 2, 302, x + 2, 298],
    [x, 294, x, 306],
  ]),
];
const table: Piece[] = [
  ...[500, 520, 540, 560].map((y): Piece => [100, y, 400, y]),
  ...[100, 200, 300, 400].map((x): Piece => [x, 500, x, 560]),
];
const hatch: Piece[] = Array.from({ length: 12 }, (_, i) => [600 + 7 * i, 100, 650 + 7 * i, 150]);
const circle = (x: number, y: number): Piece[] =>
  Array.from({ length: 24 }, (_, i) => {
    const [a, b] = [(i * Math.PI) / 12, ((i + 1) * Math.PI) / 12];
    return [x + 12 * Math.cos(a), y + 12 * Math.sin(a), x + 12 * Math.cos(b), y + 12 * Math.sin(b)];
  });
const pieces: Piece[] = [...chain, ...table, ...hatch, ...circle(60, 60), [60, 72, 60, 450], ...circle(200, 60)];
const words: Word[] = [
  ...lengths.map((mm, i) => word(String(mm), (stops[i]! + stops[i + 1]!) / 2, 292)),
  ...[0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => word(`cell${r}${c}`, 150 + 100 * c, 510 + 20 * r))),
  word('A', 60, 60),
  word('B', 200, 60),
];

/** What of a model does not depend on where and how large it is drawn. */
const contentOf = ({ tables, dimensions, symbols, grid, hatches }: DrawingModel) => ({
  tables: tables.map(({ rows, columns }) => [rows, columns].sort()),
  // The unit of a number without one follows from the scale, which is ambiguous on a print of odd size.
  dimensions: dimensions.map(({ text }) => text).sort(),
  symbols: symbols.map(({ kind, name, count }) => `${kind} ${name} ${count}`).sort(),
  grid: grid.map(({ name }) => name),
  hatches: hatches.map(({ lines }) => lines),
});
const model = (some: readonly Piece[], said: readonly Word[], size = page): DrawingModel =>
  modelOf(linework(some, size), { page: 1, words: [...said] });
const expected = contentOf(model(pieces, words));

describe('the objects of a page', () => {
  test('are all found', () => {
    expect(expected).toEqual({
      tables: [[3, 3]],
      dimensions: lengths.map(String).sort(),
      symbols: ['tag A 1', 'tag B 1'],
      grid: ['A'],
      hatches: [12],
    });
  });

  test('include a bubble with the numbers of a view and a sheet as a mark, unless it belongs to the heading of a view', () => {
    const numbers = [word('3', 100, 395), word('A301', 100, 405)];
    const title = { ...word('GROUND FLOOR PLAN', 0, 0), x: 118, y: 383, width: 150, height: 14, size: 14 };
    const underlined: Piece[] = [...circle(100, 400), [112, 400, 280, 400]];
    const marks = (said: readonly Word[]) => model(underlined, said).marks.map(({ view, sheet }) => [view, sheet]);
    expect(marks(numbers)).toEqual([['3', 'A301']]);
    expect(marks([...numbers, title])).toEqual([]);
  });

  test('do not include a table in two chains of dimensions that form a grid', () => {
    const ys = [264, 282, 300];
    const grid: Piece[] = [
      ...ys.map((y): Piece => [stops[0]!, y, stops.at(-1)!, y]),
      ...stops.map((x): Piece => [x, 264, x, 300]),
    ];
    const cells = (text: (mm: number) => string) =>
      [273, 292].flatMap((y) => lengths.map((mm, i) => word(text(mm), (stops[i]! + stops[i + 1]!) / 2, y)));
    expect(
      model(
        grid,
        cells((mm) => `No ${mm}`),
      ).tables,
    ).toHaveLength(1);
    const { tables, dimensions } = model(grid, cells(String));
    expect(dimensions.length).toBeGreaterThan(3);
    expect(tables).toEqual([]);
  });

  test('include a table some of whose numbers look like dimensions between its lines', () => {
    const ys = [264, 282, 300, 318, 336];
    const grid: Piece[] = [
      ...ys.map((y): Piece => [stops[0]!, y, stops.at(-1)!, y]),
      ...stops.map((x): Piece => [x, 264, x, 336]),
    ];
    const cells = ys
      .slice(0, -1)
      .flatMap((y, r) =>
        lengths.map((mm, i) => word(String(r === 0 ? mm : `R${r}${i}`), (stops[i]! + stops[i + 1]!) / 2, y + 9)),
      );
    const { tables, dimensions } = model(grid, cells);
    expect(dimensions.length).toBeGreaterThanOrEqual(3);
    expect(tables).toMatchObject([{ rows: 4, columns: 4 }]);
  });

  test('do not include a grid line that ends in a bubble with a point, which is the mark of a section', () => {
    const pointed: Piece[] = [48, 72].map((x) => [x, 60, 60, 60 - 12 * Math.SQRT2]);
    expect(model(pieces, words).marks).toEqual([]);
    const { grid, marks } = model([...pieces, ...pointed], words);
    expect(grid).toEqual([]);
    expect(marks.map(({ view }) => view)).toEqual(['A']);
  });

  test('do not depend on order, direction, splitting and duplication of its paths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: pieces.length, maxLength: pieces.length }),
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        (chance, at) => {
          const made = pieces.flatMap(([x0, y0, x1, y1], i): Piece[] => {
            const [mx, my] = [x0 + at * (x1 - x0), y0 + at * (y1 - y0)];
            const halves: Piece[] = [
              [mx, my, x0, y0],
              [mx, my, x1, y1],
            ];
            // The chords of a circle stay whole: half a chord turns by nothing.
            if (chance[i]! % 3 === 0 || Math.hypot(x1 - x0, y1 - y0) < 5) return [[x1, y1, x0, y0]];
            return chance[i]! % 3 === 1 ? halves : [...halves, [x0, y0, x1, y1]];
          });
          const order = made
            .map((piece, i) => ({ piece, by: Math.imul(chance[i % chance.length]! + i, 0x9e3779b1) }))
            .sort((a, b) => a.by - b.by);
          expect(
            contentOf(
              model(
                order.map(({ piece }) => piece),
                words,
              ),
            ),
          ).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('do not depend on where the page is cropped, and on its scale', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.7, max: 1.6, noNaN: true }),
        fc.integer({ min: -30, max: 60 }),
        fc.integer({ min: -30, max: 60 }),
        (by, dx, dy) => {
          const moved = pieces.map(
            (piece) => piece.map((value, i) => by * value + (i % 2 ? dy : dx)) as unknown as Piece,
          );
          const said = words.map((each) => ({
            ...each,
            x: by * each.x + dx,
            y: by * each.y + dy,
            width: by * each.width,
            height: by * each.height,
            size: by * each.size,
          }));
          const size = { width: by * page.width + 60, height: by * page.height + 60 };
          expect(contentOf(model(moved, said, size))).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('do not depend on quarter turns of the page', () => {
    const turned = pieces.map(([x0, y0, x1, y1]): Piece => [page.height - y0, x0, page.height - y1, x1]);
    const said = words.map((each) => ({
      ...each,
      x: page.height - each.y - each.height,
      y: each.x,
      width: each.height,
      height: each.width,
      angle: 90,
    }));
    expect(contentOf(model(turned, said, { width: page.height, height: page.width }))).toEqual(expected);
  });
});
