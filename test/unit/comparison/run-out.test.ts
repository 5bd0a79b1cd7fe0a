import { expect, test } from 'vitest';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { explainMoves } from '../../../shared/comparison/engine/segment/explain-moves.ts';
import type { MovedRegion } from '../../../shared/comparison/engine/segment/moved-region.ts';
import { moveCellPixels } from '../../../shared/comparison/engine/segment/thresholds.ts';

const [width, height] = [moveCellPixels * 40, moveCellPixels * 40];
/** The region's window on the newer sheet, its cells except for a margin of one, and its displacement. */
const [left, side, way] = [moveCellPixels * 20, moveCellPixels * 16, moveCellPixels * 20];

const line = (marks: Uint8Array, stride: number, mark: number, x: number, y: number, length: number) =>
  marks.fill(mark, y * stride + x, y * stride + x + length);

/** The marked pixels of a row of the sheet. */
const rowOf = (marks: Uint8Array, y: number) => {
  const row = [...marks.subarray(y * width, (y + 1) * width)];
  return { gone: row.filter((mark) => mark & removed).length, from: row.indexOf(removed) };
};

test('removed ink that extends out of a moved view is reported as a whole at its former position', () => {
  const cells = Uint8Array.from({ length: 16 * 16 }, (_, at) => {
    const [row, column] = [Math.floor(at / 16), at % 16];
    return Math.min(row, column) > 0 && Math.max(row, column) < 15 ? 1 : 0;
  });
  const rest = new Uint8Array(side * side);
  const marks = new Uint8Array(width * height);
  // A removed line of the view, and a line of the frame that extends beyond it.
  line(rest, side, removed, moveCellPixels * 5, moveCellPixels * 5, moveCellPixels * 3);
  line(rest, side, removed, 0, moveCellPixels * 9, side);
  line(marks, width, removed, left - way + moveCellPixels * 5, moveCellPixels * 5, moveCellPixels * 3);
  line(marks, width, removed, left - way, moveCellPixels * 9, side);
  line(marks, width, added, left + moveCellPixels * 4, moveCellPixels * 3, moveCellPixels * 2);
  const region = {
    ...{ matrix: [1, 0, 0, 1, way, 0], words: [], older: new Uint8Array(side * side).fill(255) },
    ...{ left, top: 0, width: side, height: side, cells, marks: rest },
  } as unknown as MovedRegion;
  const out = explainMoves(marks, { width, height, density: 1 }, [region]);
  expect(rowOf(out, moveCellPixels * 5)).toEqual({ gone: moveCellPixels * 3, from: left + moveCellPixels * 5 });
  expect(rowOf(out, moveCellPixels * 9)).toEqual({ gone: side, from: left - way });
  expect([...out].filter((mark) => mark & added)).toEqual([]);
});
