import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import {
  bubblesOf,
  coverageOf,
  type FilledArea,
  type Linework,
  leadersOf,
  marksOf,
  sectionMarksOf,
  symbolsOf,
  textLinesOf,
} from '../../../shared/drawing/index.ts';
import { LineIndex } from '../../../shared/drawing/line-index.ts';

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];
type Area = readonly number[];

const emptyLinework: Linework = {
  width: 800,
  height: 600,
  styles: [],
  layers: [],
  instances: [],
  paths: new Uint32Array(0),
  verbs: new Uint8Array(0),
  points: new Float32Array(0),
  pictures: new Float32Array(0),
  truncated: false,
};

const coverage = (pieces: readonly Piece[], areas: readonly Area[] = []) =>
  coverageOf({
    count: pieces.length,
    ends: Float64Array.from(pieces.flat()),
    pen: new Uint32Array(pieces.length),
    pens: [{ colour: '#000000', width: 0.5, dash: [], layer: null, edge: false }],
    areas: areas.map((points): FilledArea => ({ colour: '#000000', points: [...points], layer: null, instance: -1 })),
  });
const word = (text: string, x: number, y: number): Word => ({
  text,
  x: x - 2.5 * text.length,
  y: y - 4,
  width: 5 * text.length,
  height: 8,
  size: 8,
  angle: 0,
});
/** A closed outline through corners. */
const outline = (...corners: readonly (readonly [number, number])[]): Piece[] =>
  corners.map(([x, y], i) => [x, y, ...corners[(i + 1) % corners.length]!]);
const square = (x: number, y: number, half = 10): Piece[] =>
  outline([x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]);
const diamond = (x: number, y: number, half = 14): Piece[] =>
  outline([x, y - half], [x + half, y], [x, y + half], [x - half, y]);
const circle = (x: number, y: number, radius: number): Piece[] =>
  outline(
    ...Array.from({ length: 24 }, (_, i) => {
      const angle = (i * Math.PI) / 12;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
    }),
  );

/** The leaders of a drawing, and the kind, name and count of each symbol. */
const read = (pieces: readonly Piece[], words: readonly Word[], areas: readonly Area[] = []) => {
  const drawn = coverage(pieces, areas);
  const index = new LineIndex(drawn.lines);
  const bubbles = bubblesOf(drawn, words, index);
  const texts = textLinesOf(words);
  const frames = bubbles.map(({ x, y, radius }) => ({
    left: x - radius,
    top: y - radius,
    right: x + radius,
    bottom: y + radius,
  }));
  const leaders = leadersOf(drawn, texts, index, frames, []);
  const symbols = symbolsOf(emptyLinework, drawn, { bubbles, words, leaders, hasBlocks: false });
  return { leaders, symbols: symbols.map(({ kind, name, count }) => `${count} ${kind} ${name}`), bubbles };
};

describe('tags', () => {
  test('are texts in a square or a diamond', () => {
    const words = [word('7', 100, 100), word('W2', 200, 100), word('12', 300, 100)];
    const three = [[290, 90, 310, 90] as const, [290, 110, 310, 110] as const, [290, 90, 290, 110] as const];
    expect(read([...square(100, 100), ...diamond(200, 100), ...three], words).symbols).toEqual(['1 tag 7', '1 tag W2']);
  });

  test('in a column with texts beside them are a key', () => {
    const words = [word('1', 100, 100), word('2', 100, 140), word('1', 300, 300)];
    const pieces = [...square(100, 100), ...square(100, 140), ...square(300, 300)];
    const key = [word('CONCRETE', 140, 100), word('MASONRY', 137.5, 140)];
    expect(read(pieces, [...words, ...key]).symbols).toEqual(['1 tag 1']);
    expect(read(pieces, words).symbols).toEqual(['2 tag 1', '1 tag 2']);
  });

  test('may have a size beside their code in the circle, which names no sheet', () => {
    const sized = read(circle(100, 100, 18), [word('V8', 100, 94), word('4.80', 100, 106)]);
    expect(sized.symbols).toEqual(['1 tag V8']);
    expect(marksOf(sized.bubbles)).toEqual([]);
    const mark = read(circle(100, 100, 18), [word('8', 100, 94), word('A4.80', 100, 106)]);
    expect(mark.symbols).toEqual([]);
    expect(marksOf(mark.bubbles)).toMatchObject([{ view: '8', sheet: 'A4.80' }]);
  });

  test('may have a class above their number, of which the page has several', () => {
    const numbered = (...numbers: string[]) =>
      read(
        numbers.flatMap((_, i) => circle(100 + 60 * i, 100, 18)),
        numbers.flatMap((number, i) => [word('OP', 100 + 60 * i, 94), word(number, 100 + 60 * i, 106)]),
      );
    const elements = numbered('81', '82', '91', '82');
    expect(elements.symbols).toEqual(['2 tag OP 82', '1 tag OP 81', '1 tag OP 91']);
    expect(marksOf(elements.bubbles)).toEqual([]);
    const marks = numbered('81', '82', '81');
    expect(marks.symbols).toEqual([]);
    expect(marksOf(marks.bubbles, new Set(marks.bubbles))).toHaveLength(3);
  });

  test('are codes at leaders, once for all arrows', () => {
    const pieces: Piece[] = [
      [112, 100, 140, 120],
      [112, 100, 140, 160],
    ];
    const arrows = [
      [148.1, 125.8, 140.9, 118.8, 139.1, 121.2],
      [144.7, 170, 138.6, 160.6, 141.4, 159.4],
    ];
    expect(read(pieces, [word('VE-1', 100, 100)], arrows).symbols).toEqual(['1 tag VE-1']);
    expect(read(pieces, [word('VE-1', 100, 100)]).symbols).toEqual([]);
    expect(read(pieces, [word('R12', 100, 100)], arrows).symbols).toEqual([]);
    expect(read(pieces, [word('B2', 78, 100), word('20x40', 97.5, 100)], arrows).symbols).toEqual(['1 tag B2']);
  });
});

