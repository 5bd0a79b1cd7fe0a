import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../../shared/drawing/index.ts';
import { LineIndex } from '../../../shared/drawing/line-index.ts';

const place = fc.double({ min: 0, max: 500, noNaN: true });
const line = fc.record({ x0: place, y0: place, x1: place, y1: place }).map((ends): Line => {
  const [a, b] = [ends.x0, ends.x1].sort((p, q) => p - q) as [number, number];
  return { ...ends, x0: a, x1: b, pen: 0, dashed: false };
});

test('an index of lines visits each line that passes through an area, once', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), place, fc.nat(), (lines, share, chosen) => {
      const index = new LineIndex(lines);
      const { x0, y0, x1, y1 } = lines[chosen % lines.length]!;
      const t = share / 500;
      const [x, y] = [x0 + t * (x1 - x0), y0 + t * (y1 - y0)];
      const seen: number[] = [];
      index.near({ left: x, top: y, right: x, bottom: y }, 1, (_, i) => seen.push(i));
      expect(seen).toContain(chosen % lines.length);
      expect(new Set(seen).size).toBe(seen.length);
    }),
  );
});

test('an index of lines visits exactly the lines whose boxes touch a box, once and in order of their squares', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), place, place, place, (lines, x, y, reach) => {
      const index = new LineIndex(lines);
      const box = { left: x, top: y, right: x + reach / 10, bottom: y + reach / 10 };
      const [touching, near]: [number[], number[]] = [[], []];
      index.touching(box, (_, i) => touching.push(i));
      index.near(box, 0, (_, i) => near.push(i));
      const touches = ({ x0, y0, x1, y1 }: Line) =>
        Math.min(x0, x1) <= box.right &&
        Math.max(x0, x1) >= box.left &&
        Math.min(y0, y1) <= box.bottom &&
        Math.max(y0, y1) >= box.top;
      expect(touching).toEqual(near.filter((i) => touches(lines[i]!)));
    }),
  );
});

test('lines that only touch the edge of a box touch it', () => {
  const [right, below] = [
    { x0: 20, y0: 10, x1: 30, y1: 10 },
    { x0: 10, y0: 20, x1: 10, y1: 30 },
  ];
  const index = new LineIndex([right, below].map((each) => ({ ...each, pen: 0, dashed: false })));
  const touching = (left: number, top: number) => {
    const found: number[] = [];
    index.touching({ left, top, right: left + 10, bottom: top + 10 }, (_, i) => found.push(i));
    return found;
  };
  expect([touching(10, 10), touching(30, 0), touching(0, 30), touching(31, 0)]).toEqual([[0, 1], [0], [1], []]);
});
