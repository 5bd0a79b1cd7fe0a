import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../../../shared/domain/sheets/block.ts';
import { commonFeatures } from '../../../shared/domain/sheets/features.ts';
import type { Line } from '../../../shared/domain/sheets/lines.ts';
import { namedRevision, sheetNumberLikeness, trailingRevision } from '../../../shared/domain/sheets/patterns.ts';
import { memoizeByText } from '../../../shared/domain/sheets/remembered.ts';

const count = fc.integer({ min: 1, max: 999 });

describe('a revision with its label', () => {
  test('is a mark; a version keeps its word, without what follows', () => {
    fc.assert(
      fc.property(count, (n) => {
        expect(namedRevision(`REV ${n}`)).toBe(`${n}`);
        expect(namedRevision(`Revision: ${n}`)).toBe(`${n}`);
        expect(namedRevision(`Version ${n}.0`)).toBe(`Version ${n}.0`);
        expect(namedRevision(`Version ${n}.0 - Tender`)).toBe(`Version ${n}.0`);
      }),
    );
  });

  test('needs a mark', () => {
    fc.assert(
      fc.property(count, (n) => {
        expect(namedRevision(`REVIEWED ${n}`)).toBeNull();
        expect(namedRevision(`LEVEL ${n}`)).toBeNull();
      }),
    );
  });
});

test('a revision may end a title', () => {
  fc.assert(
    fc.property(count, (n) => {
      expect(trailingRevision(`GROUND FLOOR rev.${n}`)).toBe(`${n}`);
      expect(trailingRevision(`Planta baja (Rev. ${n})`)).toBe(`${n}`);
      expect(trailingRevision(`rev.${n}`)).toBeNull();
      expect(trailingRevision(`PREV ${n}`)).toBeNull();
    }),
  );
  expect(trailingRevision('PLAN REVIEW')).toBeNull();
});

describe('a text resembles a sheet number', () => {
  test('by its discipline, its joined parts, or only beside a label', () => {
    fc.assert(
      fc.property(count, (n) => {
        expect(sheetNumberLikeness(`A-${n}`)).toBe(1);
        expect(sheetNumberLikeness(`PRJ-ZZ-${n}-DR`)).toBe(0.8);
        expect(sheetNumberLikeness(`4711-${n}-02`)).toBe(0.4);
        expect(sheetNumberLikeness(`${n} OF 12`)).toBe(0.3);
        expect(sheetNumberLikeness(`Elevation ${n}`)).toBe(0);
        expect(sheetNumberLikeness(`ROOM ${n}`)).toBe(0);
        expect(sheetNumberLikeness(`R${n % 10}`)).toBe(0);
      }),
    );
  });
});

test('a memoised function is called once for each text, and returns its value again', () => {
  const calls: string[] = [];
  const length = memoizeByText((text) => {
    calls.push(text);
    return text.length;
  });
  expect(['one', 'three', 'one', 'three'].map(length)).toEqual([3, 5, 3, 5]);
  expect(calls).toEqual(['one', 'three']);
});

describe('the cell of a text', () => {
  const cell = {} as NonNullable<Line['cell']>;
  const features = (texts: number) => {
    const lines = Array.from({ length: texts }, () => ({ text: 'A', angle: 0, cell, place: {} }) as Line);
    const known = { byCell: new Map([[cell, lines]]), labels: [], gridMarks: new Set(), cluster: null, angle: 0 };
    const block = { ...known, surroundings: () => ({}) };
    const line = lines[0] ?? ({ text: 'A', angle: 0, place: {} } as Line);
    const { cell: inCell, only_in_cell, crowded_cell } = commonFeatures(block as unknown as Block, line);
    return [inCell, only_in_cell, crowded_cell];
  };

  test('counts unless it has more than six texts', () => {
    expect(features(0)).toEqual([0, 0, 0]);
    expect(features(1)).toEqual([1, 1, 0]);
    expect(features(6)).toEqual([1, 0, 0]);
    expect(features(7)).toEqual([0, 0, 1]);
  });
});