describe('leaders', () => {
  const said = (found: ReturnType<typeof read>) =>
    found.leaders.map(({ text, x, y }) => `${text} ${Math.round(x)} ${Math.round(y)}`);
  const words = [word('CONCRETE', 100, 100)];
  const under: Piece = [80, 106, 124, 106];
  const bent: Piece = [124, 106, 150, 140];

  test('lead from the line under a text to an open arrowhead', () => {
    const barbs: Piece[] = [
      [150, 140, 148.2, 132.8],
      [150, 140, 143.8, 136],
    ];
    expect(said(read([under, bent, ...barbs], words))).toEqual(['CONCRETE 150 140']);
    expect(said(read([under, bent, barbs[0]!], words))).toEqual([]);
  });

  test('may end in a dot, open or filled', () => {
    expect(said(read([under, bent, ...circle(150, 140, 2)], words))).toEqual(['CONCRETE 150 140']);
    const dot = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6).flatMap((angle) => [
      150 + 2 * Math.cos(angle),
      140 + 2 * Math.sin(angle),
    ]);
    expect(said(read([under, bent], words, [dot]))).toEqual(['CONCRETE 150 140']);
  });

  test('begin at the frame around a text', () => {
    const arrow = [160, 100, 152, 98.5, 152, 101.5];
    const line: Piece = [110, 100, 152, 100];
    expect(said(read([...square(100, 100), line], [word('2', 100, 100)], [arrow]))).toEqual(['2 160 100']);
  });

  test('are neither dimension lines nor lines that only pass a text', () => {
    const arrows = [
      [80, 106, 88, 104.5, 88, 107.5],
      [124, 106, 116, 104.5, 116, 107.5],
    ];
    expect(said(read([under], [word('2400', 100, 100)], arrows))).toEqual([]);
    const arrow = [260, 106, 252, 104.5, 252, 107.5];
    expect(said(read([[20, 106, 252, 106]], words, [arrow]))).toEqual([]);
  });
});

describe('marks', () => {
  const triangle = [100, 92, 108, 92, 104, 98];
  const line: Piece = [60, 98, 160, 98];
  const marks = (words: readonly Word[], pieces: readonly Piece[] = [line], areas: readonly Area[] = [triangle]) =>
    read(pieces, words, areas).symbols;

  test('of levels are filled triangles on a line, beside a level after what it is', () => {
    expect(marks([word('N.', 70, 90), word('+7.50', 90, 90)])).toEqual(['1 level_mark N. +7.50']);
    expect(marks([word('+7.50', 90, 90)], [])).toEqual([]);
    expect(marks([word('+7.50', 90, 90)], [line], [])).toEqual([]);
  });

  test('of levels may have no number, and are named by it if there is one', () => {
    expect(marks([word('N.P.T.', 104, 86)])).toEqual(['1 level_mark N.P.T.']);
    expect(marks([word('TIMBER', 104, 86)])).toEqual([]);
    expect(marks([word('FFL', 88, 86), word('+1.20', 88, 95)])).toEqual(['1 level_mark +1.20']);
  });

  test('of elevations may have view and sheet on one line', () => {
    const pieces = [
      ...outline([100, 90], [120, 90], [120, 110], [100, 110]),
      ...outline([100, 90], [100, 110], [88, 100]),
    ];
    expect(marks([word('1', 96, 100), word('A2', 110, 100)], pieces, [])).toEqual(['1 elevation_mark 1/A2']);
  });

  test('of sections may have a filled arrow beside the letter at each end', () => {
    const arrow = (x: number, y: number) => [x - 4, y, x + 4, y, x, y - 18];
    const texts = textLinesOf([word('A', 112, 104), word('A', 512, 104)]);
    const index = new LineIndex(coverage([[0, 0, 800, 0]]).lines);
    const ends = (points: readonly (readonly number[])[]) =>
      sectionMarksOf(texts, [], [], index, coverage([], points).areas).map(({ view, sheet }) => [view, sheet]);
    expect(ends([arrow(104, 100), arrow(504, 100)])).toEqual([
      ['A', null],
      ['A', null],
    ]);
    expect(ends([arrow(104, 100)])).toEqual([]);
    // The arrowhead of a dimension is small.
    expect(ends([104, 504].map((x) => [x - 1, 100, x + 1, 100, x, 95]))).toEqual([]);
  });
});
