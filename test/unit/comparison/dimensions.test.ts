import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change, TextLine } from '../../../shared/comparison/engine/change.ts';
import { findDimensionLine } from '../../../shared/comparison/engine/differ/dimension-lines.ts';
import { mergeTexts } from '../../../shared/comparison/engine/differ/merge-texts.ts';
import { findTextChanges } from '../../../shared/comparison/engine/differ/text-changes.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { joinDimensions } from '../../../shared/comparison/engine/join/join-dimensions.ts';
import { rate } from '../../../shared/comparison/engine/rate/rate.ts';
import { findLines, makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { meaningOf, millimetresOf } from '../../../shared/comparison/engine/read/text-meaning.ts';
import { describeRepeated, describeText } from '../../../shared/comparison/engine/say/describe.ts';

const [width, height, density] = [600, 600, 2];
const sheets = { width, height, density };

/** A white sheet at two pixels a point; boxes and points in pixels. */
const drawing = (turned = false) => {
  const data = new Uint8Array(width * height).fill(255);
  const dot = (x: number, y: number) => {
    const [u, v] = turned ? [y, x] : [x, y];
    if (u >= 0 && v >= 0 && u < width && v < height) data[v * width + u] = 0;
  };
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let v = y; v < y + h; v++) for (let u = x; u < x + w; u++) dot(u, v);
  };
  return { data, dot, fill };
};
type Drawing = ReturnType<typeof drawing>;

/** A number whose box is 40 × 20 pixels, above the line at y = 130. */
const number = (text = '310', turned = false): TextLine => {
  const box = turned ? { x: 53, y: 120, width: 10, height: 20 } : { x: 120, y: 53, width: 20, height: 10 };
  return makeLine([{ text, ...box, size: 10, angle: turned ? 270 : 0 }]);
};
const line = ({ fill }: Drawing, from = 160, to = 360) => fill(from, 130, to - from, 2);
const stroke = ({ dot }: Drawing, x: number) => {
  for (let i = -7; i <= 7; i++) for (const t of [0, 1]) dot(x + i + t, 130 - i);
};
const arrow = ({ fill }: Drawing, tip: number, way: 1 | -1) => {
  for (let i = 0; i < 16; i++) fill(tip + way * i, 130 - Math.floor(i / 4), 1, 2 + 2 * Math.floor(i / 4));
};
const blob = ({ fill }: Drawing, x: number) => {
  for (let i = -4; i <= 4; i++) fill(x + i, 127 + Math.abs(i) - 1, 1, 10 - 2 * Math.abs(i));
};
const found = (draw: (on: Drawing) => void, text = '310', turned = false) => {
  const on = drawing(turned);
  draw(on);
  return findDimensionLine(number(text, turned), on.data, sheets);
};

describe('the dimension line of a number', () => {
  test.each([
    ['strokes', (on: Drawing) => [160, 360].map((x) => stroke(on, x))],
    ['dots', (on: Drawing) => [160, 360].map((x) => blob(on, x))],
    ['arrows', (on: Drawing) => [arrow(on, 160, 1), arrow(on, 360, -1)]],
  ])('ends at %s', (_, ends) => {
    for (const turned of [false, true]) {
      const dimension = found((on) => [line(on), ends(on)], '310', turned)!;
      expect(dimension.marked).toBe(true);
      const { x, width: long } = turned ? { x: dimension.box.y, width: dimension.box.height } : dimension.box;
      expect(Math.abs(x - 80)).toBeLessThan(8);
      expect(Math.abs(x + long - 180)).toBeLessThan(8);
    }
  });

  test('is a link of a chain from its own stroke to the next', () => {
    const dimension = found((on) => [line(on, 40, 560), [60, 200, 330, 500].map((x) => stroke(on, x))])!;
    expect(dimension.box.x).toBeCloseTo(100, -1);
    expect(dimension.box.width).toBeCloseTo(65, -1);
  });

  test('has a gap for the number', () => {
    const on = drawing();
    on.fill(160, 115, 70, 2);
    on.fill(290, 115, 70, 2);
    on.fill(160, 100, 2, 30);
    for (const x of [160, 360]) for (let i = -7; i <= 7; i++) on.fill(x + i, 115 - i, 2, 1);
    expect(findDimensionLine(number(), on.data, sheets)?.marked).toBe(true);
  });

  test('ends freely between walls', () => {
    const dimension = found((on) => {
      line(on);
      on.fill(150, 60, 2, 160);
      on.fill(368, 60, 20, 160);
    });
    expect(dimension).toMatchObject({ marked: false, box: { x: 80, width: 100 } });
  });

  test('is not a rule of a table, a box, a line under a title or a zone of the frame', () => {
    const cell = (on: Drawing) => {
      line(on);
      on.fill(160, 90, 200, 2);
      for (const x of [160, 358]) on.fill(x, 90, 2, 42);
    };
    const table = (on: Drawing) => [line(on, 20, 580), [20, 160, 358, 578].map((x) => on.fill(x, 20, 2, 250))];
    const zones = (on: Drawing) => [line(on, 0, 600), [160, 358].map((x) => on.fill(x, 112, 3, 18))];
    const crossed = (on: Drawing) => [line(on, 0, 600), [160, 358].map((x) => on.fill(x, 121, 3, 20))];
    const flags = (on: Drawing) => {
      line(on, 0, 600);
      for (const x of [160, 350]) for (let i = 0; i < 12; i++) on.fill(x + i, 130 - i, 1, i);
    };
    // Treads of a stair that turns run on from where they meet the line.
    const treads = (on: Drawing) => {
      line(on, 0, 600);
      for (const x of [160, 358]) for (let i = -60; i <= 60; i++) on.fill(x + i, 130 - i, 2, 1);
    };
    for (const draw of [cell, table, zones, crossed, flags, treads, (on: Drawing) => line(on)])
      expect(found(draw)).toBeNull();
  });
});

