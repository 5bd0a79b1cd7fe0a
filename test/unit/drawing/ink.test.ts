import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ink, inkSquarePoints } from '../../../shared/drawing/ink.ts';
import type { Line } from '../../../shared/drawing/line.ts';

/** A level line through a row of squares, from the middle of one to the middle of another. */
const levelLine = (row: number, from: number, to: number): Line => {
  const y = (row + 0.5) * inkSquarePoints;
  return { x0: (from + 0.5) * inkSquarePoints, y0: y, x1: (to + 0.5) * inkSquarePoints, y1: y, pen: 0, dashed: false };
};

/** The box of a row of squares. */
const rowBox = (row: number, from: number, to: number) => ({
  left: (from + 0.25) * inkSquarePoints,
  top: (row + 0.25) * inkSquarePoints,
  right: (to + 0.75) * inkSquarePoints,
  bottom: (row + 0.75) * inkSquarePoints,
});

test('lines count as lines, whether they connect drawings or not; lettering and the ends of what connects do not', () => {
  const ink = new Ink({ width: 12 * inkSquarePoints, height: 5 * inkSquarePoints });
  ink.drawLines([levelLine(0, 1, 10)], 2);
  ink.drawLines([levelLine(1, 1, 10)], 3);
  ink.fill(rowBox(2, 1, 10), 1);
  ink.drawLines([levelLine(3, 1, 10)], 2);
  ink.connect(rowBox(3, 5, 11));
  ink.count();

  const rows = [0, 1, 2, 3, 4].map((v) => ({ u0: 0, v0: v, u1: 11, v1: v }));
  expect(rows.map((part) => ink.inkIn(part))).toEqual([10, 10, 10, 10, 0]);
  expect(rows.map((part) => ink.linesIn(part))).toEqual([10, 10, 0, 4, 0]);
  const all = { u0: 0, v0: 0, u1: 11, v1: 4 };
  expect([...ink.profileOf(all, false)]).toEqual([10, 10, 10, 10, 0]);
  expect([...ink.profileOf(all, false, false)]).toEqual([10, 0, 10, 4, 0]);
  expect(ink.trimmed({ ...all, v0: 4 })).toBeUndefined();
  expect(ink.trimmed(all)).toEqual({ u0: 1, v0: 0, u1: 10, v1: 3 });
});

test('a level or upright line marks the squares of all points along it, as far as they are on the page', () => {
  const place = fc.double({ min: -20, max: 60, noNaN: true });
  fc.assert(
    fc.property(place, place, place, fc.boolean(), (from, to, across, isLevel) => {
      const page = { width: 10 * inkSquarePoints, height: 10 * inkSquarePoints };
      const [drawn, marked] = [new Ink(page), new Ink(page)];
      const [a, b] = [Math.min(from, to), Math.max(from, to)];
      const line = isLevel ? { x0: a, y0: across, x1: b, y1: across } : { x0: across, y0: a, x1: across, y1: b };
      drawn.drawLines([{ ...line, pen: 0, dashed: false }], 2);
      for (let i = 0; i <= 400; i++)
        marked.mark(line.x0 + ((line.x1 - line.x0) * i) / 400, line.y0 + ((line.y1 - line.y0) * i) / 400);
      for (const ink of [drawn, marked]) ink.count();
      const all = { u0: 0, v0: 0, u1: 9, v1: 9 };
      for (const isAcross of [true, false])
        expect(drawn.profileOf(all, isAcross)).toEqual(marked.profileOf(all, isAcross));
    }),
  );
});
