import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { TextChange } from '../../../shared/comparison/engine/change.ts';
import { added as addedInk, unchanged } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { mergeTexts } from '../../../shared/comparison/engine/differ/merge-texts.ts';
import { findTextChanges } from '../../../shared/comparison/engine/differ/text-changes.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';

/** Lettering of 10 points, 100 long. */
interface Place {
  x?: number;
  y?: number;
  size?: number;
  angle?: number;
  text?: string;
}
const added = ({ x = 0, y = 0, size = 10, angle = 0, text = 'WORDS OF A NOTE' }: Place): TextChange => {
  const [width, height] = angle % 180 === 0 ? [100, size] : [size, 100];
  const line = makeLine([{ text, x, y, width, height, size, angle }]);
  return { kind: 'text_added', old: null, new: line, box: line.box };
};
const merged = (a: Place, b: Place, inTitleBlock = false) =>
  mergeTexts([added(a), added(b)], () => inTitleBlock).length === 1;

describe('lines below each other are one note', () => {
  test.each([
    [9.9, true],
    [10.1, false],
    [20, false],
  ])('%d points apart: %s', (gap, expected) => {
    expect(merged({}, { y: 10 + gap })).toBe(expected);
    expect(merged({ angle: 90 }, { angle: 90, x: 10 + gap })).toBe(expected);
  });

  test.each([
    [49, true],
    [51, false],
    [80, false],
  ])('indented by %d of 100: %s', (x, expected) => {
    expect(merged({}, { y: 12, x })).toBe(expected);
    expect(merged({ angle: 270 }, { angle: 270, x: 12, y: x })).toBe(expected);
  });
});

describe('lines side by side are one note', () => {
  test.each<[string, Place, Place, number]>([
    ['words', {}, {}, 9.5],
    ['a number and its text', { text: '12.' }, {}, 30],
    ['entries of a table', { text: 'AB' }, {}, 240],
  ])('%s', (_name, a, b, space) => {
    expect(merged(a, { ...b, x: 100 + space - 0.1 })).toBe(true);
    expect(merged(a, { ...b, x: 100 + space + 0.1 })).toBe(false);
  });

  test('in a title block as in a table', () => {
    expect(merged({}, { x: 339 }, true)).toBe(true);
    expect(merged({}, { x: 339 })).toBe(false);
  });

  test('where they stand in one row', () => {
    expect(merged({}, { x: 105, y: 6.4 })).toBe(true);
    expect(merged({}, { x: 105, y: 6.6 })).toBe(false);
  });
});

test.each<[string, Place]>([
  ['of another size', { y: 12, size: 13 }],
  ['that reads another way', { y: 12, angle: 180 }],
])('a line %s is not part of a note', (_name, other) => {
  expect(merged({}, { y: 12, size: 12 })).toBe(true);
  expect(merged({}, other)).toBe(false);
});

test('a note is read from top to bottom and from left to right, whatever the input order', () => {
  const lines: [string, Place][] = [
    ['AREA', { y: 12 }],
    ['WALLS', { x: 105 }],
    ['PAINT', {}],
  ];
  const [note, ...rest] = mergeTexts(
    lines.map(([text, place]) => added({ ...place, text })),
    () => false,
  );
  expect(rest).toEqual([]);
  expect(note?.new?.text).toBe('PAINT WALLS AREA');
  expect(note?.old).toBeNull();
  expect(note?.box).toEqual({ x: 0, y: 0, width: 205, height: 22 });
});

test('additions and removals are separate', () => {
  const came = added({});
  const went: TextChange = { kind: 'text_removed', old: came.new, new: null, box: came.box };
  expect(mergeTexts([came, went], () => false)).toHaveLength(2);
});

test('lines of one text that was reworded are one change, from what it was to what it is', () => {
  const entry = (['BOOKCASE', 'DESK', 'CHAIR'] as const).map((text, i) => added({ text, y: 12 * i }));
  const [first, second, third] = entry as [TextChange, TextChange, TextChange];
  const changes: TextChange[] = [
    { ...first, kind: 'text_removed', old: first.new, new: null },
    { ...second, kind: 'text_changed', old: added({ text: 'STUDIO', y: 12 }).new },
    { ...third, kind: 'text_removed', old: third.new, new: null },
  ];
  for (const inTitleBlock of [true, false])
    expect(mergeTexts(changes, () => inTitleBlock)).toMatchObject([
      { kind: 'text_changed', old: { text: 'BOOKCASE STUDIO CHAIR' }, new: { text: 'DESK' } },
    ]);
});

