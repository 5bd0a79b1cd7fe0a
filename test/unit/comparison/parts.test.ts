import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  added,
  differInk,
  removed,
  strong,
  unchanged,
} from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { findRegions } from '../../../shared/comparison/engine/differ/regions.ts';
import { splitSparse } from '../../../shared/comparison/engine/differ/split-sparse.ts';
import { compareText } from '../../../shared/comparison/engine/differ/text-difference.ts';
import { pairSheets } from '../../../shared/comparison/engine/pair/pair-sheets.ts';
import { rate, rateGroup } from '../../../shared/comparison/engine/rate/rate.ts';
import { tradeOf } from '../../../shared/comparison/engine/rate/trades.ts';
import { withAnnotations } from '../../../shared/comparison/engine/read/annotation-words.ts';
import { findLines } from '../../../shared/comparison/engine/read/text-lines.ts';
import { meaningOf, millimetresOf } from '../../../shared/comparison/engine/read/text-meaning.ts';
import { scaleFactor } from '../../../shared/comparison/engine/say/describe.ts';
import { revisionText } from '../../../shared/comparison/engine/say/revision-text.ts';
import type { SheetFacts } from '../../../shared/comparison/engine/types.ts';
import type { PageText, Word } from '../../../shared/domain/page-text.ts';

const canvas = (width: number, height: number) => {
  const data = new Uint8Array(width * height).fill(255);
  const fill = (x: number, y: number, w: number, h: number, value = 0) => {
    for (let v = y; v < y + h; v++) data.fill(value, v * width + x, v * width + x + w);
  };
  return { data, width, height, fill };
};

describe('changed ink', () => {
  const compare = (draw: (older: ReturnType<typeof canvas>, newer: ReturnType<typeof canvas>) => void) => {
    const [older, newer] = [canvas(200, 150), canvas(200, 150)];
    draw(older, newer);
    return differInk(
      { older: older.data, newer: newer.data, width: 200, height: 150 },
      { contrast: 40, least: 40, pale: null },
    );
  };

  test('is marked by what it is', () => {
    const marks = compare((older, newer) => {
      older.fill(20, 20, 30, 2);
      newer.fill(120, 90, 2, 30);
    });
    expect(marks[20 * 200 + 35]).toBe(removed | strong);
    expect(marks[100 * 200 + 120]).toBe(added | strong);
  });

  test('is not a line that lies one pixel aside, nor grain', () => {
    const marks = compare((older, newer) => {
      older.fill(20, 20, 100, 2);
      newer.fill(21, 21, 100, 2);
      for (let i = 0; i < newer.data.length; i++) newer.data[i] = Math.max(0, newer.data[i]! - ((i * 7919) % 23));
    });
    expect(marks.some((mark) => mark !== unchanged)).toBe(false);
  });
});

test('patches are joined up to the reach and measured to the pixel', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (x, y, size) => {
        const marks = new Uint8Array(200 * 150);
        for (const [left, mark] of [
          [x, added],
          [x + size + 6, removed],
          [x + size + 70, added],
        ] as const) {
          for (let v = 0; v < size; v++) marks.fill(mark, (y + v) * 200 + left, (y + v) * 200 + left + size);
        }
        const regions = findRegions(marks, 200, 150, 12);
        expect(regions).toHaveLength(2);
        expect(regions.find((region) => region.removed > 0)).toEqual({
          left: x,
          top: y,
          right: x + 2 * size + 6,
          bottom: y + size,
          added: size * size,
          removed: size * size,
          strong: 0,
          faint: 0,
          recoloured: 0,
        });
      },
    ),
    { numRuns: 50 },
  );
});

