import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { type DrawingModel, type Linework, modelOf } from '../../../shared/drawing/index.ts';
import { blackPen } from '../../support/drawn-lettering.ts';

/** A straight piece; the fifth number is its pen: 0 fine, 1 heavy. */
type Piece = readonly [x0: number, y0: number, x1: number, y1: number, pen: 0 | 1];
type Point = readonly [x: number, y: number];

interface Sheet {
  width: number;
  height: number;
  pieces: Piece[];
  words: Word[];
}

/** What varies from sheet to sheet. */
interface Plan {
  lengths: number[];
  rows: number;
  columns: number;
  doors: number;
  thickness: number;
  scallops: number;
}

const perMillimetre = 72 / 25.4 / 50;
const fine = (...at: [number, number, number, number]): Piece => [...at, 0];
const heavy = (...at: [number, number, number, number]): Piece => [...at, 1];
const word = (text: string, x: number, y: number, size = 8): Word => ({
  text,
  x: x - 0.3 * size * text.length,
  y: y - size / 2,
  width: 0.6 * size * text.length,
  height: size,
  size,
  angle: 0,
});
const chords = (x: number, y: number, radius: number, from: number, sweep: number, count: number): Piece[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, b] = [from + (sweep * i) / count, from + (sweep * (i + 1)) / count];
    return fine(x + radius * Math.cos(a), y + radius * Math.sin(a), x + radius * Math.cos(b), y + radius * Math.sin(b));
  });
const grid = (xs: readonly number[], ys: readonly number[]): Piece[] => [
  ...ys.map((y) => fine(xs[0]!, y, xs.at(-1)!, y)),
  ...xs.map((x) => fine(x, ys[0]!, x, ys.at(-1)!)),
];
const steps = (from: number, by: number, count: number) => Array.from({ length: count + 1 }, (_, i) => from + by * i);

/** A plan with walls, doors and a chain of dimensions, 370 to 560 points wide. */
const planOf = ({ lengths, doors, thickness }: Plan): Pick<Sheet, 'pieces' | 'words'> => {
  const stops = [100];
  for (const length of lengths) stops.push(stops.at(-1)! + length * perMillimetre);
  const [left, right] = [stops[0]!, stops.at(-1)!];
  const wall = thickness * perMillimetre;
  const pieces = [
    heavy(left, 80, right, 80),
    heavy(left, 80 + wall, right, 80 + wall),
    heavy(left, 260, right, 260),
    heavy(left, 260 + wall, right, 260 + wall),
    ...Array.from({ length: doors }, (_, i) => {
      const [x, y] = [left + 20 + 80 * i, 160];
      return [fine(x, y, x + 50, y), ...chords(x, y, 50, 0, Math.PI / 2, 12)];
    }).flat(),
    fine(left - 4, 320, right + 4, 320),
    ...stops.flatMap((x) => [fine(x - 2, 322, x + 2, 318), fine(x, 312, x, 328)]),
  ];
  // Without their unit the numbers on a print of odd size could be centimetres.
  const words = lengths.map((mm, i) => word(`${mm}mm`, (stops[i]! + stops[i + 1]!) / 2, 313));
  return { pieces, words: [...words, word('GROUND FLOOR PLAN', (left + right) / 2, 360, 14)] };
};

/** A closed chain of half circles along a rectangle, of `scallops` by 4. */
const cloudOf = (scallops: number): Piece[] => {
  const joints: Point[] = [
    ...steps(0, 20, scallops - 1).map((x): Point => [100 + x, 500]),
    ...steps(0, 20, 3).map((y): Point => [100 + 20 * scallops, 500 + y]),
    ...steps(0, 20, scallops - 1).map((x): Point => [100 + 20 * scallops - x, 580]),
    ...steps(0, 20, 3).map((y): Point => [100, 580 - y]),
  ];
  return joints.flatMap(([x0, y0], i) => {
    const [x1, y1] = joints[(i + 1) % joints.length]!;
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return chords(x, y, 10, Math.atan2(y0 - y, x0 - x), Math.PI, 12);
  });
};