describe('two lines below each other that both changed', () => {
  const changed = (old: string, now: string, y: number): TextChange => {
    const [was, is] = [added({ text: old, y }).new!, added({ text: now, y }).new!];
    return { kind: 'text_changed', old: was, new: is, box: is.box };
  };

  const words = (text: string, y: number) =>
    makeLine(
      text.split(' ').map((word, i) => ({ text: word, x: 20 * i, y, width: 18, height: 10, size: 10, angle: 0 })),
    );
  const reworded = (old: string, now: string, y: number): TextChange => {
    const [was, is] = [words(old, y), words(now, y)];
    return { kind: 'text_changed', old: was, new: is, box: is.box };
  };

  test('are one text if a word moved from one to the other, else entries of a list', () => {
    for (const inTitleBlock of [true, false]) {
      const first = reworded('THE CELLAR', 'THE CELLAR AS BUILT', 0);
      expect(mergeTexts([first, reworded('BASMENT AS BUILT', 'BASEMENT', 12)], () => inTitleBlock)).toMatchObject([
        { kind: 'text_changed', new: { text: 'THE CELLAR AS BUILT BASEMENT' } },
      ]);
      const wall = (was: number, is: number, y: number) => reworded(`WALL SOLID ${was}`, `WALL LIGHT ${is}`, y);
      expect(mergeTexts([wall(18, 12, 0), wall(12, 10, 12)], () => inTitleBlock)).toHaveLength(2);
    }
  });

  test('are two texts side by side, and in other sizes', () => {
    const note = changed('WITH SHIMS', 'WITH GROUT', 0);
    const beside: TextChange = { ...note, new: added({ text: 'BOLTED', x: 105 }).new!, box: added({ x: 105 }).box };
    expect(mergeTexts([note, beside], () => false)).toHaveLength(2);
    expect(mergeTexts([note, { ...note, kind: 'restyled', new: added({ y: 12 }).new! }], () => false)).toHaveLength(2);
  });
});

describe('a text that other lines joined or left', () => {
  const label = added({ text: 'CELLAR', y: 40 }).new!;
  const place = added({ text: 'CELLAR', y: 200 }).new!;
  const moved: TextChange = { kind: 'text_moved', old: place, new: label, box: label.box };
  const use = added({ text: '(STORAGE)', y: 52 });

  test('is one change with them, from what it was to what it is', () => {
    expect(mergeTexts([moved, use], () => false)).toMatchObject([
      { kind: 'text_changed', old: { text: 'CELLAR' }, new: { text: 'CELLAR (STORAGE)' } },
    ]);
    const back: TextChange = { ...moved, old: label, new: place };
    const gone: TextChange = { kind: 'text_removed', old: use.new, new: null, box: use.box };
    expect(mergeTexts([back, gone], () => false)).toMatchObject([
      { kind: 'text_changed', old: { text: 'CELLAR (STORAGE)' }, new: { text: 'CELLAR' } },
    ]);
    const continued: TextChange = { ...moved, kind: 'text_changed', new: added({ text: 'CELLAR (DRY', y: 40 }).new };
    expect(mergeTexts([continued, added({ text: 'STORAGE)', y: 52 })], () => false)).toHaveLength(1);
  });

  test('has words and dates for lines, no values and tags', () => {
    const below = (text: string) => mergeTexts([moved, added({ text, y: 52 })], () => false);
    expect(below('6/11/2015')).toHaveLength(1);
    expect(below('W3')).toHaveLength(2);
    expect(below('450 mm')).toHaveLength(2);
  });

  test('is where the lines are that it gained', () => {
    expect(mergeTexts([moved, use], () => false)).toMatchObject([{ box: use.box }]);
    const aside: TextChange = { ...use, kind: 'text_moved', old: added({ text: '(STORAGE)', y: 212 }).new };
    expect(mergeTexts([moved, aside], () => false)).toMatchObject([{ kind: 'text_moved', box: { y: 40, height: 22 } }]);
    const elsewhere: TextChange = { ...aside, old: added({ text: '(STORAGE)', y: 300 }).new };
    expect(mergeTexts([moved, elsewhere], () => false)).toHaveLength(2);
  });

  test('explains the ink of its lines, where they were and where they are, and none between them', () => {
    const [width, height] = [300, 300];
    const paper = new Uint8Array(width * height).fill(255);
    const sheets = { width, height, density: 1, older: paper, newer: paper } as unknown as AlignedSheets;
    const marks = new Uint8Array(width * height).fill(addedInk);
    const reworded: TextChange = { ...use, kind: 'text_changed', old: added({ text: '(LAUNDRY)', y: 52 }).new };
    expect(findTextChanges(marks, [moved, reworded], sheets, () => false, true)).toHaveLength(1);
    const at = (y: number) => marks[y * width + 50];
    expect([45, 57, 205].map(at)).toEqual([unchanged, unchanged, unchanged]);
    expect(at(120)).toBe(addedInk);
  });

  test('is a change of its own beside values, and beside lines apart', () => {
    expect(mergeTexts([moved, added({ text: '12.65', y: 52 })], () => false)).toHaveLength(2);
    expect(mergeTexts([moved, added({ text: '(STORAGE)', y: 80 })], () => false)).toHaveLength(2);
  });
});

test.each([
  [0, { y: 0 }, { y: 12 }],
  [180, { y: 12 }, { y: 0 }],
  [90, { x: 12 }, { x: 0 }],
  [270, { x: 0 }, { x: 12 }],
])('lines turned by %d degrees are joined in the order in which they are read', (angle, first, second) => {
  const lines = [added({ angle, text: 'SECOND', ...second }), added({ angle, text: 'FIRST', ...first })];
  expect(mergeTexts(lines, () => false)).toMatchObject([{ new: { text: 'FIRST SECOND' } }]);
});
