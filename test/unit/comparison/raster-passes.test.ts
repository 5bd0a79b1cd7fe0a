import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { Differing } from '../../../shared/comparison/engine/differ/differing.ts';
import { eachMark, eachMarkIn } from '../../../shared/comparison/engine/differ/each-mark.ts';
import { added, faint, removed, strong } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { findPatches, findRegions } from '../../../shared/comparison/engine/differ/regions.ts';
import { measureSimilarity } from '../../../shared/comparison/engine/differ/similarity.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';

// The passes over a raster skip most of it several pixels at a time; each must find what a pass over single pixels finds.

const side = fc.integer({ min: 1, max: 90 });
const mark = fc.constantFrom(added, removed, added | strong, removed | faint);
/** A raster with a few set bytes. */
const sparse = (value: fc.Arbitrary<number>) =>
  fc.tuple(side, side).chain(([width, height]) =>
    fc.array(fc.tuple(fc.nat(width * height - 1), value), { maxLength: 12 }).map((set) => {
      const bytes = new Uint8Array(width * height);
      for (const [at, byte] of set) bytes[at] = byte;
      return { width, height, bytes };
    }),
  );

test('marks are visited in order, in a whole raster and in a rectangle', () => {
  fc.assert(
    fc.property(sparse(mark), fc.array(fc.nat(90), { minLength: 4, maxLength: 4 }), ({ width, height, bytes }, cut) => {
      const seen: number[] = [];
      eachMark(bytes, (at) => seen.push(at));
      expect(seen).toEqual([...bytes.keys()].filter((at) => bytes[at] !== 0));

      const [left, right] = [cut[0]! % width, cut[1]! % width].sort((a, b) => a - b) as [number, number];
      const [top, bottom] = [cut[2]! % height, cut[3]! % height].sort((a, b) => a - b) as [number, number];
      const inside: number[] = [];
      eachMarkIn(bytes, width, { left, top, right, bottom }, (x, y, at) => {
        expect(at).toBe(y * width + x);
        inside.push(at);
      });
      const isInside = (at: number) =>
        at % width >= left && at % width < right && Math.floor(at / width) >= top && Math.floor(at / width) < bottom;
      expect(inside).toEqual(seen.filter(isInside));
    }),
  );
});

test('the last mark of a raster of any size is visited', () => {
  for (let length = 1; length <= 40; length++) {
    const seen: number[] = [];
    eachMark(new Uint8Array(length).fill(added, length - 1), (at) => seen.push(at));
    expect(seen).toEqual([length - 1]);
  }
});

test('patches contain each mark once, within their bounds', () => {
  fc.assert(
    fc.property(sparse(mark), ({ width, height, bytes }) => {
      const { patches, indexNear } = findPatches(bytes, width, height, 4);
      const marks = [...bytes.keys()].filter((at) => bytes[at] !== 0);
      for (const at of marks) {
        const [x, y] = [at % width, Math.floor(at / width)];
        const own = patches[indexNear(x, y)!]!;
        expect(own.holds(x, y)).toBe(true);
        const { left, top, right, bottom } = own.region;
        expect(x >= left && x < right && y >= top && y < bottom).toBe(true);
      }
      const regions = findRegions(bytes, width, height, 4);
      const sum = (key: 'added' | 'removed' | 'strong' | 'faint') => regions.reduce((all, one) => all + one[key], 0);
      const count = (flag: number) => marks.filter((at) => bytes[at]! & flag).length;
      expect([sum('added'), sum('removed'), sum('strong'), sum('faint')]).toEqual(
        [added, removed, strong, faint].map(count),
      );
    }),
  );
});

test('the bounds of the pixels that differ are exact', () => {
  fc.assert(
    fc.property(sparse(fc.integer({ min: 1, max: 20 })), ({ width, height, bytes }) => {
      const newer = new Uint8Array(bytes.length);
      const differing = new Differing(bytes, newer, width, 4);
      differing.lookAt(0, Math.min(64, height));
      const places = [...bytes.keys()].filter((at) => bytes[at]! > 4 && at < 64 * width && at % width < 64);
      const [columns, rows] = [places.map((at) => at % width), places.map((at) => Math.floor(at / width))];
      expect(differing.bottom[0]).toBe(places.length === 0 ? 0 : Math.max(...rows) + 1);
      if (places.length === 0) return;
      expect([differing.left[0], differing.right[0], differing.top[0]]).toEqual([
        Math.min(...columns),
        Math.max(...columns) + 1,
        Math.min(...rows),
      ]);
    }),
  );
});

test('a mark alone makes a cell of a sheet one that differs', () => {
  const [width, height] = [40, 32];
  const ink = new Uint8Array(width * height).fill(255).fill(0, 0, 4);
  const source = { text: { words: [] } } as unknown as SheetSource;
  const sheets = { older: ink, newer: ink, width, height, alignment: { method: 'ink' } } as unknown as AlignedSheets;
  const marks = new Uint8Array(width * height);
  expect(measureSimilarity(source, source, sheets, marks).share).toBe(1);
  marks[20] = added;
  expect(measureSimilarity(source, source, sheets, marks).share).toBe(0.5);
});