test('a number at a dimension line is a dimension, a number by itself is not', () => {
  const say = (older: (on: Drawing) => void, before = '310', after = '308') => {
    const on = drawing();
    older(on);
    const other = drawing();
    older(other);
    other.fill(250, 110, 20, 10);
    const [old, now] = [number(before), number(after)];
    const aligned = { ...sheets, older: on.data, newer: other.data } as unknown as AlignedSheets;
    const marks = new Uint8Array(width * height);
    marks.fill(1, 115 * width + 250, 115 * width + 270);
    const text = { kind: 'text_changed' as const, old, new: now, box: now.box };
    const [change] = findTextChanges(marks, [text], aligned, () => false, true);
    return describeText(change!.text!, 'here');
  };
  const strokes = (on: Drawing) => [line(on), stroke(on, 160), stroke(on, 360)];
  const walls = (on: Drawing) => [line(on), on.fill(150, 60, 2, 160), on.fill(368, 60, 2, 160)];
  expect(say(strokes)).toBe('Dimension 310 → 308 here');
  expect(say(walls)).toBe('Dimension 310 → 308 here');
  expect(say(() => {})).toBe('Text “310” → “308” here');
  expect(say(strokes, '2', '3')).toBe('Dimension 2 → 3 here');
  expect(say(walls, '2', '3')).toBe('Text “2” → “3” here');
});

test('a number at a dimension line is rated and counted as a dimension', () => {
  const facts = { kind: 'text_changed' as const, oldText: '310', newText: '308', inTitleBlock: false };
  const at = { widthMm: 10, heightMm: 4 };
  expect(rate({ ...facts, ...at, meaning: 'dimension' })).toEqual({ difference_rating: 4, cost_effect: -1 });
  expect(rate({ ...facts, ...at }).difference_rating).toBe(2);
  const dimensionLine = { x: 0, y: 0, width: 10, height: 1 };
  const text = { old: { ...number('310'), dimensionLine }, new: { ...number('308'), dimensionLine } };
  expect(
    describeRepeated([text, text, { ...text, old: { ...text.old, text: '320' }, new: { ...text.new, text: '318' } }]),
  ).toMatch(/^3 dimensions lowered by 2/);
});

test('uncertain or bounded lengths and heights, and dates with times, are recognised', () => {
  expect(['+60-77?', '+ 0-17?', '+22', '-'].map(meaningOf)).toEqual(['level', 'level', 'level', 'sign']);
  expect(['10/22/2014 11:41:32 AM', '10/22/2014'].map(meaningOf)).toEqual(['date', 'date']);
  expect(['<5.73', '~60', '1.95?', '60?'].map(meaningOf)).toEqual(['dimension', 'dimension', 'dimension', 'label']);
});

test('a length with its unit is a length despite remarks on precision or validity', () => {
  const lengths = [
    `~ 2' - 4 1/2"`,
    `0' - 6" (HOLD)`,
    `3'-0" MIN.`,
    `1' - 0" TYP`,
    '150 mm (V.I.F.)',
    '< 1.20 m',
    '16" o.c.',
  ];
  expect(lengths.map(meaningOf)).toEqual(lengths.map(() => 'dimension'));
  expect([lengths[1]!, lengths[4]!, lengths[5]!].map(millimetresOf)).toEqual([expect.closeTo(152.4), 150, 1200]);
  expect([[',20', ',15 m'].map(meaningOf), [',20 m', ',15 m'].map(millimetresOf)]).toEqual([
    ['dimension', 'dimension'],
    [200, 150],
  ]);
  expect(['3 TYP', '2 (HOLD)', 'TYP', `6" SLAB`, 'MIN 6 BARS'].map(meaningOf)).not.toContain('dimension');
});

test('a text is a scale only if it states no other number', () => {
  expect(
    ['SCALA 1:10', 'PLAN 1:100', '1:10 1:1', '1/4" = 1\'-0"', 'STEEL 66x2x2 cm, scale 1:10'].map(meaningOf),
  ).toEqual([...['scale', 'scale', 'scale', 'scale', 'label']]);
});

