import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { framesOf } from '../../../shared/drawing/headings.ts';
import {
  type Coverage,
  cloudsOf,
  coverageOf,
  hatchesOf,
  headingsOf,
  type Line,
  locate,
  roomsOf,
  textLinesOf,
  upgradeModel,
  viewsOf,
  wallsOf,
} from '../../../shared/drawing/index.ts';
import { LineIndex } from '../../../shared/drawing/line-index.ts';
import { turnBack, turnBox, turnCoverage, turnOf, turnWords } from '../../../shared/drawing/turn.ts';

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];
const page = { width: 800, height: 600 };
const coverage = (pieces: readonly Piece[], pens: readonly number[] = []): Coverage =>
  coverageOf({
    count: pieces.length,
    ends: Float64Array.from(pieces.flat()),
    pen: Uint32Array.from(pieces, (_, i) => pens[i] ?? 0),
    pens: [0.2, 0.7].map((width) => ({ colour: '#000000', width, dash: [], layer: null, edge: false })),
    areas: [],
  });
const word = (text: string, x: number, y: number, size = 8): Word => ({
  text,
  x,
  y,
  width: 0.6 * size * text.length,
  height: size,
  size,
  angle: 0,
});
const box = (left: number, top: number, right: number, bottom: number): Piece[] => [
  [left, top, right, top],
  [right, top, right, bottom],
  [right, bottom, left, bottom],
  [left, bottom, left, top],
];
/** A window of 80 by 100 points with bars. */
const windowOf = (left: number, top: number): Piece[] => [
  ...box(left, top, left + 100, top + 80),
  ...Array.from({ length: 8 }, (_, i): Piece => [left, top + 8 * i + 4, left + 100, top + 8 * i + 4]),
];
/** Marks that make the whole page used, so that a drawing is not a frame of it. */
const corners: Piece[] = [
  [2, 2, 6, 2],
  [794, 598, 798, 598],
];
const headings = (drawn: Coverage, words: readonly Word[]) =>
  headingsOf([], textLinesOf(words), new LineIndex(drawn.lines), [], [], page);

