import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { bubblesOf, coverageOf, type FilledArea, type Linework, symbolsOf } from '../../../shared/drawing/index.ts';
import { levelMarksOf } from '../../../shared/drawing/level-marks.ts';
import { LineIndex } from '../../../shared/drawing/line-index.ts';
import { textLinesOf } from '../../../shared/drawing/text-lines.ts';

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];

const empty: Linework = {
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

interface Drawn {
  words?: readonly Word[];
  areas?: readonly (readonly number[])[];
  scale?: number;
  hasBlocks?: boolean;
}

const coverageOfPieces = (pieces: readonly Piece[], areas: readonly (readonly number[])[] = []) =>
  coverageOf({
    count: pieces.length,
    ends: Float64Array.from(pieces.flat()),
    pen: new Uint32Array(pieces.length),
    pens: [{ colour: '#000000', width: 0.5, dash: [], layer: null, edge: false }],
    areas: areas.map((points): FilledArea => ({ colour: '#000000', points: [...points], layer: null, instance: -1 })),
  });

/** The kind, name and count of each symbol of a drawing of lines and black areas. */
const symbols = (pieces: readonly Piece[], { words = [], areas = [], scale, hasBlocks = true }: Drawn = {}) => {
  const coverage = coverageOfPieces(pieces, areas);
  return symbolsOf(empty, coverage, { bubbles: bubblesOf(coverage, words), words, scale, hasBlocks }).map(
    ({ kind, name, count }) => `${count} ${kind} ${name}`.trim(),
  );
};

const word = (text: string, x: number, y: number, height = 8): Word => ({
  text,
  x,
  y,
  width: 5 * text.length,
  height,
  size: height,
  angle: 0,
});
const chords = (x: number, y: number, radius: number, from: number, sweep: number, count: number): Piece[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, b] = [from + (sweep * i) / count, from + (sweep * (i + 1)) / count];
    return [x + radius * Math.cos(a), y + radius * Math.sin(a), x + radius * Math.cos(b), y + radius * Math.sin(b)];
  });
/** A door whose leaf is open at `turn`, with its swing from there by `sweep`. */
const door = (x: number, y: number, turn: number, sweep = Math.PI / 2): Piece[] => [
  [x, y, x + 40 * Math.cos(turn), y + 40 * Math.sin(turn)],
  ...chords(x, y, 40, turn, sweep, 12),
];

describe('doors', () => {
  test('with two leaves that meet are one', () => {
    const [left, right] = [door(100, 100, Math.PI / 2, -Math.PI / 2), door(180, 100, Math.PI / 2, Math.PI / 2)];
    expect(symbols([...left, ...right])).toEqual(['1 door 80']);
    expect(symbols([...left, ...door(190, 300, Math.PI / 2, Math.PI / 2)])).toEqual(['2 door 40']);
  });

  test('may have a swing in dashes, of one or two chords each', () => {
    const swing = chords(100, 100, 40, 0, Math.PI / 2, 24);
    const dashes = (kept: number) => swing.filter((_, i) => i % 3 < kept);
    expect(symbols([[100, 100, 140, 100], ...dashes(2)])).toEqual(['1 door 40']);
    expect(symbols([[100, 100, 140, 100], ...dashes(2).slice(0, 8)])).toEqual([]);
    // All around the centre they are a dial.
    const dial = chords(100, 100, 40, 0, 2 * Math.PI, 96).filter((_, i) => i % 3 < 2);
    expect(symbols([[100, 100, 140, 100], ...dial])).toEqual([]);
  });

  test('may have a swing of a plotter, which steps in few directions', () => {
    const steps = (size: number): Piece[] =>
      Array.from({ length: 16 }, (_, k): Piece[] => {
        const [from, to] = [(k * Math.PI) / 32, ((k + 1) * Math.PI) / 32];
        const [x0, y0, x1, y1] = [
          100 + size * Math.cos(from),
          100 + size * Math.sin(from),
          100 + size * Math.cos(to),
          100 + size * Math.sin(to),
        ];
        // Along an axis first, then diagonally.
        const rest = Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0));
        const [u, v] = [x1 + rest, y1 - rest];
        return [
          [x0, y0, u, v],
          [u, v, x1, y1],
        ];
      }).flat();
    expect(symbols([[100, 100, 114, 100], ...steps(14)])).toEqual(['1 door 14']);
    // Dots around a line, such as those of concrete, are no swing.
    const dots = chords(100, 100, 150, 0, Math.PI / 2, 500).map(([x, y]): Piece => [x, y, x + 0.5, y + 0.5]);
    expect(symbols([[100, 100, 250, 100], ...dots])).toEqual([]);
  });

  test('may be half open if the leaf reaches the swing exactly', () => {
    expect(symbols(door(100, 100, 0, 1))).toEqual(['1 door 40']);
    const [[x0, y0, x1]] = door(100, 100, 0) as [Piece];
    expect(symbols([[x0, y0, x1 - 3, y0], ...chords(100, 100, 40, 0, 1, 12)])).toEqual([]);
  });

  test('may be half open beside the frame of the closed leaf, unlike a sector', () => {
    const [u, v] = [100 + 40 * Math.cos(1), 100 + 40 * Math.sin(1)];
    const closed = (aside: number): Piece => [100, 100 - aside, u, v - aside];
    expect(symbols([...door(100, 100, 0, 1), closed(0)])).toEqual([]);
    expect(symbols([...door(100, 100, 0, 1), closed(0.6)])).toEqual(['1 door 40']);
  });

  test('may have a leaf that is one line with the jamb', () => {
    const swing = chords(100, 100, 40, 0, Math.PI / 2, 12);
    const leaf = (from: number, y = 100): Piece => [from, y, 140, y];
    expect(symbols([leaf(80), ...swing])).toEqual(['1 door 40']);
    expect(symbols([leaf(120), ...swing])).toEqual([]);
    expect(symbols([[80, 60, 140, 100], ...swing])).toEqual([]);
  });

  test('are not measured by an odd scale of numbers that fit by chance', () => {
    expect(symbols(door(100, 100, 0), { scale: 3.24 })).toEqual(['1 door 40']);
    expect(symbols(door(100, 100, 0), { scale: 2 })).toEqual([]);
  });

  test('are wider than a lid on a sheet with a scale', () => {
    expect(symbols(door(100, 100, 0), { scale: 50 })).toEqual(['1 door 40']);
    expect(symbols(door(100, 100, 0), { scale: 20 })).toEqual([]);
  });
});

