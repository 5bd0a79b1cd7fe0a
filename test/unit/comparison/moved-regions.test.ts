import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { differInk, type InkTolerance } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import type { Matrix } from '../../../shared/comparison/engine/geometry.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';
import { findMovedRegions } from '../../../shared/comparison/engine/segment/verify-moves.ts';

const [width, height] = [400, 360];
/** How far the part moved to the right, and its former left edge and length of lines, in pixels. */
const [way, left, length] = [150, 60, 100];
const identity: Matrix = [1, 0, 0, 1, 0, 0];
const tolerance: InkTolerance = { contrast: 40, least: 40, pale: null };

/** A sheet of level lines, two pixels thick. */
const sheetOf = (lines: readonly { x: number; y: number }[]) => {
  const picture = new Uint8Array(width * height).fill(255);
  for (const { x, y } of lines)
    for (const row of [y, y + 1]) picture.fill(0, row * width + x, row * width + x + length);
  return picture;
};

/** Lines one below the other, each `every` pixels. */
const lines = (x: number, top: number, count: number, every = 24) =>
  Array.from({ length: count }, (_, i) => ({ x, y: top + i * every }));

/** Returns how many regions moved, and how often the older sheet was rendered to find out. */
const found = async (older: Uint8Array, newer: Uint8Array) => {
  let renders = 0;
  const source = {
    render: async ([, , , , dx, dy]: Matrix, across: number, down: number) => {
      renders++;
      const grey = new Uint8Array(across * down).fill(255);
      for (let y = 0; y < down; y++)
        for (let x = 0; x < across; x++) {
          const [u, v] = [x - dx, y - dy];
          if (u >= 0 && v >= 0 && u < width && v < height) grey[y * across + x] = older[v * width + u]!;
        }
      return { grey, colour: null };
    },
  } as unknown as SheetSource;
  const sheets = { older, newer, width, height, density: 1, grid: identity, alignment: { matrix: identity } };
  const marks = differInk({ older, newer, width, height }, tolerance);
  const place = { x: left + way, y: 60, width: length, height: 240 };
  const flock = { matrix: [1, 0, 0, 1, way, 0] as Matrix, weight: 0, words: [], place };
  const words = { removed: [], newer: [] };
  const regions = await findMovedRegions(source, sheets as unknown as AlignedSheets, marks, tolerance, [flock], words);
  return { regions: regions.length, renders };
};

/** A part of ten lines that moved, with five lines that only the older, and five that only the newer sheet has. */
const revised = {
  older: [...lines(left, 60, 10), ...lines(left, 72 + 5 * 24, 5)],
  newer: [...lines(left + way, 60, 10), ...lines(left + way, 72, 5)],
};

test('a part that moved is found at once', async () => {
  expect(await found(sheetOf(lines(left, 60, 10)), sheetOf(lines(left + way, 60, 10)))).toEqual({
    regions: 1,
    renders: 1,
  });
});

test('a part that moved and was revised is found after those that only moved', async () => {
  expect(await found(sheetOf(revised.older), sheetOf(revised.newer))).toEqual({ regions: 1, renders: 2 });
});

test('what only some lines of a part left has not moved, and is not examined again', async () => {
  const rest = lines(left, 66, 20, 12);
  expect(await found(sheetOf([...revised.older, ...rest]), sheetOf([...revised.newer, ...rest]))).toEqual({
    regions: 0,
    renders: 1,
  });
});
