import { expect, test } from 'vitest';
import type { Change, TextLine } from '../../../shared/comparison/engine/change.ts';
import { type Box, identity } from '../../../shared/comparison/engine/geometry.ts';
import { joinMarks } from '../../../shared/comparison/engine/join/join-marks.ts';
import { joinStubs } from '../../../shared/comparison/engine/join/join-stubs.ts';
import { referenceMarks } from '../../../shared/comparison/engine/read/reference-marks.ts';
import type { DrawingModel } from '../../../shared/drawing/index.ts';

const letter = (x: number, y: number): Box => ({ x, y, width: 8, height: 10 });
const marked = (...marks: readonly [view: string, sheet: string | null, box: Box][]) =>
  ({
    marks: marks.map(([view, sheet, { x, y, width, height }]) => ({
      ...{ view, sheet },
      box: { left: x, top: y, right: x + width, bottom: y + height },
    })),
  }) as unknown as DrawingModel;
const [left, right] = [letter(100, 300), letter(500, 310)];
const older = marked();
const sections = referenceMarks(older, marked(['A', null, left], ['A', null, right]), identity);

test('two equal marks in line with each other, each with the nearest one, are a section line, others are marks of their own', () => {
  expect(sections).toEqual([{ name: 'Section line A', texts: ['A'], ends: [left, right] }]);
  const further = letter(900, 300);
  const row = marked(['B', 'A-301', further], ['B', 'A-301', left], ['B', 'A-301', right], ['B', 'A-302', left]);
  expect(referenceMarks(row, older, [1, 0, 0, 1, 10, 0])).toEqual([
    { name: 'Section line B/A-301', texts: ['B', 'A-301'], ends: [letter(910, 300), letter(510, 310)] },
    { name: 'Mark B/A-301', texts: ['B', 'A-301'], ends: [letter(110, 300)] },
    { name: 'Mark B/A-302', texts: ['B', 'A-302'], ends: [letter(110, 300)] },
  ]);
  const apart = referenceMarks(marked(['A', '2', left], ['A', '2', letter(500, 340)]), older, identity);
  expect(apart.map(({ name }) => name)).toEqual(['Mark A/2', 'Mark A/2']);
  const slanting = referenceMarks(marked(['A', null, left], ['A', null, letter(500, 340)]), older, identity);
  expect(slanting.map(({ name }) => name)).toEqual(['Section line A']);
});

const graphic = (kind: Change['kind'], x: number, y: number, width: number, height: number): Change => ({
  ...{ kind, box: { x, y, width, height }, text: null },
  ...{ addedInk: 5, removedInk: 5 },
});
const text = (kind: 'text_added' | 'text_removed' | 'text_moved', said: string, box: Box, from?: Box): Change => {
  const line = (at: Box): TextLine => ({ words: [], text: said, box: at, size: 10, angle: 0 });
  const sides = {
    old: kind === 'text_added' ? null : line(from ?? box),
    new: kind === 'text_removed' ? null : line(box),
  };
  return { kind, box, text: { kind, ...sides, box }, addedInk: 1, removedInk: 1 };
};

test('the letters, arrows and dashes of a section line are one change, other linework beside it is not', () => {
  const own = [
    text('text_added', 'A', left),
    text('text_added', "A'", right),
    graphic('graphic_added', 110, 310, 12, 20),
    graphic('graphic_added', 120, 325, 60, 15),
    graphic('graphic_changed', 200, 328, 40, 1),
  ];
  const others = [
    text('text_added', 'B', letter(103, 301)),
    graphic('graphic_removed', 250, 328, 40, 1),
    graphic('graphic_added', 300, 320, 20, 12),
    graphic('graphic_added', 340, 310, 1, 20),
    graphic('graphic_added', 250, 380, 40, 1),
  ];
  const found = joinMarks([...own, ...others], sections);
  expect(found).toHaveLength(1 + others.length);
  expect(found.at(-1)).toMatchObject({
    ...{ kind: 'graphic_added', mark: 'Section line A', text: null, addedInk: 17 },
    box: { x: 100, y: 300, width: 408, height: 40 },
  });
  const piece = graphic('graphic_added', 250, 345, 5, 5);
  expect(joinStubs([{ ...found.at(-1)!, addedInk: 900 }, piece])).toHaveLength(2);
  const gone = joinMarks([text('text_removed', 'A', left), graphic('graphic_removed', 250, 328, 40, 1)], sections);
  expect(gone).toMatchObject([{ kind: 'graphic_removed', mark: 'Section line A' }]);
});

test('dashes along a slanting section line are part of it, other linework between its ends is not', () => {
  const ends = [letter(100, 300), letter(500, 100)] as const;
  const marks = referenceMarks(older, marked(['A', null, ends[0]], ['A', null, ends[1]]), identity);
  const own = [
    ...ends.map((box) => text('text_added', 'A', box)),
    graphic('graphic_added', 200, 225, 60, 30),
    graphic('graphic_added', 300, 185, 40, 20),
  ];
  const others = [graphic('graphic_added', 180, 130, 40, 20), graphic('graphic_added', 270, 160, 60, 60)];
  const found = joinMarks([...own, ...others], marks);
  expect(found).toHaveLength(1 + others.length);
  expect(found.at(-1)).toMatchObject({ mark: 'Section line A', addedInk: 12 });
});

test('a section line that moved has the displacement of its letters, and lines that changed without them are left', () => {
  const moved = [left, right].map((box) => text('text_moved', 'A', box, { ...box, y: box.y - 40 }));
  const dash = graphic('graphic_removed', 250, 328, 40, 1);
  expect(joinMarks([...moved, dash], sections)).toMatchObject([
    { kind: 'repeated', parts: moved, from: { x: 100, y: 260 }, removedInk: 7 },
  ]);
  expect(joinMarks([moved[0]!, dash], sections)).toMatchObject([{ kind: 'text_moved', removedInk: 6 }]);
  expect(joinMarks([dash], sections)).toEqual([dash]);
  expect(joinMarks([moved[0]!], sections)).toEqual([moved[0]]);
});

test('the mark of a detail has the texts in its bubble, and the leader with the circle around the detail', () => {
  const bubble = { x: 300, y: 200, width: 24, height: 24 };
  const marks = referenceMarks(older, marked(['3', 'A-501', bubble]), identity);
  const texts = [
    text('text_added', '3', { x: 308, y: 202, width: 6, height: 8 }),
    text('text_added', 'A-501', { x: 302, y: 213, width: 20, height: 7 }),
  ];
  const detail = graphic('graphic_added', 220, 199, 105, 70);
  const redrawn = graphic('graphic_changed', 310, 190, 90, 70);
  const found = joinMarks([...texts, detail, redrawn], marks);
  expect(found).toMatchObject([
    { kind: 'graphic_changed', box: redrawn.box },
    { kind: 'graphic_added', mark: 'Mark 3/A-501', box: { x: 220, y: 199, width: 105, height: 70 }, addedInk: 7 },
  ]);
  const drawing = [...texts, graphic('graphic_added', 100, 190, 225, 70)];
  expect(joinMarks(drawing, marks)).toEqual(drawing);
});
