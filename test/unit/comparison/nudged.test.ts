import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { added, removed } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { dropNudged, joinTagged } from '../../../shared/comparison/engine/join/join-shifted.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';

const [width, height] = [300, 200];
const sheets = { width, height, density: 1 } as AlignedSheets;

const line = (text: string, x: number, y: number) =>
  makeLine([{ text, x, y, width: 6 * text.length, height: 10, size: 10, angle: 0 }]);

const graphic = (kind: Change['kind'], box: Box): Change => ({
  ...{ kind, box, text: null },
  ...{ addedInk: kind === 'graphic_removed' ? 0 : 40, removedInk: kind === 'graphic_added' ? 0 : 40 },
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

test('the frame and the leader that moved with a note are part of its move, however long', () => {
  const drawn = (y: number) =>
    Uint8Array.from({ length: width * height }, (_, i) => {
      const [u, v] = [i % width, Math.floor(i / width)];
      const isOnFrame = u >= 20 && u <= 280 && (v === y || v === y + 20);
      return isOnFrame ? 0 : 255;
    });
  const [older, newer] = [drawn(120), drawn(60)];
  const marks = older.map((grey, i) => (grey === newer[i] ? 0 : grey === 0 ? removed : added));
  const moved = (to: number): Change => {
    const [old, now] = [line('THE DOOR STAYS', 30, 125), line('THE DOOR STAYS', 30, to)];
    const sides = { old, new: now, box: now.box };
    return { ...graphic('text_moved', now.box), text: { kind: 'text_moved', ...sides } };
  };
  const frame = graphic('graphic_changed', { x: 20, y: 60, width: 261, height: 81 });
  const join = (to: number) => joinTagged([frame, moved(to)], marks, { ...sheets, older, newer });
  expect(join(65)).toMatchObject([{ kind: 'text_moved', box: frame.box }]);
  expect(join(80)).toHaveLength(2);
});