describe('windows', () => {
  /** A level wall of 10 pt from x = 100 to 400, with an opening from 200 to 260. */
  const wall: Piece[] = [
    [100, 100, 200, 100],
    [100, 110, 200, 110],
    [260, 100, 400, 100],
    [260, 110, 400, 110],
    [200, 100, 200, 110],
    [260, 100, 260, 110],
  ];
  const turned = (pieces: readonly Piece[]): Piece[] => pieces.map(([x0, y0, x1, y1]) => [y0, 600 - x0, y1, 600 - x1]);

  test('are openings of a wall with panes, in any direction', () => {
    const panes: Piece[] = [
      [200, 104, 260, 104],
      [200, 106, 260, 106],
    ];
    expect(symbols([...wall, ...panes])).toEqual(['1 window 60']);
    expect(symbols(turned([...wall, ...panes]))).toEqual(['1 window 60']);
  });

  test('may have sliding panes between the posts of a frame', () => {
    const sliding: Piece[] = [
      [202, 100, 202, 110],
      [258, 100, 258, 110],
      [202, 104, 232, 104],
      [228, 106, 258, 106],
    ];
    expect(symbols([...wall, ...sliding])).toEqual(['1 window 60']);
  });

  test('are neither bare openings, nor hatched, nor bands without a wall, nor labelled', () => {
    const pane: Piece = [200, 105, 260, 105];
    const hatch = Array.from({ length: 8 }, (_, i): Piece => [202 + 7 * i, 101, 207 + 7 * i, 109]);
    expect(symbols(wall)).toEqual([]);
    expect(symbols([...wall, ...hatch, pane])).toEqual([]);
    expect(symbols([...wall.slice(4), [200, 100, 260, 100], [200, 110, 260, 110], pane])).toEqual([]);
    expect(symbols([...wall, pane], { words: [word('W1', 220, 101)] })).toEqual([]);
  });

  test('are no joints of masonry, which have others close beside them', () => {
    const brick = (x: number, y: number): Piece[] =>
      [...wall, [200, 105, 260, 105] as Piece].map(([a, b, c, d]): Piece => [a + x, b + y, c + x, d + y]);
    expect(symbols([...brick(0, 0), ...brick(0, 24)])).toEqual(['2 window 60']);
    expect(symbols([...brick(0, 0), ...brick(0, 40), ...brick(0, 80)])).toEqual(['3 window 60']);
    expect(symbols([...brick(0, 0), ...brick(0, 12), ...brick(0, 24)])).toEqual([]);
  });

  test('with two panes have the leaf that opens in them; a threshold is part of a door', () => {
    const leaf = [[202, 111, 202, 169] as Piece, ...chords(202, 111, 58, 0, Math.PI / 2, 12)];
    expect(symbols([...wall, [200, 105, 260, 105], ...leaf])).toEqual(['1 door 58']);
    expect(symbols([...wall, [200, 104, 260, 104], [200, 106, 260, 106], ...leaf])).toEqual(['1 window 60']);
  });
});

