import { expect, test } from 'vitest';
import type { Change, TextLine } from '../../../shared/comparison/engine/change.ts';
import { type Box, identity, type Matrix } from '../../../shared/comparison/engine/geometry.ts';
import { joinMarks } from '../../../shared/comparison/engine/join/join-marks.ts';
import { PASSES, type PassContext, runPasses } from '../../../shared/comparison/engine/passes.ts';
import { marksOfSheets, pairMarks, pairMoved } from '../../../shared/comparison/engine/read/reference-marks.ts';
import type { DrawingModel } from '../../../shared/drawing/index.ts';

const letter = (x: number, y: number): Box => ({ x, y, width: 8, height: 10 });
const bounds = ({ x, y, width, height }: Box) => ({ left: x, top: y, right: x + width, bottom: y + height });
const marked = (...marks: readonly (readonly [view: string, sheet: string | null, box: Box, otherEnd?: Box])[]) =>
  ({
    marks: marks.map(([view, sheet, box, otherEnd]) => ({
      ...{ view, sheet, box: bounds(box) },
      ...(otherEnd && { otherEnd: bounds(otherEnd) }),
    })),
  }) as unknown as DrawingModel;
const referenceMarks = (older: DrawingModel, newer: DrawingModel, matrix: Matrix = identity) =>
  pairMarks(marksOfSheets(older, newer, matrix), (box) => box);
const [left, right] = [letter(100, 300), letter(500, 310)];
const older = marked();
const sections = referenceMarks(older, marked(['A', null, left], ['A', null, right]));

test('two equal marks in line with each other, each with the nearest one, are a section line, others are marks of their own', () => {
  expect(sections).toEqual([{ name: 'Section line A', texts: ['A'], newer: [left, right], older: [] }]);
  const further = letter(900, 300);
  const row = marked(['B', 'A-301', further], ['B', 'A-301', left], ['B', 'A-301', right], ['B', 'A-302', left]);
  expect(referenceMarks(row, older, [1, 0, 0, 1, 10, 0])).toEqual([
    { name: 'Section line B/A-301', texts: ['B', 'A-301'], newer: [], older: [letter(910, 300), letter(510, 310)] },
    { name: 'Mark B/A-301', texts: ['B', 'A-301'], newer: [], older: [letter(110, 300)] },
    { name: 'Mark B/A-302', texts: ['B', 'A-302'], newer: [], older: [letter(110, 300)] },
  ]);
  const apart = referenceMarks(marked(['A', '2', left], ['A', '2', letter(500, 340)]), older);
  expect(apart.map(({ name }) => name)).toEqual(['Mark A/2', 'Mark A/2']);
  const [low, next] = [letter(500, 340), letter(130, 300)];
  const slanting = referenceMarks(marked(['A', null, left, low], ['A', null, next], ['A', null, low, left]), older);
  expect(slanting.map(({ older: [, ...others] }) => others)).toEqual([[low], []]);
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
  const gone = joinMarks([text('text_removed', 'A', left), graphic('graphic_removed', 250, 328, 40, 1)], sections);
  expect(gone).toMatchObject([{ kind: 'graphic_removed', mark: 'Section line A' }]);
});

test('dashes along a slanting section line are part of it, other linework between its ends is not', () => {
  const ends = [letter(100, 300), letter(500, 100)] as const;
  const marks = referenceMarks(older, marked(['A', null, ...ends], ['A', null, ends[1], ends[0]]));
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
    { kind: 'graphic_moved', mark: 'Section line A', from: { x: 100, y: 260 }, removedInk: 7 },
  ]);
  expect(joinMarks([moved[0]!, dash], sections)).toMatchObject([{ kind: 'graphic_moved', removedInk: 6 }]);
  expect(joinMarks([dash], sections)).toEqual([dash]);
  expect(joinMarks([moved[0]!], sections)).toEqual([moved[0]]);
});

