import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { tellStyle } from '../../../shared/comparison/engine/differ/line-style.ts';

const [width, height, middle] = [320, 60, 30];

/** What is told of a line at full ink on the older sheet, whose pixels `keeps` names on the newer one. */
const told = (keeps: (x: number) => boolean, isHatched: boolean): Change => {
  const [older, newer] = [new Uint8Array(width * height).fill(255), new Uint8Array(width * height).fill(255)];
  if (isHatched) {
    for (let y = 0; y < height; y++) {
      for (let x = y % 40; x < width; x += 40) older[y * width + x] = newer[y * width + x] = 0;
    }
  }
  for (let x = 20; x < 300; x++) {
    older[middle * width + x] = 0;
    if (keeps(x)) newer[middle * width + x] = 0;
  }
  const marks = older.map((ink, at) => (ink === newer[at] ? 0 : ink < newer[at]! ? removed : added));
  const sheets = { older, newer, width, height, density: 2 } as unknown as AlignedSheets;
  const box = { x: 10, y: 14, width: 140, height: 2 };
  return tellStyle({ kind: 'graphic_removed', box, text: null, addedInk: 0, removedInk: 99 }, marks, sheets);
};

test('a line that became dashes is drawn otherwise, over a hatch too', () => {
  const dashes = (x: number) => x % 20 < 12;
  expect(told(dashes, false)).toMatchObject({ kind: 'restyled', style: 'dashes' });
  expect(told(dashes, true)).toMatchObject({ kind: 'restyled', style: 'dashes' });
});

test('a line that went from a hatch is removed: what crosses it are no dashes of its own', () => {
  expect(told(() => false, true).kind).toBe('graphic_removed');
});