describe('views', () => {
  test('have the title above a printed scale, or on one line with it', () => {
    const words = [
      word('SECTION A-A', 100, 300),
      word('1:50', 100, 312),
      word('DETAIL', 400, 300),
      word('1:5', 440, 300),
    ];
    expect(headings(coverage([]), words)).toMatchObject([
      { number: null, title: 'SECTION A-A', scale: '1:50' },
      { number: null, title: 'DETAIL', scale: '1:5' },
    ]);
  });

  test.each(['1/4" = 1\'-0"', 'SCALE: 1:100', 'NTS', 'M 1:50'])('%j is a scale', (scale) => {
    expect(headings(coverage([]), [word('ROOF PLAN', 100, 300), word(scale, 100, 312)])).toHaveLength(1);
  });

  test.each(['SKALA', 'SCALES :', 'Schaal', 'MĚŘÍTKO', 'DRAWING NO.'])('%j is a label and no title', (label) => {
    const titles = (text: string) =>
      headings(coverage([]), [word(text, 100, 300), word('1:50', 100, 312)]).map(({ title }) => title);
    expect(titles(label)).toEqual([]);
    expect(titles('Kjelleretasje')).toEqual(['Kjelleretasje']);
  });

  test('do not start at a scale without a title, or in a note', () => {
    expect(headings(coverage([]), [word('1:50', 100, 312)])).toEqual([]);
    expect(headings(coverage([]), [word('see 1:50', 100, 312), word('x', 300, 100)])).toEqual([]);
  });

  test('have underlined titles, but the sides of boxes and headings of notes are none', () => {
    const words = [word('LAYOUT OF', 100, 280, 9.6), word('BUILDING B', 100, 296, 9.6), word('x', 500, 500)];
    const right = (text: string) => 100 + 0.6 * 9.6 * text.length;
    const lines: Piece[] = [
      [100, 292, right('LAYOUT OF'), 292],
      [100, 308, right('BUILDING B'), 308],
    ];
    const others = Array.from({ length: 5 }, (_, i) => word('other', 600, 20 * i));
    expect(headings(coverage(lines), [...words, ...others])).toMatchObject([{ title: 'LAYOUT OF BUILDING B' }]);
    expect(headings(coverage(lines.slice(1)), [...words.slice(1), ...others])).toEqual([]);
    const boxed = coverage([lines[0]!, [100, 292, 100, 310]]);
    expect(headings(boxed, [words[0]!, ...others])).toEqual([]);
    const notes = coverage([[100, 292, right('LAYOUT NOTES'), 292]]);
    expect(headings(notes, [word('LAYOUT NOTES', 100, 280, 9.6), ...others])).toEqual([]);
  });

  test('without headings have the captions below them if most have one', () => {
    const drawn = coverage([...corners, ...windowOf(60, 100), ...windowOf(300, 100), ...windowOf(540, 100)]);
    const titles = (words: Word[]) =>
      viewsOf([], drawn, textLinesOf(words), page, { tables: [] }).map(({ title }) => title);
    const captions = [word('kitchen', 95, 190), word('hall', 340, 190), word('stair', 580, 190)];
    expect(titles(captions)).toEqual(['kitchen', 'hall', 'stair']);
    expect(titles(captions.slice(2))).toEqual([null, null, null]);
  });

  test('without headings are drawings, and strips of dimensions belong to the drawing beside them', () => {
    const strip: Piece[] = [
      [198, 100, 198, 180],
      ...[0, 20, 40, 60, 80].flatMap((y): Piece[] => [
        [192, 98 + y, 204, 102 + y],
        [194, 100 + y, 202, 100 + y],
      ]),
    ];
    const drawn = coverage([...corners, ...windowOf(60, 100), ...strip]);
    const found = (...measured: { left: number; top: number; right: number; bottom: number }[]) =>
      viewsOf([], drawn, [], page, { tables: [] }, true, measured);
    expect(found({ left: 193, top: 140, right: 203, bottom: 150 })).toMatchObject([
      { title: null, region: { left: 60, right: 208 } },
    ]);
    // A logo, and a legend.
    expect(viewsOf([], coverage([...corners, ...box(60, 100, 160, 180)]), [], page, { tables: [] })).toEqual([]);
    const legend = coverage([...corners, ...windowOf(60, 100)]);
    expect(viewsOf([], legend, textLinesOf([word('LEGEND', 70, 105)]), page, { tables: [] })).toEqual([]);
  });

  test('without headings are not in the strip of the title block, which a rule across the sheet cuts off', () => {
    const blocks = [{ left: 640, top: 500, right: 798, bottom: 598 }];
    const sheet = [...box(2, 2, 798, 598), ...windowOf(300, 100), ...windowOf(670, 100)];
    const lefts = (pieces: readonly Piece[], cells = blocks) =>
      viewsOf([], coverage(pieces), [], page, { tables: [], blocks: cells }).map(({ region }) => region?.left);
    expect(lefts([...sheet, [640, 2, 640, 598]])).toEqual([300]);
    expect(lefts([...sheet, [640, 2, 640, 598]], [])).toEqual([300, 668]);
    expect(lefts([...sheet, [640, 2, 640, 400]])).toEqual([300, 668]);
    const upright = [...windowOf(20, 300), ...windowOf(40, 508), ...box(2, 2, 798, 598)];
    const across: Piece = [2, 490, 798, 490];
    expect(lefts([...upright, across])).toHaveLength(1);
    expect(lefts(upright)).toHaveLength(2);
  });

  test('have the heading below them, though it stands far away with a scale bar and is nearer to a drawing beside it', () => {
    const bar: Piece[] = [
      ...box(300, 249, 378, 261),
      ...Array.from({ length: 12 }, (_, i): Piece => [306 + 6 * i, 249, 306 + 6 * i, 261]),
      [382, 225, 382, 263],
    ];
    const drawn = coverage([...corners, ...windowOf(300, 100), ...windowOf(408, 210), ...bar]);
    const words = [word('FLOOR PLAN', 300, 235, 10)];
    expect(viewsOf(headings(drawn, words), drawn, textLinesOf(words), page, { tables: [] })).toMatchObject([
      { title: null, region: { left: 408, top: 208 } },
      { title: 'FLOOR PLAN', region: { left: 300, top: 100, right: 404, bottom: 245 } },
    ]);
  });

  test('have the heading in a cell of its own, though the cell counts as one of the title block', () => {
    const cell = { left: 300, top: 200, right: 400, bottom: 216 };
    const drawn = coverage([...box(2, 2, 798, 598), ...windowOf(300, 100), ...box(300, 200, 400, 216)]);
    const texts = textLinesOf([word('DETAIL - E', 320, 204)]);
    const heading = { number: null, title: 'DETAIL - E', scale: null, box: cell, confidence: 0.8 };
    expect(viewsOf([heading], drawn, texts, page, { tables: [], blocks: [cell] })).toMatchObject([
      { title: 'DETAIL - E', region: { top: 100, bottom: 216 } },
    ]);
  });

  test('are named by a text that is the whole name of one at any size, except in a list or a note', () => {
    const others = Array.from({ length: 5 }, (_, i) => word('other', 600, 40 * i));
    const named = ['GROUND FLOOR PLAN', 'SECTION A-A', 'Grundriss EG', 'Coupe B-B', 'Разрез 1-1', '２Ｆ'];
    for (const name of named)
      expect(headings(coverage([]), [word(name, 100, 300), ...others])).toMatchObject([{ title: name, scale: null }]);
    for (const text of ['see ground floor plan', 'PLAN', 'Sections'])
      expect(headings(coverage([]), [word(text, 100, 300), ...others])).toEqual([]);
    const list = ['GROUND FLOOR PLAN', 'SECTION A-A'].map((text, i) => word(text, 100, 300 + 12 * i));
    expect(headings(coverage([]), [...list, ...others])).toEqual([]);
  });

  test('with a title take their scale from a scale that stands apart', () => {
    const drawn = coverage([...corners, ...windowOf(60, 100)]);
    const words = [word('SECTION A-A', 60, 90), word('SCALE 1:20', 120, 190)];
    expect(viewsOf(headings(drawn, words), drawn, textLinesOf(words), page, { tables: [] })).toMatchObject([
      { title: 'SECTION A-A', scale: 'SCALE 1:20' },
    ]);
  });

  test('are divided across long dashed lines and those of the grid, if each has a heading', () => {
    const pair = [...corners, ...windowOf(60, 100), ...windowOf(400, 100)];
    const levels = Array.from({ length: 12 }, (_, i): Piece => [70, 103 + 6 * i, 490, 103 + 6 * i]);
    const solid = coverage([...pair, ...levels]);
    const dashes = levels.flatMap(([from, y, to]) =>
      Array.from({ length: (to - from) / 12 }, (_, i): Piece => [from + 12 * i, y, from + 12 * i + 8, y]),
    );
    const dashed = coverage([...pair, ...dashes]);
    const words = ['NORTH ELEVATION', 'SOUTH ELEVATION'].map((title, i) => word(title, 60 + 340 * i, 200));
    const texts = textLinesOf(words);
    const found = (drawn: Coverage, connecting?: Parameters<typeof viewsOf>[7]) =>
      viewsOf(headings(drawn, words), drawn, texts, page, { tables: [] }, true, [], connecting).map(
        ({ region }) => region!.right,
      );
    expect(found(solid)).toHaveLength(1);
    expect(found(dashed)[0]).toBeLessThan(400);
    const grid = solid.lines.filter(({ x0, x1 }) => x1 - x0 > 300);
    expect(found(solid, { lines: new Set(grid), ends: [] })[0]).toBeLessThan(400);
    expect(viewsOf([], dashed, [], page, { tables: [] })).toHaveLength(1);
  });

  test('are divided by the widest white band between two headings, which levels may cross', () => {
    const levels: Piece[] = [130, 150].map((y) => [140, y, 440, y]);
    const drawn = coverage([...corners, ...windowOf(60, 100), ...windowOf(400, 100), ...levels]);
    const words = ['NORTH ELEVATION', 'SOUTH ELEVATION'].flatMap((title, i) => [
      word(title, 60 + 340 * i, 200),
      word('1:50', 60 + 340 * i, 212),
    ]);
    const [left, right] = viewsOf(headings(drawn, words), drawn, textLinesOf(words), page, { tables: [] }).map(
      ({ region }) => region!,
    );
    expect(left!.right).toBeLessThan(320);
    expect(right!.left).toBeGreaterThan(220);
    // Without headings they are one drawing.
    expect(viewsOf([], drawn, [], page, { tables: [] })).toHaveLength(1);
  });

  test('may be little larger than their headings', () => {
    const drawn = coverage([...corners, ...windowOf(60, 100), ...windowOf(176, 100), ...windowOf(500, 400)]);
    const words = ['EAST ELEVATION', 'WEST ELEVATION'].flatMap((title, i) => [
      word(title, 64 + 116 * i, 186, 10),
      word('1:50', 64 + 116 * i, 198, 10),
    ]);
    const views = viewsOf(headings(drawn, words), drawn, textLinesOf(words), page, { tables: [] });
    expect(views.map(({ title, region }) => [title, Math.round(region!.left / 8) * 8])).toEqual([
      ['EAST ELEVATION', 64],
      ['WEST ELEVATION', 176],
      [null, 504],
    ]);
  });

  test('of a sheet that is read sideways are found as on one that is not', () => {
    const words = ['FLOOR PLAN', 'SECTION'].flatMap((title, i) => [
      word(title, 60 + 340 * i, 200),
      word('1:50', 60 + 340 * i, 212),
    ]);
    const drawn = coverage([...corners, ...windowOf(60, 100), ...windowOf(400, 100)]);
    for (const angle of [90, 180, 270]) {
      const turn = { angle: 360 - angle, ...page };
      const sideways = turnWords(turn, words);
      const size = angle === 180 ? page : { width: page.height, height: page.width };
      expect(turnOf(sideways, size)).toEqual({ angle, ...size });
      const back = turnOf(sideways, size);
      const places = (some: Word[]) => some.map(({ x, y, angle: read }) => [Math.round(x), Math.round(y), read]);
      expect(places(turnWords(back, sideways))).toEqual(places(words));
      const again = turnCoverage(back, turnCoverage(turn, drawn));
      expect(again.lines.map(({ x0, y0 }) => [Math.round(x0), Math.round(y0)])).toEqual(
        drawn.lines.map(({ x0, y0 }) => [x0, y0]),
      );
      expect(turnBox(turnBack(turn), turnBox(turn, { left: 1, top: 2, right: 3, bottom: 5 }))).toEqual({
        left: 1,
        top: 2,
        right: 3,
        bottom: 5,
      });
    }
  });

  test.each([
    ['1-1', 'M 1:10'],
    ['A', 'SCALE 1:5'],
  ])('have the name of a section, %j, as their title if a scale follows', (name, scale) => {
    expect(headings(coverage([]), [word(name, 100, 300), word(scale, 96, 312)])).toMatchObject([{ title: name }]);
    expect(headings(coverage([]), [word(scale, 96, 312)])).toMatchObject([{ title: null }]);
    expect(headings(coverage([]), [word(name, 100, 300)])).toEqual([]);
  });

  test.each(['ŘEZ A-A', 'DOORSNEDE 1-1', 'ФАСАД', 'PŮDORYS'])('are named in any language: %s', (title) => {
    const note = Array.from({ length: 9 }, (_, i) => word('note', 500, 20 + 20 * i));
    const words = [word(title, 100, 300, 12), ...note];
    expect(headings(coverage([]), words)).toMatchObject([{ title }]);
  });

  test('are not headed by legends and notes in other languages', () => {
    const underlined = (title: string) =>
      headings(coverage([[100, 318, 244, 318]]), [word(title, 100, 300, 20), word('a', 400, 20), word('b', 400, 60)]);
    expect(underlined('GRUNDRISS')).toHaveLength(1);
    expect(underlined('LEGENDA MÍST')).toEqual([]);
    expect(underlined('POZNÁMKY')).toEqual([]);
  });

  test('are not the rules of a title block, nor the frame around a table', () => {
    const rules: Piece[] = [100, 140, 180, 220].map((y) => [500, y, 760, y]);
    const words = [word('PLAN', 520, 190, 20), word('1:50', 520, 204)];
    const titled = (pieces: Piece[]) =>
      viewsOf(
        headings(coverage([]), words),
        coverage([...corners, ...windowOf(60, 100), ...pieces]),
        textLinesOf(words),
        page,
        {
          tables: [],
        },
      ).filter(({ region }) => region !== null && region.left > 400);
    expect(titled(rules)).toEqual([]);
    expect(titled([...rules, [500, 100, 760, 220]])).toHaveLength(1);
    const framed = coverage([...corners, ...windowOf(60, 100)]);
    const around = { left: 60, top: 100, right: 160, bottom: 150 };
    expect(viewsOf([], framed, [], page, { tables: [] })).toHaveLength(1);
    expect(viewsOf([], framed, [], page, { tables: [around] })).toEqual([]);
  });

  test('contain the drawing above the heading, not the neighbour', () => {
    const drawn = coverage([...box(60, 100, 260, 280), ...box(400, 100, 700, 280)]);
    const words = [word('PLAN', 100, 300), word('1:50', 100, 312), word('SECTION', 450, 300), word('1:50', 450, 312)];
    const texts = textLinesOf(words);
    const regions = viewsOf(headings(drawn, words), drawn, texts, page, { tables: [] }).map(({ region }) => region!);
    expect(regions).toHaveLength(2);
    for (const [i, [left, right]] of [[60, 260] as const, [400, 700] as const].entries()) {
      expect(Math.abs(regions[i]!.left - left)).toBeLessThanOrEqual(8);
      expect(Math.abs(regions[i]!.right - right)).toBeLessThanOrEqual(8);
      expect(Math.abs(regions[i]!.top - 100)).toBeLessThanOrEqual(8);
    }
  });

  test('are not texts whose letters are drawn as lines, below a title', () => {
    const rows = Array.from({ length: 8 }, (_, i) => 120 + 14 * i);
    const strokes = rows.flatMap((top) =>
      Array.from({ length: 20 }, (_, i): Piece => [100 + 6 * i, top + 1, 104 + 6 * i, top + 9]),
    );
    const heading = word('SECTION A-A', 100, 100, 12);
    const found = (words: readonly Word[]) =>
      viewsOf(headings(coverage([]), [heading]), coverage(strokes), textLinesOf([heading, ...words]), page, {
        tables: [],
      });
    expect(found([])).toHaveLength(1);
    expect(found(rows.map((top) => word('CONCRETECONCRETECONC', 100, top, 10)))).toEqual([]);
  });

  test('are not title blocks, which have the labels of several fields and few dimensions', () => {
    const found = (labels: readonly string[], measured = 0, drawn: readonly Piece[] = []) => {
      const words = labels.map((label, i) => word(label, 70, 105 + 16 * i, 6));
      const dimensions = Array.from({ length: measured }, (_, i) => ({
        left: 100 + 4 * i,
        top: 150,
        right: 102 + 4 * i,
        bottom: 156,
      }));
      return viewsOf(
        [],
        coverage([...windowOf(60, 100), ...drawn]),
        textLinesOf(words),
        page,
        { tables: [] },
        true,
        dimensions,
      );
    };
    expect(found(['DATE:', 'SCALE:', 'REVISION:', 'KITCHEN'])).toHaveLength(1);
    expect(found(['DATE:', 'SCALE: 1:50', 'REVISION:', 'DRAWING NO.'])).toEqual([]);
    expect(found(['DATE:', 'SCALE: 1:50', 'REVISION:', 'DRAWING NO.'], 5)).toHaveLength(1);
    // A plan that touches its title block.
    const plan: Piece[] = [
      [160, 180, 400, 380],
      [400, 380, 240, 560],
    ];
    expect(found(['DATE:', 'SCALE: 1:50', 'REVISION:', 'DRAWING NO.'], 0, plan)).toHaveLength(1);
  });

  test('are divided at the sides of a frame, which belong to none of them', () => {
    const drawn = coverage([...corners, ...windowOf(60, 100), ...box(40, 80, 180, 240), ...windowOf(180, 100)]);
    const frame = { left: 40, top: 80, right: 180, bottom: 240 };
    const sides = (frames: readonly (typeof frame)[]) =>
      viewsOf([], drawn, [], page, { tables: [], frames }).map(({ region }) =>
        [region!.left, region!.right].map(Math.round),
      );
    expect(sides([])).toEqual([[40, 284]]);
    expect(sides([frame])).toEqual([
      [60, 160],
      [180, 280],
    ]);
    const cell = (large: number) => ({ box: { ...frame, bottom: 80 + large }, words: [], text: '' });
    expect(framesOf([cell(160), cell(320)], page)).toEqual([cell(320).box]);
  });

  describe('side by side', () => {
    const regionsOf = (pieces: readonly Piece[], words: readonly Word[] = []) =>
      viewsOf([], coverage(pieces), textLinesOf(words), page, { tables: [] }).map(({ region }) => [
        Math.round(region!.left),
        Math.round(region!.right),
      ]);
    const row = [...windowOf(60, 100), ...windowOf(163, 100)];

    test('are divided by a white band of any width', () => {
      expect(regionsOf(row)).toEqual([
        [60, 160],
        [163, 263],
      ]);
      expect(regionsOf([...windowOf(60, 100), ...windowOf(160.3, 102)])).toHaveLength(1);
    });

    test('are divided beside arcs, of which only what is drawn counts', () => {
      const bow = { x: 150, y: 140, radius: 100, from: -0.1 * Math.PI, sweep: 0.2 * Math.PI, pen: 0 };
      const drawn = { ...coverage(row), arcs: [bow] };
      expect(viewsOf([], drawn, [], page, { tables: [] })).toHaveLength(2);
    });

    test('are one drawing if a part of it is further apart than they are', () => {
      const tall = [...windowOf(60, 100), ...windowOf(60, 180)];
      const chain = (left: number) =>
        Array.from({ length: 11 }, (_, i): Piece => [left + 10 * i, 190, left + 10 * i, 200]);
      const beside = (left: number) => regionsOf([...tall, ...windowOf(left, 100), ...chain(left)]);
      expect(beside(168)).toHaveLength(1);
      expect(beside(172)).toHaveLength(2);
    });

    test('are divided in both directions', () => {
      const lower = windowOf(163, 186);
      expect(regionsOf([...row, ...lower])).toEqual([
        [60, 160],
        [163, 263],
        [163, 263],
      ]);
    });

    test('have no few lines as a part of their own', () => {
      const bars = (count: number): Piece[] => [
        [163, 100, 163, 180],
        ...Array.from({ length: count }, (_, i): Piece => [163, 104 + 8 * i, 263, 104 + 8 * i]),
      ];
      expect(regionsOf([...windowOf(60, 100), ...bars(8)])).toEqual([[60, 264]]);
      expect(regionsOf([...windowOf(60, 100), ...bars(9)])[0]).toEqual([60, 160]);
    });

    test('may be small if each has a dimension of its own', () => {
      const small = (left: number) => windowOf(left, 100).map(([x0, y0, x1, y1]): Piece => [x0, y0 / 2, x1, y1 / 2]);
      const found = (...lefts: number[]) => {
        const measured = lefts.map((left) => ({ left, top: 60, right: left + 20, bottom: 66 }));
        const drawn = coverage([...small(60), ...small(163)]);
        return viewsOf([], drawn, [], page, { tables: [] }, true, measured);
      };
      expect(found(70, 170)).toHaveLength(2);
      expect(found(70)).toEqual([]);
    });

    test('include one that its heading is as high as', () => {
      const small = (left: number) => windowOf(left, 100).map(([x0, y0, x1, y1]): Piece => [x0, y0 / 2, x1, y1 / 2]);
      const heading = { number: null, title: 'SECTION A-A', scale: null, confidence: 0.9 };
      const box = { left: 60, top: 92, right: 150, bottom: 116 };
      const drawn = coverage([...small(60), ...small(163)]);
      const texts = textLinesOf([word('SECTION A-A', 60, 92, 12)]);
      const found = viewsOf([{ ...heading, box }], drawn, texts, page, { tables: [] });
      expect(found.map(({ title, region }) => [title, Math.round(region!.right)])).toEqual([['SECTION A-A', 160]]);
    });

    test('are not columns of text with short lines', () => {
      const columns = [
        [60, 100],
        [164, 110],
      ] as const;
      const words = columns.flatMap(([left, top]) =>
        [0, 20, 40, 60, 80].map((y) => word('CONCRETECONC', left, top + y, 14)),
      );
      const ticks = columns.flatMap(([left, top]) =>
        Array.from({ length: 12 }, (_, i): Piece => {
          const y = top + 13 + 20 * (i % 4);
          return [left + 8 * i, y, left + 8 * i, y + 8];
        }),
      );
      expect(regionsOf(ticks, words)).toEqual([]);
    });

    test('are not strings of dimensions along a drawing', () => {
      const chain: Piece[] = [
        [60, 190, 160, 190],
        ...Array.from({ length: 10 }, (_, i): Piece => [60 + 11 * i, 184, 60 + 11 * i, 196]),
      ];
      expect(regionsOf([...windowOf(60, 100), ...chain])).toHaveLength(1);
    });
  });

  test('divide a drawing that runs past several headings', () => {
    const steps = Array.from({ length: 33 }, (_, i): Piece => [80, 50 + 15 * i, 180, 50 + 15 * i]);
    const drawn = coverage([...box(40, 30, 760, 560), ...steps]);
    const words = [
      word('UPPER PLAN', 100, 280),
      word('1:50', 100, 292),
      word('LOWER PLAN', 100, 520),
      word('1:50', 100, 532),
    ];
    const [upper, lower] = viewsOf(headings(drawn, words), drawn, textLinesOf(words), page, { tables: [] });
    expect(upper!.region!.bottom).toBeLessThan(330);
    expect(lower!.region!.top).toBeGreaterThan(270);
  });
});