test('two long lines that meet at a corner get a box each, an outline and a slanting line one', () => {
  const draw = (paint: (set: (x: number, y: number) => void) => void) => {
    const marks = new Uint8Array(400 * 400);
    paint((x, y) => {
      marks[y * 400 + x] = added;
    });
    const [region] = findRegions(marks, 400, 400, 12);
    return splitSparse(marks, 400, 400, region!, 60, () => true);
  };
  const corner = draw((set) => {
    for (let i = 20; i < 380; i++) {
      set(i, 370);
      set(21, i);
    }
  });
  expect(corner).toHaveLength(2);
  expect(Math.min(...corner.map((part) => part.right - part.left))).toBeLessThan(20);
  const outline = draw((set) => {
    for (let i = 20; i <= 370; i++)
      for (const edge of [20, 370]) {
        set(i, edge);
        set(edge, i);
      }
  });
  expect(outline).toHaveLength(1);
  expect(draw((set) => Array.from({ length: 350 }, (_, i) => set(20 + i, 20 + i)))).toHaveLength(1);
});

describe('text', () => {
  const words = (text: string, x: number, y: number): Word[] =>
    text.split(' ').map((part, i, parts) => {
      const before = parts.slice(0, i).join(' ').length + (i > 0 ? 1 : 0);
      return { text: part, x: x + before * 5, y, width: part.length * 5, height: 9.7, size: 10, angle: 0 };
    });
  const page = (list: Word[]): PageText => ({ page: 1, width: 1000, height: 800, words: list, text: '' });
  const common = [...words('OFFICE 12', 100, 100), ...words('STAIR', 400, 300)];

  test('that is unchanged, or shifted very slightly, is not a change', () => {
    const older = common.map((word) => ({ ...word, x: word.x + 1, y: word.y - 1 }));
    expect(compareText(older, page(common)).changes).toEqual([]);
  });

  test('that changes in place is one change from the old line to the new', () => {
    const before = [...common, ...words('20\' - 0"', 600, 200)];
    const after = [...common, ...words('50\' - 0"', 600, 200)];
    const { changes, kept } = compareText(before, page(after));
    expect(changes.map(({ kind, old, new: now }) => [kind, old?.text, now?.text])).toEqual([
      ['text_changed', '20\' - 0"', '50\' - 0"'],
    ]);
    expect(kept).toHaveLength(common.length + 2);
  });

  test('that appears or disappears is added or removed at its position', () => {
    const { changes } = compareText(
      [...common, ...words('OLD NOTE', 600, 200)],
      page([...common, ...words('NEW NOTE', 100, 600)]),
    );
    expect(changes.map(({ kind, box }) => [kind, box.x, box.y])).toEqual([
      ['text_added', 100, 600],
      ['text_removed', 600, 200],
    ]);
  });

  test('cut into words differently by another producer is the same text', () => {
    const glued: Word[] = [{ text: 'SLABR.B.', x: 50, y: 50, width: 45, height: 9.7, size: 10, angle: 0 }];
    expect(compareText([...common, ...words('SLAB R.B.', 50, 50)], page([...common, ...glued])).changes).toEqual([]);
  });

  test.each([
    ['3200', 'dimension'],
    ['12\' - 6 1/2"', 'dimension'],
    ['-4\' - 2 1/2"', 'level'],
    ['NOTE 7: SEAL ALL JOINTS', 'note'],
    ['2024-05-01', 'date'],
    ['1:100', 'scale'],
    ['A-101', 'sheet_number'],
    ['8,201 sf', 'quantity'],
    ['OFFICE', 'label'],
    ['7', 'label'],
    ['–', 'sign'],
  ])('%s is a %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
  });

  test('lengths and scales are read in both systems', () => {
    expect(millimetresOf('3200')).toBe(3200);
    expect(millimetresOf('20\' - 0"')).toBeCloseTo(6096);
    expect(millimetresOf('1\' - 6 1/2"')).toBeCloseTo(469.9);
    expect(millimetresOf('2.5 m')).toBe(2500);
    expect(millimetresOf('OFFICE')).toBeNull();
    expect(scaleFactor('1:100')).toBe(100);
    expect(scaleFactor('1/4" = 1\'-0"')).toBe(48);
    expect(scaleFactor('M 1:500')).toBe(500);
    expect(scaleFactor('AS NOTED')).toBeNull();
    expect(['77:21:0140412:484', '50:21:0140412', '11:30'].map(scaleFactor)).toEqual([null, null, null]);
  });
});

