import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { dropNudged } from '../../../shared/comparison/engine/join/drop-nudged.ts';
import { joinCompanions } from '../../../shared/comparison/engine/join/join-companions.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { meaningOfLine } from '../../../shared/comparison/engine/read/text-meaning.ts';

const [width, height] = [300, 200];
const sheets = { width, height, density: 1 } as AlignedSheets;

const line = (text: string, x: number, y: number) =>
  makeLine([{ text, x, y, width: 6 * text.length, height: 10, size: 10, angle: 0 }]);

/** A text that moved 100 points to the right. */
const moved = (text: string): Change => {
  const [old, now] = [line(text, 20, 50), line(text, 120, 50)];
  return {
    ...{ kind: 'text_moved', box: now.box, text: { kind: 'text_moved', old, new: now, box: now.box } },
    ...{ addedInk: 10, removedInk: 10 },
  };
};
const graphic = (kind: Change['kind'], box: Box): Change => ({
  ...{ kind, box, text: null },
  ...{ addedInk: kind === 'graphic_removed' ? 0 : 40, removedInk: kind === 'graphic_added' ? 0 : 40 },
});
const join = (changes: Change[], marks = new Uint8Array(width * height)) => joinCompanions(changes, marks, sheets);

test('a symbol moved together with the word next to it is one change with it', () => {
  const [was, is] = [
    graphic('graphic_removed', { x: 22, y: 62, width: 16, height: 16 }),
    graphic('graphic_added', { x: 122, y: 62, width: 16, height: 16 }),
  ];
  const [one, ...others] = join([was, moved('North'), is]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ kind: 'text_moved', addedInk: 50, removedInk: 50 });
  expect(one!.box).toEqual({ x: 120, y: 50, width: 30, height: 28 });
});

test('linework with another displacement, size or a larger distance remains separate', () => {
  const was = graphic('graphic_removed', { x: 22, y: 62, width: 16, height: 16 });
  for (const box of [
    { x: 132, y: 62, width: 16, height: 16 },
    { x: 118, y: 62, width: 24, height: 16 },
  ])
    expect(join([was, moved('North'), graphic('graphic_added', box)])).toHaveLength(3);
  const off = (x: number): Box => ({ x, y: 75, width: 16, height: 16 });
  expect(join([graphic('graphic_removed', off(22)), moved('North'), graphic('graphic_added', off(122))])).toHaveLength(
    3,
  );
});

test('a number that moved with its line is a dimension, whether or not the line kept its arrow', () => {
  const changes = [
    graphic('graphic_removed', { x: 18, y: 61, width: 22, height: 4 }),
    moved('40'),
    graphic('graphic_added', { x: 119, y: 62, width: 20, height: 1 }),
  ];
  const [one, ...others] = join(changes);
  expect(others).toEqual([]);
  expect(meaningOfLine(one!.text!.new!)).toBe('dimension');
  expect(meaningOfLine(changes[1]!.text!.new!)).toBe('label');
  const underlined = (text: string, width: number) =>
    join([
      graphic('graphic_removed', { x: 20, y: 61, width, height: 1 }),
      moved(text),
      graphic('graphic_added', { x: 120, y: 61, width, height: 1 }),
    ]).map((change) => meaningOfLine(change.text!.new!));
  expect(underlined('40', 12)).toEqual(['label']);
  expect(underlined('101', 30)).toEqual(['label']);
});

test('if one change contains removals and additions, their ink shows whether they moved along', () => {
  const near: Change = moved('North');
  const now = line('North', 34, 50);
  near.text = { ...near.text!, new: now, box: now.box };
  const box = { x: 22, y: 62, width: 30, height: 16 };
  const marksWith = (way: number) => {
    const marks = new Uint8Array(width * height);
    for (let y = 62; y < 78; y++) [marks[y * width + 23], marks[y * width + 23 + way]] = [removed, added];
    return marks;
  };
  expect(join([near, graphic('graphic_changed', box)], marksWith(14))).toHaveLength(1);
  expect(join([near, graphic('graphic_changed', box)], marksWith(20))).toHaveLength(2);
  const far = { ...near, text: { ...near.text, old: line('North', 20, 20), new: line('North', 34, 20) } };
  expect(join([far, graphic('graphic_changed', box)], marksWith(14))).toHaveLength(2);
});

test('a mark that shifted with its unchanged text is not a change', () => {
  const mark = { x: 60, y: 50, width: 10, height: 10 };
  const drawn = (x: number) =>
    Uint8Array.from({ length: width * height }, (_, i) => {
      const [u, v] = [i % width, Math.floor(i / width)];
      return u >= x && u < x + mark.width && v >= mark.y && v < mark.y + mark.height ? 0 : 255;
    });
  const drawings = (from: number, to: number) => {
    const [older, newer] = [drawn(from), drawn(to)];
    const marks = older.map((grey, i) => (grey === newer[i] ? 0 : grey === 0 ? removed : added));
    return { marks, on: { ...sheets, older, newer } };
  };
  const word = (x: number) => line('+2,70', x, 50).words[0]!;
  const left = (shift: number, from: number, to: number, box = { ...mark, width: 13 }, beside = false) => {
    const { marks, on } = drawings(from, to);
    if (beside) for (const at of [64 * width + 60, 64 * width + 70]) marks.fill(removed, at, at + 4);
    const words = { stayed: [word(25)], kept: [word(25 + shift)] };
    return dropNudged([graphic('graphic_changed', box)], words, marks, on).length;
  };
  expect(left(3, 60, 63)).toBe(0);
  expect(left(3, 60, 63, { ...mark, width: 210 })).toBe(1);
  // A change beside the mark is more than its shift.
  expect(left(3, 60, 63, { ...mark, width: 14, height: 16 }, true)).toBe(1);
  expect(left(3, 60, 63, { ...mark, width: 14, height: 16 })).toBe(0);
  // The text kept its place or shifted otherwise, the mark came or went, or is another one.
  expect([left(0, 60, 61), left(-3, 60, 63), left(3, 60, 260), left(3, 260, 60)]).toEqual([1, 1, 1, 1]);
  expect(left(3, 160, 163, { ...mark, x: 160, width: 13 })).toBe(1);
});