describe('hatches', () => {
  const slanting = (count: number, step: (i: number) => number): Piece[] =>
    Array.from({ length: count }, (_, i) => [100 + step(i), 100, 140 + step(i), 140]);

  test('are equally spaced parallel lines', () => {
    const { hatches, members } = hatchesOf(coverage(slanting(12, (i) => 6 * i)), [], []);
    expect(hatches).toMatchObject([{ angle: 45, lines: 12, box: { left: 100, top: 100, right: 206, bottom: 140 } }]);
    expect(hatches[0]!.spacing).toBeCloseTo(6 / Math.SQRT2, 1);
    expect(members.size).toBe(12);
  });

  test('do not include lines at uneven distances, or those of a table', () => {
    expect(hatchesOf(coverage(slanting(12, (i) => 3 * i + (i % 3) * 2.5)), [], []).hatches).toEqual([]);
    const rows: Piece[] = Array.from({ length: 20 }, (_, i) => [100, 100 + 10 * i, 300, 100 + 10 * i]);
    const table = { box: { left: 100, top: 100, right: 300, bottom: 290 } };
    expect(hatchesOf(coverage(rows), [], []).hatches).toHaveLength(1);
    expect(hatchesOf(coverage(rows), [], [table]).hatches).toEqual([]);
  });
});