const sheetOf = (plan: Plan): Sheet => {
  const { pieces, words } = planOf(plan);
  const section = [
    ...grid([760, 1060], [90, 270]),
    ...steps(100, 8, 20).map((y) => fine(760, y, 1060, y)),
    ...steps(0, 1, 5).map((i) => fine(770 + 50 * i, 95, 790 + 50 * i, 265)),
  ];
  const [xs, ys] = [steps(620, 80, plan.columns), steps(500, 18, plan.rows)];
  const entries = steps(0, 1, plan.rows - 1).flatMap((r) =>
    steps(0, 1, plan.columns - 1).map((c) => word(`cell${r}${c}`, xs[c]! + 40, ys[r]! + 9)),
  );
  const bubble = [...chords(60, 440, 12, 0, 2 * Math.PI, 24), fine(72, 440, 560, 440)];
  return {
    width: 1200,
    height: 800,
    pieces: [...pieces, ...section, ...grid(xs, ys), ...cloudOf(plan.scallops), ...bubble],
    words: [...words, word('SECTION A-A', 910, 300, 14), ...entries, word('A', 60, 440)],
  };
};

const lineworkOf = ({ width, height, pieces }: Sheet): Linework => ({
  width,
  height,
  styles: [blackPen(0.25), blackPen(0.7)],
  layers: [],
  instances: [],
  paths: Uint32Array.from(pieces.flatMap(([, , , , pen], i) => [pen, 0, 2 * i, 2 * i])),
  verbs: Uint8Array.from(pieces.flatMap(() => [0, 1])),
  points: Float32Array.from(pieces.flatMap(([x0, y0, x1, y1]) => [x0, y0, x1, y1])),
  pictures: new Float32Array(0),
  truncated: false,
});

const sorted = (texts: readonly string[]): string[] => [...texts].sort();

/** What of a model does not depend on how, where and how large its sheet is drawn. */
const contentOf = (sheet: Sheet) => {
  const {
    views,
    symbols,
    walls,
    clouds,
    tables,
    dimensions,
    grid: lines,
  }: DrawingModel = modelOf(lineworkOf(sheet), {
    page: 1,
    words: sheet.words,
  });
  return {
    views: sorted(views.map(({ title, region }) => `${title} ${region !== null}`)),
    doors: symbols.filter(({ kind }) => kind === 'door').reduce((sum, { count }) => sum + count, 0),
    tags: sorted(symbols.flatMap(({ kind, name, count }) => (kind === 'tag' ? `${name} ${count}` : []))),
    walls: walls.length,
    clouds: clouds.map(({ arcs }) => arcs),
    tables: tables.map(({ rows, columns }) => [rows, columns].sort((a, b) => a - b)),
    dimensions: sorted(dimensions.map(({ text }) => text)),
    grid: lines.map(({ name }) => name),
  };
};

const plans: fc.Arbitrary<Plan> = fc.record({
  lengths: fc.shuffledSubarray([860, 1200, 1885, 2600, 3310], { minLength: 4 }),
  rows: fc.integer({ min: 3, max: 6 }),
  columns: fc.integer({ min: 2, max: 5 }),
  doors: fc.integer({ min: 1, max: 3 }),
  thickness: fc.integer({ min: 240, max: 365 }),
  scallops: fc.integer({ min: 8, max: 16 }),
});

/** A sheet whose points are moved by a function, with words that are as much larger and turned. */
const moved = (sheet: Sheet, place: (x: number, y: number) => Point, by: number, angle: Word['angle']): Sheet => ({
  ...sheet,
  pieces: sheet.pieces.map(([x0, y0, x1, y1, pen]) => [...place(x0, y0), ...place(x1, y1), pen]),
  words: sheet.words.map((each) => {
    const [x0, y0] = place(each.x, each.y);
    const [x1, y1] = place(each.x + each.width, each.y + each.height);
    return {
      ...each,
      x: Math.min(x0, x1),
      y: Math.min(y0, y1),
      width: Math.abs(x1 - x0),
      height: Math.abs(y1 - y0),
      size: each.size * by,
      angle,
    };
  }),
});

/** Checks that variants of generated sheets have the objects of the sheets themselves. */
const checkVariants = <T>(arbitrary: fc.Arbitrary<T>, vary: (sheet: Sheet, how: T) => Sheet): void =>
  fc.assert(
    fc.property(plans, arbitrary, (plan, how) => {
      const sheet = sheetOf(plan);
      expect(contentOf(vary(sheet, how))).toEqual(contentOf(sheet));
    }),
    { numRuns: 12 },
  );