test('a dimension is one object with its line, its end marks and its extension lines', () => {
  const graphic = (kind: Change['kind'], box: Box): Change => ({ kind, box, text: null, addedInk: 9, removedInk: 9 });
  const old: TextLine = { ...number('310'), dimensionLine: { x: 80, y: 65, width: 100, height: 1 } };
  const now: TextLine = { ...number('308'), dimensionLine: { x: 84, y: 65, width: 96, height: 1 } };
  const text = { kind: 'text_changed' as const, old, new: now, box: now.box };
  const change: Change = { kind: 'text_changed', box: now.box, text, addedInk: 5, removedInk: 5 };
  const own = [
    graphic('graphic_changed', { x: 76, y: 61, width: 12, height: 8 }),
    graphic('graphic_removed', { x: 82, y: 40, width: 1, height: 40 }),
    graphic('restyled', { x: 100, y: 64, width: 40, height: 2 }),
  ];
  const others = [
    graphic('graphic_removed', { x: 79, y: 40, width: 1, height: 140 }),
    graphic('graphic_changed', { x: 120, y: 70, width: 30, height: 30 }),
  ];
  const joined = joinDimensions([change], [...own, ...others]);
  expect(joined).toHaveLength(3);
  expect(joined[0]!.box).toEqual({ x: 76, y: 40, width: 64, height: 40 });
  expect(joined.slice(1)).toEqual(others);
  // Removed ink cannot belong to an added dimension.
  const came: Change = { ...change, kind: 'text_added', text: { ...text, kind: 'text_added', old: null } };
  expect(joinDimensions([came], own)).toHaveLength(2);
});

test('the moved end of a dimension belongs to it, also with horizontal text in a vertical line', () => {
  const graphic = (kind: Change['kind'], box: Box): Change => ({ kind, box, text: null, addedInk: 9, removedInk: 9 });
  const old: TextLine = { ...number('310'), dimensionLine: { x: 100, y: 60, width: 1, height: 100 } };
  const now: TextLine = { ...number('318'), dimensionLine: { x: 102, y: 52, width: 1, height: 108 } };
  const text = { kind: 'text_changed' as const, old, new: now, box: now.box };
  const change: Change = { kind: 'text_changed', box: now.box, text, addedInk: 5, removedInk: 5 };
  const end = graphic('graphic_changed', { x: 70, y: 51, width: 22, height: 10 });
  const stroke = graphic('graphic_removed', { x: 70, y: 160, width: 28, height: 1 });
  expect(joinDimensions([change], [end])).toHaveLength(1);
  const gone: Change = { ...change, kind: 'text_removed', text: { ...text, kind: 'text_removed', new: null } };
  expect(joinDimensions([gone], [stroke])).toHaveLength(1);
  const others = [
    graphic('graphic_changed', { x: 70, y: 51, width: 22, height: 30 }),
    graphic('graphic_removed', { x: 70, y: 110, width: 28, height: 1 }),
  ];
  expect(joinDimensions([change], others)).toHaveLength(3);
});

test('lengths side by side, and small numbers apart, are texts of their own', () => {
  const lines = (first: string, second: string, space: number) =>
    findLines([
      { text: first, x: 0, y: 0, width: 20, height: 10, size: 10, angle: 0 },
      { text: second, x: 20 + space, y: 0, width: 20, height: 10, size: 10, angle: 0 },
    ]).map(({ text }) => text);
  expect(lines('0,2', '0,55', 3)).toEqual(['0,2', '0,55']);
  expect(lines('0.5m', '1.25m', 5)).toEqual(['0.5m', '1.25m']);
  expect(lines('6', '7', 5)).toEqual(['6', '7']);
  expect(lines('6', '7', 2)).toEqual(['6 7']);
  expect(lines('45,97', '48', 5)).toEqual(['45,97', '48']);
  expect(lines('1', '250', 5)).toEqual(['1 250']);
});

test('lengths added one below the other, or shifted along a scale bar, are separate changes', () => {
  const at = (text: string, x: number, y: number) =>
    makeLine([{ text, x, y, width: 30, height: 10, size: 10, angle: 0 }]);
  const came = (text: string, y: number) => {
    const now = at(text, 0, y);
    return { kind: 'text_added' as const, old: null, new: now, box: now.box };
  };
  expect(mergeTexts([came('101 in', 0), came('65 in', 12)], () => false)).toHaveLength(2);
  const scale = (before: string, after: string, x: number) => {
    const [old, now] = [at(before, x, 0), at(after, x, 0)];
    return { kind: 'text_changed' as const, old, new: now, box: now.box };
  };
  expect(mergeTexts([scale('0.5m', '0.25m', 0), scale('1.25m', '0.5m', 34)], () => true)).toHaveLength(2);
});

test('the letters at either end of a section are not a row of a table', () => {
  const came = (text: string, x: number) => {
    const now = makeLine([{ text, x, y: 0, width: 14, height: 10, size: 10, angle: 0 }]);
    return { kind: 'text_added' as const, old: null, new: now, box: now.box };
  };
  expect(mergeTexts([came('AA', 0), came('AA', 150)], () => false)).toHaveLength(2);
  expect(mergeTexts([came('A', 0), came('EC', 150)], () => false)).toHaveLength(1);
});