describe('walls', () => {
  // 1:50: 300 mm are 17 pt.
  const pair: Piece[] = [
    [100, 100, 400, 100],
    [110, 117, 390, 117],
  ];
  const furniture: Piece[] = Array.from({ length: 20 }, (_, i) => [500, 10 * i, 700, 10 * i + 3]);
  const walls = (pens: number[], scale: number | undefined) => {
    const drawn = coverage([...pair, ...furniture], pens);
    return wallsOf(drawn, new LineIndex(drawn.lines), scale, { lines: new Set<Line>(), boxes: [] });
  };

  test("are pairs of parallel lines of a heavier pen, at the distance of a wall's thickness", () => {
    expect(walls([1, 1], 50)).toMatchObject([{ x0: 110, x1: 390, y0: 108.5, y1: 108.5, thickness: 17 }]);
  });

  test('drawn as a filled strip have its outline, which is not a side of another wall', () => {
    const leaf: Piece = [150, 126, 250, 126];
    const strip = [100, 100, 400, 100, 400, 117, 100, 117];
    const drawn = coverage([...pair, leaf, ...furniture], [1, 1, 1]);
    const found = (areas: Coverage['areas']) =>
      wallsOf({ ...drawn, areas }, new LineIndex(drawn.lines), 50, { lines: new Set<Line>(), boxes: [] });
    expect(found([])).toMatchObject([{ filled: false }, { filled: false, thickness: 9 }]);
    expect(found([{ points: strip } as Coverage['areas'][number]])).toMatchObject([{ filled: true, thickness: 17 }]);
  });

  test('require a scale and a heavier pen', () => {
    expect(walls([1, 1], undefined)).toEqual([]);
    expect(walls([1, 1], 500)).toEqual([]);
    expect(walls([0, 0], 50)).toEqual([]);
  });
});