describe('level marks', () => {
  const quarter = (x: number, y: number, radius: number, from: number): number[] => [
    x,
    y,
    ...Array.from({ length: 9 }, (_, i) => from + (i * Math.PI) / 16).flatMap((angle) => [
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ]),
  ];

  test('are targets with a number, which needs no sign', () => {
    const target = [quarter(100, 100, 6, 0), quarter(100, 100, 6, Math.PI)];
    const words = [word('2890', 110, 90)];
    expect(symbols([], { areas: target, words })).toEqual(['1 level_mark 2890']);
    expect(symbols([], { areas: target })).toEqual([]);
    const triangle: Piece[] = [
      [112, 100, 124, 100],
      [112, 100, 118, 110],
      [124, 100, 118, 110],
      [100, 110, 180, 110],
    ];
    const signed = [word('+2.890', 110, 90)];
    expect(symbols(triangle, { areas: target, words: signed })).toEqual(['1 level_mark +2.890']);
    expect(symbols([], { areas: target.slice(1), words })).toEqual([]);
    const beside = [quarter(100, 100, 6, 0), quarter(100, 100, 6, Math.PI / 2)];
    expect(symbols([], { areas: beside, words })).toEqual([]);
  });

  test('are targets whose quarters are filled with lines', () => {
    const fill = (x: number, y: number, signs: readonly [number, number][]): Piece[] =>
      signs.flatMap(([u, v]) =>
        [2, 4, 6, 8].map((k): Piece => [x + 1 * u, y + k * v, x + u * Math.sqrt(95 - k * k), y + k * v]),
      );
    const circle = chords(100, 100, 10, 0, 2 * Math.PI, 24);
    const words = [word("8'", 114, 94)];
    const [opposite, beside]: [number, number][][] = [
      [
        [1, 1],
        [-1, -1],
      ],
      [
        [1, 1],
        [-1, 1],
      ],
    ];
    expect(symbols([...circle, ...fill(100, 100, opposite!)], { words })).toEqual(["1 level_mark 8'"]);
    expect(symbols([...circle, ...fill(100, 100, beside!)], { words })).toEqual([]);
  });

  test('are triangles that stand on a line beside a level', () => {
    const triangle: Piece[] = [
      [100, 90, 112, 90],
      [100, 90, 106, 100],
      [112, 90, 106, 100],
    ];
    const line: Piece = [60, 100, 160, 100];
    const words = [word('2.40', 116, 88)];
    expect(symbols([...triangle, line], { words })).toEqual(['1 level_mark 2.40']);
    expect(symbols(triangle, { words })).toEqual([]);
    expect(symbols([...triangle, [100, 100, 112, 100]], { words })).toEqual(['1 level_mark 2.40']);
    const shelf: Piece = [100, 90, 140, 90];
    expect(symbols([...triangle, shelf], { words })).toEqual(['1 level_mark 2.40']);
    // What it is the height of needs a line at its tip.
    expect(symbols([...triangle, shelf], { words: [word('FFL', 116, 88)] })).toEqual([]);
    expect(symbols([...triangle, line], { words: [word('FFL', 116, 88)] })).toEqual(['1 level_mark FFL']);
    expect(symbols([...triangle, line], { words: [word('A', 116, 88)] })).toEqual([]);
    // An arrowhead is longer than wide.
    const arrow: Piece[] = [
      [104, 90, 108, 90],
      [104, 90, 106, 100],
      [108, 90, 106, 100],
    ];
    expect(symbols([...arrow, line], { words })).toEqual([]);
  });

  test('are halves of triangles, or arrowheads on a line', () => {
    const words = [word('2.40', 110, 78)];
    const half = (shelf: number): Piece[] => [
      [100, 90, 106, 100],
      [106, 76, 106, 100],
      [100, 90, shelf, 90],
    ];
    // The line under the text goes on beyond the triangle.
    expect(symbols(half(136), { words })).toEqual(['1 level_mark 2.40']);
    expect(symbols(half(106), { words })).toEqual([]);
    expect(symbols(half(136).slice(0, 2), { words })).toEqual([]);
    const line: Piece = [60, 110, 160, 110];
    const open: Piece[] = [
      [100, 104, 106, 110],
      [112, 104, 106, 110],
    ];
    const stem: Piece = [106, 88, 106, 110];
    const signed = [word('+2.40', 106, 78)];
    expect(symbols([...open, stem, line], { words: signed })).toEqual(['1 level_mark +2.40']);
    expect(symbols([...open, stem], { words: signed })).toEqual([]);
    // The stem leads to the text.
    expect(symbols([...open, line], { words: signed })).toEqual([]);
    // A length has no sign.
    expect(symbols([...open, stem, line], { words: [word('2.40', 106, 78)] })).toEqual([]);
  });

  test('have the outer one of nested triangles for their outline', () => {
    const triangle = (inset: number): Piece[] => [
      [100 + 2 * inset, 90 + inset, 116 - 2 * inset, 90 + inset],
      [100 + 2 * inset, 90 + inset, 108, 104],
      [116 - 2 * inset, 90 + inset, 108, 104],
    ];
    const line: Piece = [60, 104, 200, 104];
    const drawn = coverageOfPieces([...triangle(0), ...triangle(1), line]);
    const [mark, ...others] = levelMarksOf(drawn, textLinesOf([word('+2.40', 108, 112)]), new LineIndex(drawn.lines));
    expect(others).toEqual([]);
    expect(mark!.box).toEqual({ left: 100, top: 90, right: 116, bottom: 104 });
  });

  test('have the triangle that is nearest to their text', () => {
    const triangle = (x: number): Piece[] => [
      [x, 90, x + 8, 90],
      [x, 90, x + 4, 98],
      [x + 8, 90, x + 4, 98],
    ];
    const line: Piece = [60, 98, 300, 98];
    const words = [word('+2.4', 80, 80), word('+3.6', 122, 80)];
    expect(symbols([...triangle(98), ...triangle(107), line], { words })).toEqual([
      '1 level_mark +2.4',
      '1 level_mark +3.6',
    ]);
  });
});

