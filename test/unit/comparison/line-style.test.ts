import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { classifyStyle } from '../../../shared/comparison/engine/differ/line-style.ts';

const [width, height, middle] = [320, 60, 30];

/** What is told of a line whose pixels `keeps` names on the newer sheet; the older one has all of them, or those of `had`. */
const told = (keeps: (x: number) => boolean, isHatched: boolean, had = (_x: number) => true): Change => {
  const [older, newer] = [new Uint8Array(width * height).fill(255), new Uint8Array(width * height).fill(255)];
  if (isHatched) {
    for (let y = 0; y < height; y++) {
      for (let x = y % 40; x < width; x += 40) older[y * width + x] = newer[y * width + x] = 0;
    }
  }
  for (let x = 20; x < 300; x++) {
    if (had(x)) older[middle * width + x] = 0;
    if (keeps(x)) newer[middle * width + x] = 0;
  }
  const marks = older.map((ink, at) => (ink === newer[at] ? 0 : ink < newer[at]! ? removed : added));
  const sheets = { older, newer, width, height, density: 2 } as unknown as AlignedSheets;
  const box = { x: 10, y: 14, width: 140, height: 2 };
  return classifyStyle({ kind: 'graphic_removed', box, text: null, addedInk: 0, removedInk: 99 }, marks, sheets);
};

test('a line that became dashed is restyled, over a hatch too', () => {
  const dashes = (x: number) => x % 20 < 12;
  expect(told(dashes, false)).toMatchObject({ kind: 'restyled', style: 'dashes' });
  expect(told(dashes, true)).toMatchObject({ kind: 'restyled', style: 'dashes' });
});

test('widely spaced dashes and dots that became smaller are restyled, although half of the line is paper', () => {
  const wide = (x: number) => x % 80 < 40 || (x % 80 >= 58 && x % 80 < 62);
  expect(told((x) => wide(Math.round(x * 1.25)), false, wide)).toMatchObject({ kind: 'restyled', style: 'dashes' });
});

test('a line removed from a hatch is removed: the lines crossing it are not its dashes', () => {
  expect(told(() => false, true).kind).toBe('graphic_removed');
});

type Greys = (x: number, y: number) => number;

/** What is told of a place by its greys on both sheets; `isHidden` names pixels that are not marked. */
const toldOfFill = (was: Greys, is: Greys, isHidden = (_x: number, _y: number) => false): Change => {
  const at = (grey: Greys) =>
    Uint8Array.from({ length: width * height }, (_, i) => grey(i % width, Math.floor(i / width)));
  const [older, newer] = [at(was), at(is)];
  const marks = older.map((ink, i) =>
    ink === newer[i] || isHidden(i % width, Math.floor(i / width)) ? 0 : ink < newer[i]! ? removed : added,
  );
  const sheets = { older, newer, width, height, density: 2 } as unknown as AlignedSheets;
  const box = { x: 10, y: 4, width: 60, height: 22 };
  return classifyStyle({ kind: 'graphic_added', box, text: null, addedInk: 99, removedInk: 0 }, marks, sheets);
};
const within = (x: number, y: number, left: number, right: number) => x >= left && x < right && y >= 12 && y < 48;
const fillOf =
  (grey: number): Greys =>
  (x, y) =>
    within(x, y, 30, 120) ? grey : 255;

test('a fill in another tone is recoloured, whichever is the darker', () => {
  const [pale, dark] = [fillOf(210), fillOf(90)];
  for (const change of [toldOfFill(pale, dark), toldOfFill(dark, pale)]) {
    expect(change.kind).toBe('restyled');
    expect(change.style).toBeUndefined();
  }
});

test('an unmarked spot next to a line is no edge of a fill in another tone', () => {
  const change = toldOfFill(fillOf(210), fillOf(90), (x, y) => within(x, y, 60, 66) && y > 20 && y < 40);
  expect([change.kind, change.style]).toEqual(['restyled', undefined]);
});

test('a wall on a grey background is added, and so is a fill on paper or half on paper', () => {
  const ground = (x: number, y: number) => (within(x, y, 24, 136) ? 200 : 255);
  const wall = (x: number, y: number) => (within(x, y, 60, 72) && y > 16 && y < 44 ? 0 : ground(x, y));
  expect(toldOfFill(ground, wall).kind).toBe('graphic_added');
  const closed = (x: number, y: number) => (within(x, y, 76, 136) ? 90 : ground(x, y));
  expect(toldOfFill(ground, closed).kind).toBe('graphic_added');
  const half = (x: number, y: number) => (within(x, y, 30, 70) ? 200 : 255);
  const whole = (x: number, y: number) => (within(x, y, 30, 120) ? 90 : 255);
  expect(toldOfFill(half, whole).kind).toBe('graphic_added');
  expect(toldOfFill(() => 255, whole).kind).toBe('graphic_added');
});

test('an outline that was filled is not recoloured', () => {
  const outline = (x: number, y: number) =>
    within(x, y, 30, 120) && !(x >= 33 && x < 117 && y >= 15 && y < 45) ? 0 : 255;
  const full = (x: number, y: number) => (within(x, y, 30, 120) ? Math.min(outline(x, y), 90) : 255);
  expect(toldOfFill(outline, full)).toMatchObject({ kind: 'restyled', style: 'filled' });
});

test('a line in another tone is no fill', () => {
  const line = (grey: number) => (x: number, y: number) => (x >= 30 && x < 120 && y >= 29 && y < 32 ? grey : 255);
  expect(toldOfFill(line(200), line(0)).style).toBe('heavier');
});