describe('rooms', () => {
  const rooms = (...words: Word[]) => roomsOf(textLinesOf(words), []);
  test('have a name with a number or an area, or a common name', () => {
    expect(rooms(word('OFFICE', 100, 100), word('1.12', 105, 110))).toMatchObject([{ name: 'OFFICE', number: '1.12' }]);
    expect(rooms(word('Küche', 100, 100), word('12,50 m²', 100, 110))).toMatchObject([
      { name: 'Küche', area: '12,50 m²', number: null },
    ]);
    expect(rooms(word('KITCHEN', 100, 100))).toMatchObject([{ name: 'KITCHEN', confidence: 0.7 }]);
    expect(rooms(word('SEE NOTE', 100, 100), word('12', 105, 110))).toEqual([]);
  });
});

describe('revision clouds', () => {
  /** A closed chain of half circles along a rectangle, one for each step. */
  const cloud = (bulge: 1 | -1): Piece[] => {
    const corners: [number, number][] = [];
    for (let i = 0; i < 10; i++) corners.push([100 + 20 * i, 100]);
    for (let i = 0; i < 4; i++) corners.push([300, 100 + 20 * i]);
    for (let i = 0; i < 10; i++) corners.push([300 - 20 * i, 180]);
    for (let i = 0; i < 4; i++) corners.push([100, 180 - 20 * i]);
    return corners.flatMap(([x0, y0], i): Piece[] => {
      const [x1, y1] = corners[(i + 1) % corners.length]!;
      const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
      const start = Math.atan2(y0 - cy, x0 - cx);
      const at = (k: number): [number, number] => [
        cx + 10 * Math.cos(start + (bulge * Math.PI * k) / 12),
        cy + 10 * Math.sin(start + (bulge * Math.PI * k) / 12),
      ];
      return Array.from({ length: 12 }, (_, k): Piece => [...at(k), ...at(k + 1)]);
    });
  };

  test('are closed chains of arcs that bulge outwards', () => {
    expect(cloudsOf(coverage(cloud(1)), [])).toMatchObject([{ arcs: 28 }]);
    expect(cloudsOf(coverage(cloud(-1)), [])).toEqual([]);
    expect(cloudsOf(coverage(cloud(1).slice(0, 240)), [])).toEqual([]);
  });
});