test('an elevation mark is a triangle with a view that points away from its sheet', () => {
  const mark: Piece[] = [
    [100, 100, 140, 100],
    [100, 100, 100, 140],
    [140, 100, 140, 140],
    [100, 140, 140, 140],
    [100, 100, 120, 80],
    [140, 100, 120, 80],
  ];
  const words = [word('3', 118, 88), word('A200', 110, 116)];
  expect(symbols(mark, { words })).toEqual(['1 elevation_mark 3/A200']);
  expect(symbols(mark, { words: [word('3', 118, 88), word('A200', 110, 60)] })).toEqual([]);
  expect(symbols(mark.slice(0, 4), { words })).toEqual(['1 tag A200']);
  // In a circle it is a mark of the model.
  expect(symbols([...mark, ...chords(120, 120, 16, 0, 2 * Math.PI, 24)], { words })).toEqual(['1 tag A200']);
});

describe('north arrows', () => {
  const arrow = [100, 60, 106, 90, 100, 84, 94, 90];

  test('have a letter at an arrow', () => {
    expect(symbols([], { areas: [arrow], words: [word('N', 98, 50)] })).toEqual(['1 north_arrow']);
    expect(symbols([], { areas: [arrow], words: [word('M', 98, 50)] })).toEqual([]);
    expect(symbols([], { areas: [[90, 60, 110, 60, 110, 90, 90, 90]], words: [word('N', 98, 50)] })).toEqual([]);
  });

  test('have a word beside a star of lines', () => {
    const star = [0, 1, 2, 3].map((k): Piece => {
      const [u, v] = [12 * Math.cos((k * Math.PI) / 4), 12 * Math.sin((k * Math.PI) / 4)];
      return [110 - u, 90 - v, 110 + u, 90 + v];
    });
    expect(symbols(star, { words: [word('Nord', 100, 68)] })).toEqual(['1 north_arrow']);
    expect(symbols(star, { words: [word('Nord', 100, 40)] })).toEqual([]);
    expect(symbols(star, { words: [word('Norm', 100, 68)] })).toEqual([]);
  });

  test('are compasses with four letters', () => {
    const letters = [word('N', 98, 60), word('S', 98, 120), word('W', 68, 90), word('E', 128, 90)];
    expect(symbols([], { words: letters })).toEqual(['1 north_arrow']);
    expect(symbols([], { words: letters.slice(0, 3) })).toEqual([]);
  });

  test('are circles with a diameter and a needle', () => {
    const circle = chords(100, 100, 20, 0, 2 * Math.PI, 24);
    const needle = [98, 80, 102, 80, 102, 100, 98, 100];
    expect(symbols([...circle, [80, 100, 120, 100]], { areas: [needle] })).toEqual(['1 north_arrow']);
    expect(symbols([...circle, [80, 100, 120, 100]])).toEqual([]);
    expect(symbols(circle, { areas: [needle] })).toEqual([]);
  });
});

