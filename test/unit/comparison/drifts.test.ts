import { expect, test } from 'vitest';
import type { Piece } from '../../../shared/comparison/engine/lines/piece.ts';
import { findDrifts } from '../../../shared/comparison/engine/segment/line-drifts.ts';

const noWords = { older: [], newer: [] };
const pen = { colour: '#000000', width: 0.5, dash: [], layer: null, edge: false };
const line = (x0: number, y0: number, x1: number, y1: number): Piece => ({ x0, y0, x1, y1, pen });

const rectangle = (x: number, y: number, w: number, h: number): Piece[] => [
  line(x, y, x + w, y),
  line(x, y + h, x + w, y + h),
  line(x, y, x, y + h),
  line(x + w, y, x + w, y + h),
];

/** A section without words, its corner at x, y: an outline, a stair, a window. */
const section = (x: number, y: number, size = 1): Piece[] => [
  ...rectangle(x, y, 240 * size, 180 * size),
  ...Array.from({ length: 6 }, (_, step) => [
    line(
      x + (10 + step * 17) * size,
      y + (150 - step * 14) * size,
      x + (27 + step * 17) * size,
      y + (150 - step * 14) * size,
    ),
    line(
      x + (10 + step * 17) * size,
      y + (150 - step * 14) * size,
      x + (10 + step * 17) * size,
      y + (164 - step * 14) * size,
    ),
  ]).flat(),
  line(x + 8 * size, y + 40 * size, x + 91 * size, y + 40 * size),
];

test('a view without words is found where its lines went, and a new line inside it does not hide it', () => {
  const added = [...section(514, 302), line(560, 320, 600, 380)];
  const [drift, ...others] = findDrifts({ removed: section(61, 55), added }, noWords);
  expect(others).toEqual([]);
  expect(drift!.matrix[4]).toBeCloseTo(514 - 61, 3);
  expect(drift!.matrix[5]).toBeCloseTo(302 - 55, 3);
  expect(drift!.words).toEqual([]);
});

test('a removed view and a different added one are not a move; nor is a line', () => {
  const slanting = Array.from({ length: 30 }, (_, i) => line(500 + 6 * i, 300, 503 + 6 * i, 420 + i));
  expect(findDrifts({ removed: section(61, 55), added: slanting }, noWords)).toEqual([]);
  expect(findDrifts({ removed: [line(40, 40, 700, 40)], added: [line(40, 400, 700, 400)] }, noWords)).toEqual([]);
});

test('similar hatches in two places are not a moved view', () => {
  const hatch = (x: number, y: number) => Array.from({ length: 60 }, (_, i) => line(x + 4 * i, y, x + 4 * i, y + 180));
  expect(findDrifts({ removed: hatch(60, 50), added: hatch(500, 300) }, noWords)).toEqual([]);
});

test('a removed window and a similar one added elsewhere are not a moved view', () => {
  expect(findDrifts({ removed: section(61, 55), added: section(514, 302) }, noWords)).toHaveLength(1);
  expect(findDrifts({ removed: section(61, 55, 0.4), added: section(514, 302, 0.4) }, noWords)).toEqual([]);
});