describe('the rating rule', () => {
  const place = { inTitleBlock: false, widthMm: 10, heightMm: 3 };

  test.each([
    ['a dimension that grows by more than 30 %', { kind: 'text_changed', oldText: '1000', newText: '1500' }, 4, 3],
    ['a dimension that shrinks a little', { kind: 'text_changed', oldText: '3200', newText: '3100' }, 4, -1],
    ['a removed note', { kind: 'text_removed', oldText: 'NOTE 7: SEAL ALL JOINTS' }, 3, -1],
    ['a label', { kind: 'text_changed', oldText: 'OFFICE', newText: 'STORE' }, 2, 0],
    ['only another spelling', { kind: 'text_changed', oldText: 'Office', newText: 'OFFICE.' }, 1, 0],
    ['a small symbol', { kind: 'graphic_removed' }, 2, -1],
    ['a wall', { kind: 'graphic_added', widthMm: 3, heightMm: 60 }, 4, 2],
    ['a large area', { kind: 'graphic_added', widthMm: 200, heightMm: 150 }, 5, 3],
    ['an outline by its lines', { kind: 'graphic_added', widthMm: 200, heightMm: 150, outline: 'rectangle' }, 4, 2],
    [
      'no area where lines go round it',
      { kind: 'graphic_removed', widthMm: 200, heightMm: 150, outline: 'hollow' },
      4,
      -2,
    ],
    ['the frame of the sheet', { kind: 'graphic_added', widthMm: 400, heightMm: 280, outline: 'sheet' }, 1, 0],
    ['anything in the title block', { kind: 'text_changed', oldText: 'A', newText: 'B', inTitleBlock: true }, 1, 0],
    ['a sheet', { kind: 'sheet_removed' }, 5, -3],
  ] as const)('rates %s', (_name, facts, difference_rating, cost_effect) => {
    expect(rate({ ...place, ...facts })).toEqual({ difference_rating, cost_effect });
  });

  test('keeps its bounds for every fact, and for every group', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('3200', '2\' - 6"', 'NOTE 1', '8 sf', 'A', '0', '-0'));
    const facts = fc.record({
      kind: fc.constantFrom(
        'text_added',
        'text_removed',
        'text_changed',
        'text_moved',
        'graphic_added',
        'graphic_changed' as const,
      ),
      oldText: fc.option(texts, { nil: undefined }),
      newText: fc.option(texts, { nil: undefined }),
      inTitleBlock: fc.boolean(),
      widthMm: fc.double({ min: 0, max: 1200, noNaN: true }),
      heightMm: fc.double({ min: 0, max: 1200, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 30 }), (list) => {
        for (const rating of [
          ...list.map((entry) => rate(entry as never)),
          rateGroup(list.map((entry) => rate(entry as never))),
        ]) {
          expect([1, 2, 3, 4, 5]).toContain(rating.difference_rating);
          expect(Number.isInteger(rating.cost_effect)).toBe(true);
          expect(Math.abs(rating.cost_effect)).toBeLessThanOrEqual(5);
        }
      }),
    );
  });
});

