import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PieceGrid } from '../../../shared/comparison/engine/lines/piece-grid.ts';
import type { Pen } from '../../../shared/drawing/index.ts';

type Ends = [x0: number, y0: number, x1: number, y1: number];
const pen: Pen = { colour: '#000000', width: 0.5, dash: [], layer: null, edge: false };
const gridOf = (lines: readonly Ends[]) =>
  new PieceGrid({ ends: Float64Array.from(lines.flat()), pen: new Uint32Array(lines.length), pens: [pen] });

const place = fc.double({ min: -40, max: 400, noNaN: true });
const line = fc.tuple(place, place, place, place);

/** Points along a line, and aside from each other by less than a line may be from one that is near. */
const pointsOn = ([x0, y0, x1, y1]: Ends): [number, number][] =>
  Array.from({ length: 101 }, (_, i) => [x0 + ((x1 - x0) * i) / 100, y0 + ((y1 - y0) * i) / 100]);

describe('the index of pieces', () => {
  test('finds a piece within a point of a place, also across the border of a cell', () => {
    const grid = gridOf([
      [1, 8.4, 7, 8.4],
      [16.4, 1, 16.4, 7],
    ]);
    const at = (x: number, y: number) => {
      const found: number[] = [];
      grid.some(x, y, (piece) => found.push(piece) < 0);
      return found;
    };
    expect(at(4, 7.6)).toContain(0);
    expect(at(15.6, 4)).toContain(1);
    expect(at(60, 60)).toEqual([]);
    expect(grid.some(4, 7.6, (piece) => piece === 0)).toBe(true);
    expect(grid.some(4, 7.6, (piece) => piece === 1)).toBe(false);
  });

  test('passes each piece that comes within half a point of a line once', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), line, (lines, along) => {
        const passed: number[] = [];
        gridOf(lines).near(...along, (piece) => passed.push(piece));
        expect(new Set(passed).size).toBe(passed.length);
        const places = pointsOn(along);
        for (const [piece, other] of lines.entries()) {
          const isNear = pointsOn(other).some(([x, y]) => places.some(([u, v]) => Math.hypot(u - x, v - y) < 0.5));
          if (isNear) expect(passed).toContain(piece);
        }
      }),
      { numRuns: 100 },
    );
  });
});