describe('locations', () => {
  const model = upgradeModel({
    page: 1,
    ...page,
    grid: [
      { name: 'C', x0: 200, y0: 0, x1: 200, y1: 500 },
      { name: 'D', x0: 400, y0: 0, x1: 400, y1: 500 },
      { name: '4', x0: 0, y0: 300, x1: 700, y1: 300 },
    ],
    scales: [{ scale: 50, dimensions: 9, box: { left: 0, top: 0, right: 700, bottom: 500 } }],
    rooms: [
      {
        name: 'OFFICE',
        number: '1.12',
        area: null,
        box: { left: 210, top: 310, right: 260, bottom: 330 },
        confidence: 0.9,
      },
    ],
    walls: [{ x0: 346, y0: 200, x1: 346, y1: 400, thickness: 20, filled: false, confidence: 0.6 }],
  });
  const at = (x: number, y: number) => locate(model, { left: x - 5, top: y - 5, right: x + 5, bottom: y + 5 });

  test('name grid lines, room and distance from a wall', () => {
    expect(at(200, 290)).toMatchObject({
      grid: 'C/4',
      room: '1.12 OFFICE',
      offset: '2.40 m from the wall on the right',
    });
    expect(at(200, 290).text).toBe('grid C/4, room 1.12 OFFICE, 2.40 m from the wall on the right');
  });

  test('are empty far from everything', () => {
    expect(at(780, 580)).toEqual({ view: null, grid: null, room: null, offset: null, text: '' });
  });

  test('name the view, if there are several', () => {
    const view = (title: string, left: number) => ({
      number: null,
      title,
      scale: null,
      box: { left, top: 500, right: left + 50, bottom: 510 },
      region: { left, top: 0, right: left + 300, bottom: 510 },
      confidence: 0.9,
    });
    const both = { ...model, views: [view('PLAN', 0), view('SECTION', 320)] };
    expect(locate(both, { left: 100, top: 290, right: 110, bottom: 300 })).toMatchObject({ view: 'PLAN' });
    expect(locate(both, { left: 410, top: 290, right: 420, bottom: 300 }).text).toMatch(/^SECTION, /);
  });
});

test('a stored model of the first version gets empty lists for the fields it lacks', () => {
  const views = [{ number: '1', title: 'PLAN', scale: null, box: { left: 0, top: 0, right: 9, bottom: 9 } }];
  expect(upgradeModel({ page: 3, width: 100, height: 50, source: 'vector', views })).toMatchObject({
    version: 1,
    page: 3,
    source: 'vector',
    hatches: [],
    walls: [],
    tables: [],
    views: [{ title: 'PLAN', region: null }],
  });
});