describe('sheets of two sets', () => {
  const page = (number: number, text: string): PageText => ({
    page: number,
    width: 100,
    height: 100,
    words: text.split(' ').map((part) => ({ text: part, x: 0, y: 0, width: 1, height: 1, size: 1, angle: 0 })),
    text,
  });
  const facts = (number: string | null): SheetFacts => ({
    sheet_number: number === null ? null : { value: number, confidence: 1 },
    title: null,
    revision: null,
    date: null,
    scale: null,
  });

  test('are paired by number first, then by their words; others are unpaired', () => {
    const older = [page(1, 'aaa bbb ccc'), page(2, 'ddd eee fff ggg hhh'), page(3, 'old only words here now')];
    const newer = [
      page(1, 'ddd eee fff ggg xyz'),
      page(2, 'quite different words again'),
      page(3, 'brand fresh sheet more text'),
    ];
    const pairs = pairSheets(
      { pages: older, facts: ['A-101', null, null].map(facts) },
      { pages: newer, facts: [null, 'a101', 'A-900'].map(facts) },
    );
    expect(pairs).toEqual([
      { older: 2, newer: 1, changes: [] },
      { older: 1, newer: 2, changes: ['reordered'] },
      { older: null, newer: 3, changes: ['inserted'] },
      { older: 3, newer: null, changes: ['removed'] },
    ]);
  });

  test('without words are paired in order', () => {
    const scans = [page(1, ''), page(2, '')];
    const set = { pages: scans, facts: [null, null] };
    expect(pairSheets(set, set)).toEqual([
      { older: 1, newer: 1, changes: [] },
      { older: 2, newer: 2, changes: [] },
    ]);
  });

  test('that were renumbered after an insertion are paired by content', () => {
    const say = (n: number, subject: string) =>
      page(n, `${subject} PLAN WITH ${subject}-ALPHA ${subject}-BETA ${subject}-GAMMA AND NOTES`);
    const older = { pages: [say(1, 'SITE'), say(2, 'ROOF'), say(3, 'CEILING')], facts: ['A1', 'A2', 'A3'].map(facts) };
    const newer = {
      pages: [say(1, 'SITE'), say(2, 'BASEMENT'), say(3, 'ROOF'), say(4, 'CEILING')],
      facts: ['A1', 'A2', 'A3', 'A4'].map(facts),
    };
    expect(pairSheets(older, newer)).toEqual([
      { older: 1, newer: 1, changes: [] },
      { older: null, newer: 2, changes: ['inserted'] },
      { older: 2, newer: 3, changes: ['renumbered'] },
      { older: 3, newer: 4, changes: ['renumbered'] },
    ]);
  });

  test('that are scans are paired by appearance, despite an insertion', () => {
    const look = (seed: number) => Uint8Array.from({ length: 64 * 64 }, (_, i) => ((i * seed) % 97 < 30 ? 40 : 255));
    const scan = (seeds: number[]) => ({
      pages: seeds.map((_, i) => page(i + 1, '')),
      facts: seeds.map(() => null),
      thumbnails: seeds.map(look),
    });
    const pairs = pairSheets(scan([3, 11]), scan([3, 29, 11]));
    expect(pairs.map(({ older, newer }) => [older, newer])).toEqual([
      [1, 1],
      [null, 2],
      [2, 3],
    ]);
  });
});

test.each([
  ['HOLLOW METAL DOOR, 90 MIN', '08', 'Doors and windows'],
  ['A-DOOR-EXST', '08', 'Doors and windows'],
  ['2" RIGID INSULATION ON ROOF DECK', '07', 'Thermal and moisture protection'],
  ['REMOVE EXISTING SINK', '02', 'Demolition'],
  ['TYP. DUPLEX RECEPTACLE', '26', 'Electrical'],
  ['8" CMU WALL', '04', 'Masonry'],
  ['DALLE BÉTON 200', '03', 'Concrete'],
])('%s is of division %s', (text, division, trade) => {
  expect(tradeOf(text)).toEqual({ division, trade });
});

test('only whole words match, and a text without a trade word has no trade', () => {
  for (const text of ['PORTAL', '3200', 'SEE NOTE 4', 'OUTDOORS', '']) expect(tradeOf(text)).toBeNull();
});

const typed = (text: string, x: number, y: number, more: Partial<Word> = {}): Word => ({
  ...{ text, x, y, width: 6 * text.length, height: 10, size: 10, angle: 0 },
  ...more,
});

