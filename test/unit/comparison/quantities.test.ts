import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { added } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { makeItems } from '../../../shared/comparison/engine/say/make-items.ts';

const [width, height] = [400, 300];
type Fill = readonly [x: number, y: number, width: number, height: number];

/** The item of linework added to an empty sheet at 1:100, one pixel per point. */
const itemOf = (fills: readonly Fill[]) => {
  const [older, newer] = [new Uint8Array(width * height).fill(255), new Uint8Array(width * height).fill(255)];
  for (const [x, y, across, down] of fills)
    for (let row = y; row < y + down; row++) newer.fill(0, row * width + x, row * width + x + across);
  const marks = Uint8Array.from(newer, (value) => (value === 255 ? 0 : added));
  const addedInk = marks.reduce((sum, mark) => sum + (mark ? 1 : 0), 0);
  const sheets = { older, newer, width, height, density: 1, alignment: { confidence: 1 } } as unknown as AlignedSheets;
  const box = { x: 50, y: 40, width: 200, height: 150 };
  const change: Change = { kind: 'graphic_added', box, text: null, addedInk, removedInk: 0 };
  const source = {
    page: 1,
    text: { page: 1, width, height, words: [], text: '' },
    imageOnly: false,
    layers: async () => [],
    model: () => Promise.reject(new Error('Items are made from objects that were read.')),
    markups: async () => [],
    objects: async () => ({ ink: null, tables: [], headings: [] }),
    render: () => Promise.reject(new Error('Nothing is rendered to make items.')),
  };
  const found = { changes: [change], clouds: [], marks, suppressed: 0 };
  const rest = {
    sheets,
    moved: [],
    titleBlock: null,
    layers: { at: () => [], foreign: new Set<string>() },
    objects: null,
  };
  const [item, ...others] = makeItems(source, { ...found, ...rest }, { scale: '1:100', number: null });
  expect(others).toEqual([]);
  return item!;
};

/** Two sides of an area, and a line into it. */
const corner: Fill[] = [
  [50, 40, 200, 1],
  [50, 40, 1, 150],
  [90, 40, 1, 60],
];

test('linework that encloses an area without covering it is not measured by that area', () => {
  expect(itemOf(corner)).not.toHaveProperty('quantity');
  const strokes = Array.from({ length: 14 }, (_, i): Fill => [50, 50 + 10 * i, 200, 2]);
  // 200 × 150 points of paper, a hundred times as large.
  expect(itemOf([...corner, ...strokes]).quantity).toEqual({ value: 37.336, unit: 'm²' });
});
