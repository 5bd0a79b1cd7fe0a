import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { findDrifts } from '../../../shared/comparison/engine/segment/drifted-ink.ts';
import { isWhole } from '../../../shared/comparison/engine/segment/group-pieces.ts';

const [width, height] = [900, 600];
const sheets = { width, height, density: 1 } as AlignedSheets;
const noWords = { older: [], newer: [] };

/** A section without words, its corner at x, y: an outline, a stair, a window. */
const section = (marks: Uint8Array, mark: number, x: number, y: number) => {
  const line = (left: number, top: number, w: number, h: number) => {
    for (let v = y + top; v < y + top + h; v++) marks.fill(mark, v * width + x + left, v * width + x + left + w);
  };
  line(0, 0, 240, 3);
  line(0, 177, 240, 3);
  line(0, 0, 3, 180);
  line(237, 0, 3, 180);
  for (let step = 0; step < 6; step++) {
    line(30 + step * 17, 150 - step * 14, 17, 3);
    line(30 + step * 17, 150 - step * 14, 3, 14);
  }
  line(170, 40, 41, 2);
  line(170, 91, 41, 2);
};

test('a view without words is found where its linework went', () => {
  const marks = new Uint8Array(width * height);
  section(marks, removed, 61, 55);
  section(marks, added, 514, 302);
  const [drift, ...others] = findDrifts(sheets, marks, noWords);
  expect(others).toEqual([]);
  expect(drift!.matrix[4]).toBeCloseTo(514 - 61, 0);
  expect(drift!.matrix[5]).toBeCloseTo(302 - 55, 0);
  expect(drift!.words).toEqual([]);
});

test('a view that went, and another that came, are no move; nor is a line', () => {
  const marks = new Uint8Array(width * height);
  section(marks, removed, 61, 55);
  for (let i = 0; i < 180; i++) marks.fill(added, (300 + i) * width + 500 + i, (300 + i) * width + 503 + i);
  expect(findDrifts(sheets, marks, noWords)).toEqual([]);
  const lines = new Uint8Array(width * height);
  lines.fill(removed, 40 * width + 40, 40 * width + 700);
  lines.fill(added, 400 * width + 40, 400 * width + 700);
  expect(findDrifts(sheets, lines, noWords)).toEqual([]);
});

test('a hatch here and the like of it there are no view that moved', () => {
  const marks = new Uint8Array(width * height);
  const hatch = (mark: number, left: number, top: number) => {
    for (let y = 0; y < 180; y++) {
      for (let x = 0; x < 200; x++) if ((x + y) % 12 < 2) marks[(top + y) * width + left + x] = mark;
    }
  };
  hatch(removed, 60, 50);
  hatch(added, 500, 300);
  expect(findDrifts(sheets, marks, noWords)).toEqual([]);
});

test('a window that went and the like of it that came elsewhere are no view that moved', () => {
  const marks = new Uint8Array(width * height);
  section(marks, removed, 61, 55);
  section(marks, added, 514, 302);
  // Twice as many pixels a point: the same block is smaller on paper.
  expect(findDrifts(sheets, marks, noWords)).toHaveLength(1);
  expect(findDrifts({ ...sheets, density: 2 }, marks, noWords)).toEqual([]);
});

/** Outlines of a screw, a nut and a block, or of three blocks alike, from x, y on. */
const details = (marks: Uint8Array, mark: number, x: number, y: number, forms: readonly (readonly number[])[]) => {
  forms.forEach(([w, h], i) => {
    const [left, top] = [x + i * 80, y];
    for (const v of [0, h! - 3]) marks.fill(mark, (top + v) * width + left, (top + v) * width + left + w!);
    for (let v = 0; v < 3 * h!; v += 3) {
      const at = (top + Math.floor(v / 3)) * width + left;
      marks.fill(mark, at, at + 3);
      marks.fill(mark, at + w! - 3, at + w!);
    }
  });
};

test('symbols of different forms that went one way went together; the like of each other, and two, may not have', () => {
  const drifts = (forms: readonly (readonly number[])[], last = 0) => {
    const marks = new Uint8Array(width * height);
    details(marks, removed, 61, 55, forms);
    details(marks, added, 214, 302, forms.slice(0, -1));
    details(marks, added, 214 + 80 * (forms.length - 1) + last, 302, forms.slice(-1));
    return findDrifts(sheets, marks, noWords);
  };
  const various = [
    [40, 36],
    [24, 50],
    [50, 24],
  ];
  const [drift, ...others] = drifts(various);
  expect(others).toEqual([]);
  expect(drift).toMatchObject({ together: true, words: [] });
  expect(drift!.matrix[4]).toBeCloseTo(214 - 61, 0);
  expect(drift!.matrix[5]).toBeCloseTo(302 - 55, 0);
  expect(drifts(various.map(() => [40, 36]))).toEqual([]);
  expect(drifts(various.slice(1))).toEqual([]);
  expect(drifts(various, 30)).toEqual([]);
  const piece = { cells: [1, 2, 3], words: [], box: { x: 0, y: 0, width: 20, height: 20 }, mostlyMoved: true };
  expect(isWhole(drift!)(piece)).toBe(true);
  expect(isWhole({ ...drift!, together: false })(piece)).toBe(false);
});