test('the revision table explains a delta', () => {
  const words = [
    typed('B', 500, 100),
    typed('2026-03-01', 520, 100),
    typed('DOORS', 620, 100),
    typed('MOVED', 655, 100),
    typed('A', 500, 120),
    typed('2026-01-01', 520, 120),
    typed('ISSUED', 620, 120),
    typed('B', 40, 300),
    typed('LOBBY', 60, 300),
  ];
  expect(revisionText(words, 'B', null)).toBe('DOORS MOVED');
  expect(revisionText(words, 'A', null)).toBe('ISSUED');
  expect(revisionText(words, 'C', null)).toBeNull();
  // Without a date, a row is of the table where it stands in the title block.
  expect(revisionText(words.slice(7), 'B', null)).toBeNull();
  expect(revisionText(words.slice(7), 'B', { x: 30, y: 290, width: 100, height: 40 })).toBe('LOBBY');
});

test('what is typed on a sheet as annotations is read as its text, line by line', () => {
  const box = { x: 10, y: 20, width: 100, height: 24, annotation: true as const };
  const page: PageText = {
    ...{ page: 1, width: 200, height: 100, words: [typed('PLAN', 50, 80)], text: '' },
    annotations: [
      { ...box, kind: 'FreeText', text: 'CHECK\rLEVELS' },
      { ...box, kind: 'Polygon', text: 'said about the place' },
    ],
  };
  expect(withAnnotations(page).words.map(({ text, y }) => [text, y])).toEqual([
    ['PLAN', 80],
    ['CHECK', 20],
    ['LEVELS', 32],
  ]);
  expect(withAnnotations({ ...page, annotations: [] }).words).toHaveLength(1);
});

test('words on one slanting line are one text, those beside it another', () => {
  const turn = Math.PI / 6;
  const at = (text: string, along: number, across: number): Word => {
    const length = 6 * text.length;
    const [width, height] = [
      length * Math.cos(turn) + 10 * Math.sin(turn),
      length * Math.sin(turn) + 10 * Math.cos(turn),
    ];
    const middle = along + length / 2;
    const [x, y] = [
      middle * Math.cos(turn) - across * Math.sin(turn),
      middle * Math.sin(turn) + across * Math.cos(turn),
    ];
    return typed(text, 200 + x - width / 2, 200 + y - height / 2, { width, height, slant: 30 });
  };
  const lines = findLines([
    at('MAIN', 60, 0),
    at('LINE', 24, 14),
    at('WATER', 24, 0),
    at('7', 52, 14),
    at('AWAY', 200, 0),
  ]);
  expect(lines.map((line) => line.text).sort()).toEqual(['AWAY', 'LINE 7', 'WATER MAIN']);
});

const rated = { inTitleBlock: false, widthMm: 5, heightMm: 5 };
test.each([
  ['NEW WALL TYPE 4', 'EXISTING WALL TYPE 4', 5],
  ['DOOR 60 MIN FIRE RATED', 'DOOR 60 MIN', 5],
  ['EXISTING STAIR', 'EXISTING STAIRS A', 2],
])('%s that becomes %s is rated %d', (oldText, newText, rating) => {
  expect(rate({ ...rated, kind: 'text_changed', oldText, newText }).difference_rating).toBe(rating);
});

test('rows and linework that come or go with a serious word are rated 5', () => {
  const rating = (kind: 'row_added' | 'graphic_removed', lettering: string) =>
    rate({ ...rated, kind, lettering }).difference_rating;
  expect([rating('row_added', 'D105 FIRE DOOR'), rating('row_added', 'D105 DOOR')]).toEqual([5, 3]);
  expect([rating('graphic_removed', 'EXIT'), rating('graphic_removed', 'SHELF')]).toEqual([5, 2]);
});

test('the plot stamp is no note', () => {
  expect(meaningOf('DIRECTORY: C:\\JOBS\\KITCHEN\\PLAN.DWG | PLOTTED ON: 20/06/2017 BY ELENA')).toBe('plot_stamp');
  expect(meaningOf('ALL DOORS AND WINDOWS ARE TO BE MEASURED ON SITE')).toBe('note');
});