test('the mark of a detail has the texts in its bubble, and the leader with the circle around the detail', () => {
  const bubble = { x: 300, y: 200, width: 24, height: 24 };
  const marks = referenceMarks(older, marked(['3', 'A-501', bubble]));
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

test('a mark is a part of nothing else', () => {
  const mark = { ...graphic('graphic_added', 100, 300, 408, 40), addedInk: 900, mark: 'Section line A' };
  const piece = graphic('graphic_added', 250, 345, 5, 5);
  const skip = new Set(PASSES.map(({ name }) => name).filter((name) => name !== 'stubs'));
  const context = { inTitleBlock: () => false } as unknown as PassContext;
  expect(runPasses([mark, piece], context, { skip }).changes).toHaveLength(2);
  expect(runPasses([{ ...mark, mark: undefined }, piece] as Change[], context, { skip }).changes).toHaveLength(1);
});

test('a mark that both sheets have is one change with the line through its bubble, at both places', () => {
  const bubble = (x: number, y: number): Box => ({ x, y, width: 24, height: 24 });
  const [was, now] = [bubble(500, 300), bubble(503, 250)];
  const marks = referenceMarks(marked(['1', 'A-302', was]), marked(['1', 'A-302', now]));
  expect(marks.map(({ newer, older }) => [newer, older])).toEqual([
    [[now], []],
    [[], [was]],
  ]);
  const own = [
    text('text_moved', '1 A-302', { ...now, height: 20 }, { ...was, x: 500, height: 20 }),
    graphic('graphic_added', 420, 246, 110, 30),
    graphic('graphic_added', 100, 240, 250, 22),
    graphic('graphic_removed', 100, 312, 400, 1),
  ];
  const others = [
    graphic('graphic_removed', 200, 262, 40, 1),
    graphic('graphic_added', 300, 270, 40, 1),
    graphic('graphic_added', 514, 140, 1, 60),
    // On the axis, but far from the line.
    graphic('graphic_added', 10, 262, 15, 1),
  ];
  const found = joinMarks([...own, ...others], marks);
  expect(found.slice(0, -1)).toEqual(others);
  expect(found.at(-1)).toMatchObject({
    ...{ kind: 'graphic_moved', mark: 'Mark 1/A-302', box: { x: 100, y: 240, width: 430, height: 36 } },
    from: { x: 97, y: 290 },
  });
});

test('a mark that lost one of its ends, or looks the other way, changed', () => {
  const ends = [
    { x: 100, y: 40, width: 24, height: 24 },
    { x: 100, y: 400, width: 24, height: 24 },
  ] as const;
  const marks = referenceMarks(
    marked(['2', 'A-304', ends[0]], ['2', 'A-304', ends[1]]),
    marked(['2', 'A-304', ends[0]]),
  );
  const lost = text('text_removed', '2 A-304', { ...ends[1], height: 20 });
  const arrows = [graphic('graphic_added', 92, 40, 10, 24), graphic('graphic_removed', 122, 40, 10, 24)];
  expect(joinMarks([lost, ...arrows], marks)).toMatchObject([
    { kind: 'graphic_changed', mark: 'Section line 2/A-304' },
  ]);
  // The model does not see a bubble that other ink covers; its text names the mark.
  const words = ['2', 'A-304'].map((said) => ({ text: said, ...ends[1], size: 8, angle: 0 }));
  const covered = { ...lost, text: { ...lost.text!, old: { ...lost.text!.old!, words } } } as Change;
  const single = referenceMarks(marked(['2', 'A-304', ends[0]]), marked(['2', 'A-304', ends[0]]));
  expect(joinMarks([covered, ...arrows], single)).toMatchObject([{ mark: 'Mark 2/A-304' }]);
  expect(joinMarks([lost, ...arrows], single)).toHaveLength(3);
});

test('a mark with another number states both', () => {
  const bubble = { x: 300, y: 200, width: 24, height: 24 };
  const marks = referenceMarks(marked(['3', 'A-501', bubble]), marked(['4', 'A-502', bubble]));
  const sides = [
    ['3', '4', 202],
    ['A-501', 'A-502', 213],
  ] as const;
  const texts = sides.map(([was, is, y]): Change => {
    const box = { x: 304, y, width: 16, height: 8 };
    const [old, now] = [text('text_removed', was, box), text('text_added', is, box)];
    return { ...now, kind: 'text_changed', text: { ...now.text!, kind: 'text_changed', old: old.text!.old } };
  }) as [Change, Change];
  const ring = graphic('graphic_changed', 300, 200, 24, 24);
  expect(joinMarks([texts[0], ring], marks)).toMatchObject([{ kind: 'text_changed', box: bubble }]);
  expect(joinMarks([...texts, ring], marks)).toMatchObject([{ kind: 'repeated', parts: texts, box: bubble }]);
});

test('marks of one name that neither keep their place nor have a text that moved are removed and added', () => {
  const bubble = (x: number, y: number): Box => ({ x, y, width: 24, height: 24 });
  const [was, now] = [bubble(100, 100), bubble(900, 700)];
  const marks = referenceMarks(marked(['1', 'A-302', was]), marked(['1', 'A-302', now]));
  const own = [
    text('text_removed', '1 A-302', was),
    graphic('graphic_removed', 98, 98, 30, 30),
    text('text_added', '1 A-302', now),
    graphic('graphic_added', 898, 698, 30, 30),
  ];
  expect(joinMarks(own, marks)).toMatchObject([
    { kind: 'graphic_added', mark: 'Mark 1/A-302', box: { x: 898, y: 698 } },
    { kind: 'graphic_removed', mark: 'Mark 1/A-302', box: { x: 98, y: 98 } },
  ]);
});

test('marks of one name are paired where a text moved from one to the other', () => {
  const [was, now] = [letter(100, 100), letter(900, 700)];
  const marks = referenceMarks(marked(['1', 'A', was], ['2', 'A', was]), marked(['1', 'A', now]));
  const placesOf = (moves: Parameters<typeof pairMoved>[1]) =>
    pairMoved(marks, moves).map(({ name, newer, older }) => [name, newer, older]);
  const [one, other] = [
    ['Mark 1/A', [], [was]],
    ['Mark 2/A', [], [was]],
  ];
  expect(placesOf([{ from: was, to: now }])).toEqual([['Mark 1/A', [now], [was]], other]);
  const elsewhere = letter(500, 500);
  for (const move of [
    { from: elsewhere, to: now },
    { from: was, to: elsewhere },
  ])
    expect(placesOf([move])).toEqual([['Mark 1/A', [now], []], one, other]);
  const former = referenceMarks(marked(['2', 'A', was]), marked(['1', 'A', now]));
  expect(pairMoved(former, [{ from: was, to: now }])).toEqual(former);
});

test('a text in line with the only end of a mark is that of an end that the model does not see, the nearest one', () => {
  const bubble = (x: number, y = 200): Box => ({ x, y, width: 24, height: 24 });
  const row = [100, 400, 800].map((x) => bubble(x));
  const marks = referenceMarks(marked(), marked(...row.map((box) => ['3', 'A-501', box] as const)));
  expect(marks.map(({ newer }) => newer)).toEqual([[row[0], row[1]], [row[2]]]);
  const saying = (box: Box): Change => {
    const change = text('text_added', '3 A-501', { ...box, height: 20 });
    const words = ['3', 'A-501'].map((said) => ({ text: said, ...box, size: 8, angle: 0 }));
    return { ...change, text: { ...change.text!, new: { ...change.text!.new!, words } } };
  };
  const rings = row.map(({ x, y }) => graphic('graphic_added', x - 1, y - 1, 26, 26));
  const kinds = (changes: readonly Change[]) => changes.map(({ kind, mark }) => mark ?? kind);
  const section = 'Section line 3/A-501';
  expect(joinMarks([...row.map(saying), ...rings], marks)).toMatchObject([
    { mark: section, box: { x: 99, width: 326 } },
    { mark: 'Mark 3/A-501', box: { x: 799, width: 26 } },
  ]);
  // The text of an end of the section line is none of the mark, even if nothing else of that differs.
  expect(kinds(joinMarks([saying(row[1]!), rings[2]!], marks))).toEqual(['text_added', 'graphic_added']);
  // A section line whose ends are both seen has no third one, and a mark has but one end that is not seen.
  const [unseen, further] = [saying(bubble(800, 600)), saying(bubble(800, 900))];
  expect(kinds(joinMarks([saying(bubble(600)), rings[0]!, rings[1]!], marks.slice(0, 1)))).toHaveLength(3);
  expect(joinMarks([further, unseen, rings[2]!], marks)).toMatchObject([
    { box: further.box },
    { mark: 'Mark 3/A-501' },
  ]);
});

test('marks of one name are paired where their part of the drawing moved to', () => {
  const at = (y: number) => letter(100, y);
  const sheets = marksOfSheets(marked(['A', '1', at(100)], ['A', '1', at(200)]), marked(['A', '1', at(190)]), identity);
  const newerOf = (placed: (box: Box) => Box) => pairMarks(sheets, placed).map(({ older }) => older.map(({ y }) => y));
  expect(newerOf((box) => box)).toEqual([[100, 200]]);
  const further = marksOfSheets(
    marked(['A', '1', at(100)], ['A', '2', at(200)]),
    marked(['A', '1', at(190)]),
    identity,
  );
  expect(pairMarks(further, (box) => ({ ...box, y: box.y + 80 }))).toMatchObject([
    { texts: ['A', '1'], newer: [{ y: 190 }], older: [{ y: 180 }] },
    { texts: ['A', '2'], newer: [], older: [{ y: 280 }] },
  ]);
});