describe('blocks', () => {
  /** A chair that looks to one side: turned about its corner, mirrored or scaled, at a place. */
  const chair = (x: number, y: number, { turn = 0, mirrored = false, scale = 1 } = {}): Piece[] => {
    const corners = [
      [0, 0, 16, 0],
      [16, 0, 16, 20],
      [16, 20, 0, 20],
      [0, 20, 0, 0],
      [0, 0, 8, 12],
      [8, 12, 16, 20],
      [8, 12, 8, 16],
    ];
    const [cosine, sine] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
    const at = (u: number, v: number) => {
      const w = mirrored ? -u : u;
      return [x + w * cosine - v * sine, y + w * sine + v * cosine] as const;
    };
    return corners.map(([a, b, c, d]): Piece => [...at(a!, b!), ...at(c!, d!)]);
  };
  const three = [
    ...chair(100, 100),
    ...chair(300, 100, { turn: 0.7, mirrored: true }),
    ...chair(500, 100, { turn: 2, scale: 1.5 }),
  ];

  test('are lines that the page repeats, turned, mirrored or scaled', () => {
    expect(symbols(three)).toEqual(['3 block 1']);
    expect(symbols(three, { hasBlocks: false })).toEqual([]);
    expect(symbols(three.slice(7))).toEqual([]);
    // One of them has another leg.
    const other = three.map((piece, i): Piece => (i === 6 ? [108, 112, 102, 112] : piece));
    expect(symbols(other)).toEqual([]);
  });

  test('may be a circle with what ends in it', () => {
    const lamp = (x: number): Piece[] => [
      ...chords(x, 100, 10, 0, 2 * Math.PI, 24),
      ...[0, 0.8, 1.6, 2.4].map((angle): Piece => {
        const [u, v] = [7 * Math.cos(angle), 7 * Math.sin(angle)];
        return [x - u, 100 - v, x + u, 100 + v];
      }),
    ];
    expect(symbols([...lamp(100), ...lamp(200), ...lamp(300)])).toEqual(['3 block 1']);
  });

  test('are neither strips, nor boxes, nor letters', () => {
    const copies = (piece: (x: number) => Piece[]) => symbols([100, 200, 300, 400].flatMap(piece));
    const box = (x: number, width: number, height: number): Piece[] => [
      [x, 100, x + width, 100],
      [x + width, 100, x + width, 100 + height],
      [x + width, 100 + height, x, 100 + height],
      [x, 100 + height, x, 100],
    ];
    expect(copies((x) => [...box(x, 30, 4), [x, 100, x + 30, 104]])).toEqual([]);
    expect(copies((x) => [...box(x, 30, 20).slice(1), [x, 100, x + 12, 100], [x + 18, 100, x + 30, 100]])).toEqual([]);
    const letter = (x: number): Piece[] => chair(x, 100, { scale: 0.5 });
    expect(copies(letter)).toEqual(['4 block 1']);
    expect(copies((x) => [...letter(x), ...letter(x + 10)])).toEqual([]);
  });

  test('have the name of their legend, whose samples are not counted, or their tag', () => {
    const bin = (x: number, y: number): Piece[] => [
      ...chair(x, y).slice(0, 4),
      [x, y + 20, x + 8, y],
      [x + 8, y, x + 8, y + 9],
    ];
    const legend = [...chair(600, 300), ...bin(600, 340)];
    const words = [word('Chair', 630, 306), word('Bin', 630, 346)];
    expect(symbols([...three, ...bin(100, 500), ...legend], { words })).toEqual(['3 block Chair', '1 block Bin']);
    const tags = [word('C1', 120, 104), word('C1', 284, 80)];
    expect(symbols(three, { words: tags })).toEqual(['3 block C1']);
  });
});
