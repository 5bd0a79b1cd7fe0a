import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { TextChange, TextLine } from '../../../shared/comparison/engine/change.ts';
import { findDimensionLine } from '../../../shared/comparison/engine/differ/dimension-lines.ts';
import { differInk } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { findShiftedLine, joinAlongLines } from '../../../shared/comparison/engine/differ/same-dimension.ts';
import { findTextChanges } from '../../../shared/comparison/engine/differ/text-changes.ts';
import { union } from '../../../shared/comparison/engine/geometry.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';

const [width, height, density] = [600, 400, 2];

/** A white sheet at two pixels a point; all in pixels. */
const drawing = () => {
  const data = new Uint8Array(width * height).fill(255);
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let v = y; v < y + h; v++) data.fill(0, v * width + x, v * width + x + w);
  };
  const stroke = (x: number, y: number) => {
    for (let i = -7; i <= 7; i++) fill(x + i, y - i, 2, 1);
  };
  return { data, fill, stroke };
};
type Drawing = ReturnType<typeof drawing>;

const number = (text: string, x: number, y: number, size = 10): TextLine =>
  makeLine([{ text, x: x / 2, y: y / 2, width: 2 * size, height: size, size, angle: 0 }]);
const lineOf = (draw: (on: Drawing) => void, text: TextLine) => {
  const on = drawing();
  draw(on);
  return findDimensionLine(text, on.data, { width, height, density });
};

describe('the dimension line of a horizontal number', () => {
  test('runs up and down with a gap for it', () => {
    const found = lineOf(
      ({ fill, stroke }) => {
        fill(200, 60, 2, 70);
        fill(200, 170, 2, 70);
        for (const y of [60, 240]) stroke(200, y);
      },
      number('0,87', 180, 140),
    )!;
    expect(found.marked).toBe(true);
    expect(Math.abs(found.box.y - 30)).toBeLessThan(4);
    expect(Math.abs(found.box.height - 90)).toBeLessThan(8);
    // Without strokes, a line above or below a number proves nothing.
    const bare = ({ fill }: Drawing) => [fill(200, 60, 2, 70), fill(200, 170, 2, 70)];
    expect(lineOf(bare, number('0,87', 180, 140))).toBeNull();
  });

  test('is found along the leader of a number placed beside it', () => {
    const straight = lineOf(
      ({ fill, stroke }) => {
        fill(100, 150, 160, 2);
        for (const x of [110, 150]) stroke(x, 150);
      },
      number('0,2', 200, 125),
    )!;
    expect(Math.abs(straight.box.x - 55)).toBeLessThan(4);
    expect(Math.abs(straight.box.width - 20)).toBeLessThan(6);
    expect(straight.leader!.x + straight.leader!.width).toBeGreaterThan(125);
    const turned = lineOf(
      ({ fill, stroke }) => {
        fill(200, 200, 80, 2);
        fill(280, 90, 2, 112);
        for (const y of [100, 140]) stroke(280, y);
      },
      number('0,15', 220, 175),
    )!;
    expect(Math.abs(turned.box.y - 50)).toBeLessThan(4);
    expect(Math.abs(turned.box.height - 20)).toBeLessThan(6);
    expect(turned.leader).toMatchObject({ x: 100, width: expect.closeTo(40, -1) });
  });

  test('is found along a leader although its strokes nearly overlap', () => {
    const found = lineOf(
      ({ fill, stroke }) => {
        fill(136, 150, 124, 2);
        for (const x of [146, 150]) stroke(x, 150);
      },
      number('0,02', 200, 125),
    )!;
    expect(Math.abs(found.box.x - 73)).toBeLessThan(1);
    expect(Math.abs(found.box.width - 2)).toBeLessThan(1);
    expect(found.leader!.x).toBeCloseTo(75, 0);
  });
});