describe('the objects of generated sheets', () => {
  test('are all found', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        expect(contentOf(sheetOf(plan))).toEqual({
          views: ['GROUND FLOOR PLAN true', 'SECTION A-A true'],
          doors: plan.doors,
          tags: ['A 1'],
          walls: 2,
          clouds: [2 * plan.scallops + 8],
          tables: [[plan.rows, plan.columns].sort((a, b) => a - b)],
          dimensions: sorted(plan.lengths.map((mm) => `${mm}mm`)),
          grid: ['A'],
        });
      }),
      { numRuns: 12 },
    );
  });

  test('do not depend on order, direction, splitting and duplication of paths', () => {
    checkVariants(fc.integer({ min: 1, max: 2 ** 30 }), (sheet, seed) => {
      const chance = (i: number, salt: number) => (Math.imul(i * 31 + salt + seed, 0x9e3779b1) >>> 8) % 1000;
      const pieces = sheet.pieces.flatMap((piece, i): Piece[] => {
        const [x0, y0, x1, y1, pen] = piece;
        const turned: Piece = [x1, y1, x0, y0, pen];
        // The chords of an arc stay whole: half a chord turns by nothing.
        if (Math.hypot(x1 - x0, y1 - y0) < 15) return [chance(i, 1) < 500 ? piece : turned];
        const at = 0.2 + (0.6 * chance(i, 2)) / 1000;
        const [x, y] = [x0 + at * (x1 - x0), y0 + at * (y1 - y0)];
        const halves: Piece[] = [
          [x, y, x0, y0, pen],
          [x, y, x1, y1, pen],
        ];
        return [[turned], halves, [...halves, piece]][chance(i, 3) % 3]!;
      });
      const order = pieces.map((piece, i) => ({ piece, by: chance(i, 4) }));
      return { ...sheet, pieces: order.sort((a, b) => a.by - b.by).map(({ piece }) => piece) };
    });
  });

  test('do not depend on the scale of the print and on where the sheet is cropped', () => {
    const prints = fc.record({
      by: fc.double({ min: 0.75, max: 1.5, noNaN: true }),
      left: fc.integer({ min: -40, max: 60 }),
      top: fc.integer({ min: -40, max: 60 }),
    });
    checkVariants(prints, (sheet, { by, left, top }) => ({
      ...moved(sheet, (x, y) => [by * x + left, by * y + top], by, 0),
      width: by * sheet.width + 60,
      height: by * sheet.height + 60,
    }));
  });

  test('are as many drawings side by side on any print', () => {
    const rows = fc.record({
      gaps: fc.array(fc.double({ min: 1, max: 12, noNaN: true }), { minLength: 1, maxLength: 4 }),
      by: fc.double({ min: 0.75, max: 1.5, noNaN: true }),
      left: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(rows, ({ gaps, by, left }) => {
        const starts = [100];
        for (const gap of gaps) starts.push(starts.at(-1)! + 130 + gap);
        const pieces = starts.flatMap((x) => [
          ...grid([x, x + 130], [90, 240]),
          ...steps(100, 8, 16).map((y) => fine(x, y, x + 130, y)),
        ]);
        const sheet = { width: 1000, height: 700, pieces, words: [] };
        const print = moved(sheet, (x, y) => [by * x + left, by * y + left], by, 0);
        const { views } = modelOf(lineworkOf({ ...print, width: by * 1000, height: by * 700 }), { page: 1, words: [] });
        expect(views).toHaveLength(starts.length);
      }),
      { numRuns: 12 },
    );
  });

  test('do not depend on quarter turns', () => {
    checkVariants(fc.constantFrom(90, 180, 270), (sheet, angle) => {
      const { width, height } = sheet;
      const places: Record<number, (x: number, y: number) => Point> = {
        90: (x, y) => [height - y, x],
        180: (x, y) => [width - x, height - y],
        270: (x, y) => [y, width - x],
      };
      const turned = moved(sheet, places[angle]!, 1, angle);
      return angle === 180 ? turned : { ...turned, width: height, height: width };
    });
  });
});