/** A dimension of 100 points at 50, `y`, with its extension lines up to an object at y = 300 pixels. */
const dimension = ({ fill, stroke }: Drawing, y: number, from = 100) => {
  fill(from, y, 300 - from, 2);
  for (const x of [from, 300]) {
    stroke(x, y);
    fill(x, y - 8, 1, 290 - y);
  }
};

/** The remaining marks after a text's change was reported, and the change. */
const told = (text: TextChange, was: (on: Drawing) => void, is: (on: Drawing) => void) => {
  const [older, newer] = [drawing(), drawing()];
  for (const on of [older, newer]) on.fill(60, 300, 280, 3);
  was(older);
  is(newer);
  const sheets = { older: older.data, newer: newer.data, width, height, density } as unknown as AlignedSheets;
  const marks = differInk(
    { older: older.data, newer: newer.data, width, height },
    { contrast: 40, least: 8, pale: null },
  );
  const [change] = findTextChanges(marks, [text], sheets, () => false, true);
  return { change: change!, left: marks.filter((mark) => mark !== 0).length };
};

const changed = (kind: TextChange['kind'], old: TextLine, now: TextLine): TextChange => ({
  ...{ kind, old, new: now },
  box: union(old.box, now.box),
});

test('a moved dimension includes its line, its strokes and its extension lines', () => {
  const text = changed('text_changed', number('100', 180, 130), number('101', 180, 190));
  const letters = (y: number) => (on: Drawing) => [dimension(on, y), on.fill(185, y - 18, 30, 10)];
  const { change, left } = told(text, letters(155), letters(215));
  expect(left).toBeLessThan(100);
  expect(change.box).toMatchObject({ x: expect.closeTo(46, -1), width: expect.closeTo(108, -1) });
  // What lies elsewhere is not part of it.
  const other = told(text, letters(155), (on) => [...letters(215)(on), on.fill(400, 100, 40, 40)]);
  expect(other.left - left).toBeGreaterThan(1000);
});

test('a line hidden by its number is found where the same length was moved sideways', () => {
  const text = changed('restyled', number('0,8', 180, 130, 6), number('0,8', 140, 180, 30));
  const was = (on: Drawing) => [dimension(on, 155), on.fill(183, 132, 16, 8)];
  const is = (on: Drawing) => [dimension(on, 215), on.fill(150, 195, 110, 30)];
  expect(told(text, was, is).left).toBeLessThan(100);
  // Of two lines of that length it is the one next to the text.
  const marks = new Uint8Array(width * height);
  marks.fill(1, 180 * width + 100, 180 * width + 290);
  marks.fill(1, 240 * width + 100, 240 * width + 300);
  const sheets = { width, height, density } as unknown as AlignedSheets;
  const known = { x: 50, y: 100, width: 100, height: 1 };
  expect(findShiftedLine(known, number('0,8', 180, 160), marks, 1, sheets)).toMatchObject({ x: 50, y: 90 });
});

test('a number removed and added along one dimension line was moved', () => {
  const dimensionLine = { x: 50, y: 100, width: 200, height: 1 };
  const removed = (line: TextLine): TextChange => ({ kind: 'text_removed', old: line, new: null, box: line.box });
  const added = (line: TextLine): TextChange => ({ kind: 'text_added', old: null, new: line, box: line.box });
  const at = (line: TextLine): TextLine => ({ ...line, dimensionLine });
  const [old, now] = [at(number('45,09', 120, 180)), at(number('45,09', 380, 180))];
  expect(joinAlongLines([removed(old), added(now)])).toMatchObject([{ kind: 'text_moved', old, new: now }]);
  const larger = at(number('45,09', 380, 170, 16));
  expect(joinAlongLines([removed(old), added(larger)])).toMatchObject([{ kind: 'restyled' }]);
  const elsewhere = { ...now, dimensionLine: { ...dimensionLine, y: 140 } };
  expect(joinAlongLines([removed(old), added(elsewhere)])).toHaveLength(2);
  expect(joinAlongLines([removed(old), added({ ...now, text: '45,10' })])).toHaveLength(2);
});
