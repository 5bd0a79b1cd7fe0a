import { describe, expect, test } from 'vitest';
import type { Word } from '../../../shared/domain/page-text.ts';
import { isPointed } from '../../../shared/drawing/grid.ts';
import { printedScales } from '../../../shared/drawing/headings.ts';
import {
  bubblesOf,
  type Coverage,
  coverageOf,
  type DrawnSymbol,
  dimensionsOf,
  gridOf,
  headingsOf,
  type Linework,
  marksOf,
  measuresOf,
  sectionMarksOf,
  symbolsOf,
  type Table,
  textLinesOf,
} from '../../../shared/drawing/index.ts';
import { LineIndex } from '../../../shared/drawing/line-index.ts';

const page = { width: 800, height: 600 };

type Piece = readonly [x0: number, y0: number, x1: number, y1: number];
const coverage = (pieces: readonly Piece[]): Coverage =>
  coverageOf({
    count: pieces.length,
    ends: Float64Array.from(pieces.flat()),
    pen: new Uint32Array(pieces.length),
    pens: [{ colour: '#000000', width: 0.5, dash: [], layer: null, edge: false }],
    areas: [],
  });
const border: Piece[] = [
  [0, 0, 800, 0],
  [0, 0, 0, 600],
];
const word = (text: string, x: number, y: number, angle = 0): Word => {
  const long = 5 * text.length;
  const upright = angle === 90 || angle === 270;
  return {
    text,
    x: x - (upright ? 4 : long / 2),
    y: y - (upright ? long / 2 : 4),
    width: upright ? 8 : long,
    height: upright ? long : 8,
    size: 8,
    angle,
  };
};
const chords = (x: number, y: number, radius: number, from: number, sweep: number, count: number): Piece[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, b] = [from + (sweep * i) / count, from + (sweep * (i + 1)) / count];
    return [x + radius * Math.cos(a), y + radius * Math.sin(a), x + radius * Math.cos(b), y + radius * Math.sin(b)];
  });
const circle = (x: number, y: number, radius: number) => chords(x, y, radius, 0, 2 * Math.PI, 24);

/** A chain of horizontal dimensions with ticks: x of each tick. */
const chain = (y: number, ...stops: number[]): Piece[] => [
  [stops[0]! - 4, y, stops.at(-1)! + 4, y],
  ...stops.flatMap((x): Piece[] => [
    [x - 2, y + 2, x + 2, y - 2],
    [x, y - 6, x, y + 6],
  ]),
];

describe('measures', () => {
  const millimetres = (text: string) => measuresOf(text).map((measure) => `${measure.millimetres} by ${measure.unit}`);
  test.each([
    [`7'-10 1/2"`, ['2400.3 by ft-in']],
    [`2' - 8"`, ['812.8 by ft-in']],
    [`10"`, ['254 by ft-in']],
    [`3'-0½"`, ['927.1 by ft-in']],
    ['2.40', ['2.4 by mm', '2400 by m', '24 by cm']],
    ['240', ['240 by mm', '2400 by cm']],
    ['88⁵', ['88.5 by mm', '885 by cm']],
    ['2.40 m', ['2400 by m']],
    ['10 500', ['10500 by mm', '105000 by cm']],
    ['.25', ['0.25 by mm', '250 by m', '2.5 by cm']],
    ['⌀5.00 mm', ['5 by mm']],
    ['3х120=360', ['360 by mm', '3600 by cm']],
  ])('%s', (text, expected) => {
    expect(millimetres(text)).toEqual(expected);
  });
  test.each(['A-101', '1:50', '', '12/14', '0', '+3.20 OK'])('%j is not a measure', (text) => {
    expect(measuresOf(text)).toEqual([]);
  });
});

describe('dimensions', () => {
  // 1:50, so that 1,000 mm are 56.69 pt.
  const pt = (mm: number) => mm / 50 / (25.4 / 72);
  const lengths = [1200, 3400, 885, 2500, 640];
  const stops = [100];
  for (const mm of lengths) stops.push(stops.at(-1)! + pt(mm));
  const middles = lengths.map((_, i) => (stops[i]! + stops[i + 1]!) / 2);

  test('state lengths that agree on a scale, which excludes other numbers', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const wrong = words.map((each, i) => (i === 1 ? word('9300', middles[i]! + 20, 192) : each));
    const drawn = coverage(chain(200, ...stops));
    const { dimensions, scales } = dimensionsOf(drawn, words);
    expect(scales).toMatchObject([{ scale: 50, dimensions: 5 }]);
    expect(dimensions.map(({ text, millimetres }) => [text, millimetres])).toEqual(
      lengths.map((mm) => [String(mm), mm]),
    );
    expect(dimensions[1]!.x0).toBeCloseTo(stops[1]!, 1);
    expect(dimensions[1]!.x1).toBeCloseTo(stops[2]!, 1);
    expect(dimensionsOf(drawn, wrong).dimensions.map(({ text }) => text)).toEqual(['1200', '885', '2500', '640']);
  });

  test('need not fit the scale if they are drawn like those that do', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const drawn = coverage([...chain(200, ...stops), ...chain(300, 100, 100 + pt(3400))]);
    const found = (...more: Word[]) =>
      dimensionsOf(drawn, [...words, ...more])
        .dimensions.slice(words.length)
        .map(({ text, scale, confidence }) => [text, Math.round(scale), confidence]);
    const middle = 100 + pt(1700);
    expect(found(word('3900', middle, 292))).toEqual([['3900', 57, 0.5]]);
    expect(found(word('3900', middle, 289))).toEqual([]);
    expect(found({ ...word('3900', middle, 292), size: 9 })).toEqual([]);
    expect(found(word('3900', middle + 20, 292))).toEqual([]);
    // Of a detail at a scale of its own, but not a part of a number or several numbers in one word.
    expect(found(word('9300', middle, 292))).toEqual([['9300', 137, 0.5]]);
    const before = { ...word('1', 0, 292), x: middle - 18 };
    expect(found(before, word('9300', middle, 292))).toEqual([]);
    expect(found(word('115205', middle, 292))).toEqual([]);
  });

  test('in a chain may interrupt its line so that it looks dashed', () => {
    const some = [850, 640, 720, 950, 500, 580];
    const points = (mm: number) => mm / 25 / (25.4 / 72);
    const ends = [100];
    for (const mm of some) ends.push(ends.at(-1)! + points(mm));
    const centres = some.map((_, i) => (ends[i]! + ends[i + 1]!) / 2);
    const pieces = [ends[0]!, ...centres].map((from, i): Piece => {
      const to = centres[i] ?? ends.at(-1)!;
      return [i === 0 ? from : from + 6, 200, i < some.length ? to - 6 : to, 200];
    });
    const drawn = coverage([...pieces, ...chain(200, ...ends).slice(1)]);
    expect(drawn.lines.filter(({ dashed }) => dashed)).toHaveLength(1);
    const at = (y: number) =>
      dimensionsOf(
        drawn,
        some.map((mm, i) => word(String(mm / 10), centres[i]!, y)),
      ).dimensions.map(({ text }) => text);
    expect(at(200)).toEqual(some.map((mm) => String(mm / 10)));
    expect(at(192)).toEqual([]);
  });

  test('may hide the line of a section that is as long as their text, but not its ticks', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const [from, to] = [100, 100 + pt(330)];
    const next = to + pt(3400);
    const ticks = [from, to, next].map((x): Piece => [x - 2, 302, x + 2, 298]);
    const drawn = coverage([...chain(200, ...stops), ...ticks, [to, 300, next + 4, 300]]);
    const own = [word('330', (from + to) / 2, 300), word('3400', (to + next) / 2, 292)];
    const found = dimensionsOf(drawn, [...words, ...own]).dimensions;
    expect(found.find(({ text }) => text === '330')).toMatchObject({ millimetres: 330 });
    const off = dimensionsOf(drawn, [...words, word('360', (from + to) / 2, 300), own[1]!]).dimensions;
    expect(off.find(({ text }) => text === '360')).toBeUndefined();
  });

  test('with their unit may stand beside the name of a room', () => {
    const feet = [8, 12, 5, 9, 6];
    const ends = [100];
    for (const each of feet) ends.push(ends.at(-1)! + (each * 304.8) / 64 / (25.4 / 72));
    const words = feet.map((each, i) => word(`${each}'`, (ends[i]! + ends[i + 1]!) / 2, 192));
    const name = { ...word('PUJA', 0, 192), x: words[1]!.x + words[1]!.width + 3 };
    const found = dimensionsOf(coverage(chain(200, ...ends)), [...words.slice(0, 2), name, ...words.slice(2)]);
    expect(found.dimensions.map(({ text }) => text)).toEqual(feet.map((each) => `${each}'`));
  });

  test('reach to their ticks however many lines cross them in between', () => {
    const crossing = (y: number, ...xs: number[]): Piece[] => xs.map((x) => [x, y - 60, x, y + 30]);
    const [from, to] = [100, 100 + pt(7990)];
    const joints = Array.from({ length: 24 }, (_, i) => from + 5.3 + 18.1 * i);
    const drawn = coverage([...chain(200, ...stops), ...chain(300, from, to), ...crossing(300, ...joints)]);
    const words = [...lengths.map((mm, i) => word(String(mm), middles[i]!, 192)), word('7990', (from + to) / 2, 292)];
    expect(dimensionsOf(drawn, words).dimensions.at(-1)).toMatchObject({ text: '7990', scale: 50, x0: from });
  });

  test('in metres are mixed with centimetres, also when read upwards', () => {
    const said = ['1.20', '3.40', '88⁵', '2.50', '64'];
    const turned = coverage(chain(200, ...stops).map(([x0, y0, x1, y1]): Piece => [y0, 1000 - x0, y1, 1000 - x1]));
    const words = said.map((text, i) => word(text, 192, 1000 - middles[i]!, 270));
    const { dimensions, scales } = dimensionsOf(turned, words);
    expect(scales).toMatchObject([{ scale: 50 }]);
    expect(new Set(dimensions.map(({ millimetres }) => millimetres))).toEqual(new Set(lengths));
  });

  test('do not include numbers beside lines without marks, or equal boxes with room numbers', () => {
    const bare: Piece[] = stops.slice(1).map((x, i) => [stops[i]! + 8, 200 + 9 * i, x - 8, 200 + 9 * i]);
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192 + 9 * i));
    expect(dimensionsOf(coverage(bare), words).dimensions).toEqual([]);
    const boxes = [0, 1, 2, 3, 4].flatMap((i): Piece[] => [
      [100 + 60 * i, 200, 130 + 60 * i, 200],
      [100 + 60 * i, 220, 130 + 60 * i, 220],
      [100 + 60 * i, 200, 100 + 60 * i, 220],
      [130 + 60 * i, 200, 130 + 60 * i, 220],
    ]);
    const rooms = [0, 1, 2, 3, 4].map((i) => word(String(131 + i), 115 + 60 * i, 210));
    expect(dimensionsOf(coverage(boxes), rooms).dimensions).toEqual([]);
  });

  test('shorter than their number may be off belong to a chain, unless they are exact', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    // 150 mm between marks that are 136 mm apart.
    const short = chain(300, 400, 400 + pt(136));
    const one = word('150', 400 + pt(68), 296);
    const textsOf = (pieces: Piece[], said: typeof words) =>
      dimensionsOf(coverage([...chain(200, ...stops), ...pieces]), [...words, ...said])
        .dimensions.map(({ text }) => text)
        .filter((text) => text === '150');
    expect(textsOf(short, [one])).toEqual([]);
    expect(textsOf(chain(300, 400, 400 + pt(150)), [one])).toEqual(['150']);
    const joined = [...chain(300, 400 - pt(2000), 400, 400 + pt(136))];
    expect(textsOf(joined, [word('2000', 400 - pt(1000), 296), one])).toEqual(['150']);
  });

  test('without a unit remain on a sheet whose notes state thicknesses in millimetres, but not in a size', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const notes = [12, 15, 50, 80, 120, 240].map((mm, i) => word(`${mm}mm`, 100, 400 + 20 * i));
    const drawn = coverage(chain(200, ...stops));
    expect(dimensionsOf(drawn, [...words, ...notes]).dimensions).toHaveLength(5);
    const size = [word('x', middles[1]! + 15, 192), word('9', middles[1]! + 22, 192)];
    const sized = [...words.slice(0, 2), ...size, ...words.slice(2)];
    expect(dimensionsOf(drawn, sized).dimensions.map(({ text }) => text)).not.toContain('3400');
  });

  test('in whole metres stand in the middle of their section', () => {
    const said = ['1.20', '3.40', '88⁵', '2.50', '64'].map((text, i) => word(text, middles[i]!, 192));
    const drawn = coverage([...chain(200, ...stops), ...chain(300, 100, 100 + pt(3000))]);
    const textsAt = (x: number) =>
      dimensionsOf(drawn, [...said, word('3', x, 292)]).dimensions.map(({ millimetres }) => millimetres);
    expect(textsAt(100 + pt(1500))).toContain(3000);
    expect(textsAt(100 + pt(1000))).not.toContain(3000);
  });

  test('end at small circles on their line', () => {
    const line: Piece = [stops[0]!, 200, stops.at(-1)!, 200];
    const drawn = coverage([line, ...stops.flatMap((x) => circle(x, 200, 1.5))]);
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    expect(dimensionsOf(drawn, words).dimensions).toHaveLength(5);
  });

  test('beside an unmarked line are one if the line is exactly that long on a confirmed scale', () => {
    const unmarked = (mm: number): Piece => [100, 300, 100 + pt(mm), 300];
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const found = (piece: Piece) =>
      dimensionsOf(coverage([...chain(200, ...stops), piece]), [...words, word('3000', 100 + pt(1500), 292)])
        .dimensions;
    expect(found(unmarked(3000)).map(({ text }) => text)).toContain('3000');
    expect(found(unmarked(3100)).map(({ text }) => text)).not.toContain('3000');
  });

  /** Filled arrowheads at both ends of each dimension, whose line ends at their bases. */
  const arrowed = (y: number): Coverage => {
    const pieces: Piece[] = stops.map((x) => [x, y - 6, x, y + 6]);
    const areas: Coverage['areas'] = [];
    for (const [i, right] of stops.slice(1).entries()) {
      const left = stops[i]!;
      pieces.push([left + 5, y, right - 5, y]);
      for (const [tip, base] of [
        [left, left + 5],
        [right, right - 5],
      ] as const)
        areas.push({ colour: '#000000', points: [tip, y, base, y + 1, base, y - 1], layer: null, instance: -1 });
    }
    return { ...coverage(pieces), areas };
  };

  test('reach to the tips of arrowheads at whose bases their lines end', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const { dimensions, scales } = dimensionsOf(arrowed(200), words);
    expect(scales).toMatchObject([{ scale: 50, dimensions: 5 }]);
    for (const [i, { x0, x1 }] of dimensions.entries()) {
      expect(x0).toBeCloseTo(stops[i]!, 1);
      expect(x1).toBeCloseTo(stops[i + 1]!, 1);
    }
  });

  test('have level text on upright lines that it interrupts', () => {
    const turned: Piece[] = stops.flatMap((y): Piece[] => [
      [194, y, 206, y],
      [198, y + 2, 202, y - 2],
    ]);
    for (const [i, middle] of middles.entries())
      turned.push([200, stops[i]!, 200, middle - 5], [200, middle + 5, 200, stops[i + 1]!]);
    const words = lengths.map((mm, i) => word(String(mm), 200, middles[i]!));
    expect(dimensionsOf(coverage(turned), words).dimensions.map(({ text }) => text)).toEqual(lengths.map(String));
  });

  test('do not include a number in a note on a line, and with units on a sheet those without', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const beside = (text: string): Word => ({ ...word(text, 0, 192), x: words[1]!.x + words[1]!.width + 3 });
    const found = (some: Word[]) =>
      dimensionsOf(coverage(chain(200, ...stops)), some).dimensions.map(({ text }) => text);
    const withAfter = (text: string) => [...words.slice(0, 2), beside(text), ...words.slice(2)];
    expect(found(withAfter('TYP.'))).toContain('3400');
    expect(found(withAfter('FIBRES'))).not.toContain('3400');
    const inches = lengths.map((_, i) => word(`${3 + i}'-${2 * i}"`, 600, 20 * i));
    expect(found([...words, ...inches])).toEqual([]);
  });

  test('of short lengths have their text beside them', () => {
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const end = stops.at(-1)!;
    const short = coverage(chain(200, ...stops, end + pt(200)));
    expect(dimensionsOf(short, [...words, word('200', end + pt(200) + 10, 192)]).dimensions).toHaveLength(6);
    expect(dimensionsOf(short, [...words, word('200', end + pt(200) + 40, 192)]).dimensions).toHaveLength(5);
  });

  test('of openings have their heights below the line', () => {
    const words = lengths.map((mm, i) => word((mm / 1000).toFixed(2), middles[i]!, 192));
    const height = word('2.10', middles[1]!, 208);
    const aside = word('2.20', middles[3]! + 20, 208);
    const found = dimensionsOf(coverage(chain(200, ...stops)), [...words, height, aside]).dimensions;
    expect(found.find(({ text }) => text === '2.10')).toMatchObject({ millimetres: 2100, x0: stops[1] });
    expect(found.filter(({ text }) => text === '2.20')).toEqual([]);
  });

  test('in half centimetres have a small raised digit', () => {
    const said = ['1.20', '3.40', '88', '2.50', '64'];
    const words = said.map((text, i) => word(text, middles[i]!, 192));
    const raised = { ...word('5', middles[2]! + 7.5, 190), size: 5, height: 5 };
    const found = dimensionsOf(coverage(chain(200, ...stops)), [...words, raised]).dimensions;
    expect(found.map(({ millimetres }) => millimetres)).toContain(885);
  });

  test('in metres may have lost the mark of half centimetres', () => {
    const said = ['1.20', '3.40', '885', '2.50', '64'];
    const words = said.map((text, i) => word(text, middles[i]!, 192));
    const found = dimensionsOf(coverage(chain(200, ...stops)), words).dimensions;
    expect(found.map(({ millimetres }) => millimetres)).toContain(885);
  });

  test('between dots may stand beside a short section', () => {
    // Each dot has a stop at both of its edges.
    const dots = stops.flatMap((x): Piece[] => [
      [x - 1, 198, x - 1, 202],
      [x + 1, 198, x + 1, 202],
    ]);
    const end = stops.at(-1)!;
    const short = end + pt(250);
    const drawn = coverage([
      [96, 200, short + 4, 200],
      ...dots,
      [short - 1, 198, short - 1, 202],
      [short + 1, 198, short + 1, 202],
    ]);
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const found = dimensionsOf(drawn, [...words, word('250', short + 12, 192)]).dimensions;
    expect(found.map(({ text }) => text)).toContain('250');
  });

  test('may have a line in pieces that end at the dots between them', () => {
    const ends = [...stops, stops.at(-1)! + pt(250)];
    const dots = ends.flatMap((x): Piece[] => [
      [x - 0.7, 200, x, 199.3],
      [x, 199.3, x + 0.7, 200],
      [x + 0.7, 200, x, 200.7],
      [x, 200.7, x - 0.7, 200],
    ]);
    const pieces = ends.slice(1).map((x, i): Piece => [ends[i]! + 0.7, 200, x - 0.7, 200]);
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const beside = word('250', ends.at(-1)! + 10, 192);
    const found = dimensionsOf(coverage([...pieces, ...dots]), [...words, beside]).dimensions;
    expect(found.map(({ text }) => text)).toEqual([...lengths.map(String), '250']);
  });

  test('in centimetres may have decimals', () => {
    const words = lengths.map((mm, i) => word((mm / 10).toFixed(1).replace('.', ','), middles[i]!, 192));
    const drawn = coverage(chain(200, ...stops));
    const { dimensions } = dimensionsOf(drawn, words, new LineIndex(drawn.lines), new Set([50]));
    expect(dimensions.map(({ millimetres, unit }) => [millimetres, unit])).toEqual(lengths.map((mm) => [mm, 'cm']));
  });

  test('on the scale that the sheet prints need two different lengths', () => {
    const two = coverage(chain(200, ...stops.slice(0, 3)));
    const words = lengths.slice(0, 2).map((mm, i) => word(String(mm), middles[i]!, 192));
    const others = [7, 11, 13].map((n) => word(String(n), 600, 10 * n));
    const index = new LineIndex(two.lines);
    expect(dimensionsOf(two, [...words, ...others], index).dimensions).toEqual([]);
    expect(dimensionsOf(two, [...words, ...others], index, new Set([50])).dimensions).toHaveLength(2);
  });

  test('may have their text outside, on a leader to the line between two arrowheads', () => {
    const heads = (x: number, y: number, mm: number): Coverage['areas'] => {
      const [dx, dy] = [pt(mm) * 0.8, pt(mm) * 0.6];
      const head = (tipX: number, tipY: number, sign: number) => [
        ...[tipX, tipY, tipX + sign * 4 - 0.6, tipY + sign * 3 + 0.8, tipX + sign * 4 + 0.6, tipY + sign * 3 - 0.8],
      ];
      return [head(x, y, 1), head(x + dx, y + dy, -1)].map((points) => ({
        colour: '#000000',
        points,
        layer: null,
        instance: -1,
      }));
    };
    const leader: Piece[] = [
      [400, 400, 400 + pt(2000) * 0.8, 400 + pt(2000) * 0.6],
      [400 + pt(2000) * 0.8, 400 + pt(2000) * 0.6, 600, 400 + pt(2000) * 0.6],
    ];
    const drawn = { ...coverage([...chain(200, ...stops), ...leader]), areas: heads(400, 400, 2000) };
    const words = lengths.map((mm, i) => word(String(mm), middles[i]!, 192));
    const below = 400 + pt(2000) * 0.6 - 5;
    expect(dimensionsOf(drawn, [...words, word('⌀2000', 540, below)]).dimensions.at(-1)).toMatchObject({
      text: '⌀2000',
      millimetres: 2000,
    });
    expect(dimensionsOf(drawn, [...words, word('⌀2300', 540, below)]).dimensions).toHaveLength(5);
  });

  test('continue a chain across lines that cross it without marks, if they are exactly as long', () => {
    const end = stops.at(-1)! + pt(1750);
    const [x0, , x1] = chain(200, ...stops)[0]!;
    const drawn = (at: number) =>
      coverage([...chain(200, ...stops).slice(1), [x0, 200, x1 + 200, 200], [at, 170, at, 230]]);
    const words = [...lengths, 1750].map((mm, i) => word(String(mm), middles[i] ?? end - pt(875), 192));
    const found = (at: number) => dimensionsOf(drawn(at), words).dimensions.map(({ text }) => text);
    expect(found(end)).toContain('1750');
    expect(found(end + 3)).not.toContain('1750');
  });

  test('of enlarged parts are in their unit or on a sheet that prints the scale', () => {
    const said = (unit: string) => lengths.map((mm, i) => word(`${(mm / 500).toFixed(2)}${unit}`, middles[i]!, 192));
    const drawn = coverage(chain(200, ...stops));
    const index = new LineIndex(drawn.lines);
    expect(dimensionsOf(drawn, said(' mm'), index).scales).toMatchObject([{ scale: 0.1, dimensions: 5 }]);
    expect(dimensionsOf(drawn, said(''), index, new Set([0.1])).dimensions[0]).toMatchObject({ unit: 'mm' });
    expect(dimensionsOf(drawn, said(''), index).dimensions[0]).not.toMatchObject({ unit: 'mm' });
  });

  test('do not agree on a scale by the boxes around equally long numbers', () => {
    const numbers = [101, 104, 107, 112, 118, 121, 125, 133, 142, 147, 151, 158, 163];
    const at = (i: number) => [60 + 50 * (i % 10), 60 + 40 * Math.floor(i / 10)] as const;
    const boxes = numbers.flatMap((_, i): Piece[] => {
      const [x, y] = at(i);
      return chain(y + 6, x - 10, x + 10);
    });
    const words = numbers.map((n, i) => word(String(n), ...at(i)));
    expect(dimensionsOf(coverage(boxes), words).dimensions).toEqual([]);
  });

  test('next to each other are not one number, and a number in two pieces is one', () => {
    const narrow = [0, 20, 45, 80].map((x) => 100 + x);
    const mm = [20, 25, 35].map((points) => Math.round((points * 50 * 25.4) / 72));
    const words = mm.map((length, i) => word(String(length), (narrow[i]! + narrow[i + 1]!) / 2, 192));
    const pieces = [
      { ...word(String(mm[2]).slice(0, 2), 0, 192), x: 152, width: 10 },
      { ...word(String(mm[2]).slice(2), 0, 192), x: 162, width: 10 },
    ];
    const drawn = coverage(chain(200, ...narrow));
    expect(dimensionsOf(drawn, words).dimensions.map(({ text }) => text)).toEqual(mm.map(String));
    expect(dimensionsOf(drawn, [...words.slice(0, 2), ...pieces]).dimensions.map(({ text }) => text)).toEqual(
      mm.map(String),
    );
  });
});

describe('printed scales', () => {
  test.each([
    ['SCALE 1:100', [100]],
    [`1/4" = 1'-0"`, [48]],
    ['Scale: 5:1', [0.2]],
    ['1:79.90', [79.9]],
    ['M 1 : 50', [50]],
    [`127' - 9 1/4"`, []],
    ['see detail 1/4', []],
  ])('%j', (text, expected) => {
    expect([...printedScales(textLinesOf([word(text, 100, 100)]))]).toEqual(expected);
  });
});

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
const symbols = (pieces: readonly Piece[], words: readonly Word[] = []): DrawnSymbol[] => {
  const drawn = coverage(pieces);
  return symbolsOf(empty, drawn, { bubbles: bubblesOf(drawn, words), words });
};

describe('symbols', () => {
  test('include doors, swings with a leaf, rotated or mirrored, but not rounded corners', () => {
    const door = (x: number, y: number, turn: number): Piece[] => [
      [x, y, x + 40 * Math.cos(turn), y + 40 * Math.sin(turn)],
      ...chords(x, y, 40, turn, Math.PI / 2, 12),
    ];
    const corner = chords(500, 500, 40, 0, Math.PI / 2, 12);
    const found = symbols([...door(100, 100, 0), ...door(300, 100, Math.PI / 2), ...door(100, 300, 4), ...corner]);
    expect(found).toMatchObject([{ kind: 'door', name: '40', count: 3 }]);
    expect(found[0]!.places).toHaveLength(3);
  });

  test('include tags, texts in circles, counted by text', () => {
    const words = [word('D1', 100, 100), word('D1', 200, 100), word('D2', 300, 100), word('far', 400, 150)];
    const found = symbols(
      [...circle(100, 100, 12), ...circle(200, 100, 12), ...circle(300, 100, 12), ...circle(400, 100, 12)],
      words,
    );
    expect(found.map(({ kind, name, count }) => [kind, name, count])).toEqual([
      ['tag', 'D1', 2],
      ['tag', 'D2', 1],
    ]);
  });
});

describe('grid lines and marks', () => {
  test('may be hexagons', () => {
    const drawn = coverage([...chords(100, 50, 14, Math.PI / 6, 2 * Math.PI, 6), [100, 64, 100, 300]]);
    expect(gridOf(drawn, bubblesOf(drawn, [word('A', 100, 50)]))).toMatchObject([{ name: 'A' }]);
    const triangle = coverage([...chords(100, 50, 14, 0, 2 * Math.PI, 3), [100, 64, 100, 300]]);
    expect(bubblesOf(triangle, [word('A', 100, 50)])).toEqual([]);
  });

  test('may have the letter of a building before their own', () => {
    const drawn = coverage([...circle(100, 50, 14), [100, 64, 100, 300]]);
    expect(gridOf(drawn, bubblesOf(drawn, [word('B7.A', 92, 50)]))).toMatchObject([{ name: 'B7.A' }]);
  });

  test('a grid line leads to its bubble, unlike a leader', () => {
    const drawn = coverage([
      ...circle(100, 50, 12),
      [100, 62, 100, 500],
      ...circle(200, 50, 12),
      [200, 62, 200, 90],
      ...circle(300, 50, 12),
      [320, 50, 320, 500],
    ]);
    const bubbles = bubblesOf(drawn, [word('A', 100, 50), word('B', 200, 50), word('C', 300, 50)]);
    expect(gridOf(drawn, bubbles)).toMatchObject([{ name: 'A', x0: 100, y0: 62, x1: 100, y1: 500 }]);
  });

  test('a grid line may be drawn in dashes with uneven gaps', () => {
    const dashes = (gap: number): Piece[] =>
      Array.from({ length: 8 }, (_, i): Piece => [100, 64 + i * gap + (i % 3) * 5, 100, 84 + i * gap + (i % 3) * 5]);
    const grid = (gap: number) => {
      const drawn = coverage([...circle(100, 50, 12), ...dashes(gap)]);
      return gridOf(drawn, bubblesOf(drawn, [word('A', 100, 50)]));
    };
    expect(grid(30)).toMatchObject([{ name: 'A', y0: 64 }]);
    expect(grid(60)).toEqual([]);
  });

  test('a grid line may slant, in dashes whose ends are rounded, if it is one of several', () => {
    const slanting = (x: number): Piece[] => [
      ...circle(x, 50, 12),
      ...Array.from({ length: 20 }, (_, i): Piece => {
        const y = 64 + 15 * i;
        const at = (v: number) => x + Math.round((4 * (v - 50)) / 3.7) / 16;
        return [at(y), y, at(y + 8), y + 8];
      }),
    ];
    const names = (...pieces: Piece[][]) => {
      const drawn = coverage(pieces.flat());
      return gridOf(drawn, bubblesOf(drawn, [word('A', 100, 50), word('B', 200, 50)])).map(({ name }) => name);
    };
    expect(names(slanting(100), slanting(200))).toEqual(['A', 'B']);
    expect(names(slanting(100))).toEqual([]);
    const leader = (x: number): Piece[] => [...circle(x, 50, 12), [x + 3, 62, x + 53, 262]];
    expect(names(leader(100), leader(200))).toEqual(['A', 'B']);
  });

  test('a grid line may have a kink near its bubble, unlike a leader', () => {
    const dashes = Array.from({ length: 10 }, (_, i): Piece => [130, 100 + 20 * i, 130, 112 + 20 * i]);
    const names = (rest: readonly Piece[]) => {
      const drawn = coverage([...circle(100, 50, 12), [100, 62, 100, 80], [100, 80, 130, 100], ...rest]);
      return gridOf(drawn, bubblesOf(drawn, [word('A', 100, 50)]));
    };
    expect(names(dashes)).toMatchObject([{ name: 'A', x0: 130, y0: 100, x1: 130, y1: 292 }]);
    expect(names([[130, 100, 130, 292]])).toEqual([]);
  });

  test('a grid line is like those of its row where none is drawn to its bubble', () => {
    const row = (radius: number, x: number, y: number, ...names: string[]) => {
      const lines = [100, 200].flatMap((at): Piece[] => [...circle(at, 50, 12), [at, 62, at, 500]]);
      const drawn = coverage([...lines, ...circle(x, y, radius)]);
      const words = names.map((name, i) => word(name, [100, 200, x][i]!, [50, 50, y][i]!));
      return gridOf(drawn, bubblesOf(drawn, words)).filter(({ x0 }) => x0 > 200);
    };
    expect(row(12, 320, 50, 'A', 'B', 'C')).toMatchObject([{ name: 'C', x0: 320, y0: 62, x1: 320, y1: 500 }]);
    expect(row(12, 320, 60, 'A', 'B', 'C')).toEqual([]);
    expect(row(15, 320, 50, 'A', 'B', 'C')).toEqual([]);
    expect(row(12, 320, 50, 'A', 'B', '3')).toEqual([]);
    expect(row(12, 320, 50, 'A', 'B', 'B')).toEqual([]);
  });

  test('a word in the middle of a bubble is its name beside smaller ones that reach into it', () => {
    const drawn = coverage(circle(100, 100, 18));
    const large = { ...word('11', 100, 100), size: 16 };
    const read = (...words: Word[]) => bubblesOf(drawn, words).map(({ lines }) => lines);
    expect(read(large, { ...word('0"', 108, 92), size: 8 })).toEqual([['11']]);
    expect(read(large, { ...word('12', 108, 110), size: 16 })).toEqual([['11', '12']]);
  });

  test('two numbers in a circle are a mark only with an arrow', () => {
    const drawn = coverage(circle(100, 100, 10));
    const bubbles = bubblesOf(drawn, [word('D', 100, 96), word('2.05', 100, 104)]);
    const arrow = { colour: '#000000', points: [88, 92, 112, 92, 100, 82], layer: null, instance: -1 };
    expect(marksOf(bubbles)).toEqual([]);
    expect(marksOf(bubbles, new Set(bubbles))).toMatchObject([{ view: 'D', sheet: '2.05' }]);
    expect(marksOf(bubbles, new Set(), [arrow])).toMatchObject([{ view: 'D', sheet: '2.05' }]);
    const small = { ...arrow, points: [97, 92, 103, 92, 100, 87] };
    expect(marksOf(bubbles, new Set(), [small])).toEqual([]);
    // The view is not on a sheet yet.
    const open = bubblesOf(drawn, [word('-', 100, 96), word('---', 100, 104)]);
    expect(marksOf(open)).toEqual([]);
    expect(marksOf(open, new Set(), [arrow])).toMatchObject([{ view: '-', sheet: '---' }]);
  });

  test('a mark half of whose circle is filled is one; a letter in half a circle is no bubble', () => {
    const drawn = coverage(chords(100, 100, 18, 0, Math.PI, 12));
    const mark = bubblesOf(drawn, [word('A-301', 100, 106), word('3', 100, 94), word('---', 100, 100)]);
    expect(marksOf(mark)).toMatchObject([{ view: '3', sheet: 'A-301' }]);
    expect(bubblesOf(drawn, [word('A', 100, 100)])).toEqual([]);
  });

  test('the codes of a schedule are tags where the drawing repeats them', () => {
    const cell = {
      row: 1,
      column: 0,
      row_span: 1,
      column_span: 1,
      text: 'BP1',
      box: { left: 500, top: 100, right: 540, bottom: 120 },
    };
    const schedule: Table = {
      kind: 'schedule',
      title: null,
      box: { left: 500, top: 80, right: 700, bottom: 120 },
      rows: 2,
      columns: 2,
      cells: [cell],
      confidence: 1,
    };
    const words = [word('BP1', 520, 110), word('BP1', 100, 100), word('BP1', 200, 300), word('XY9', 50, 50)];
    expect(symbolsOf(empty, coverage([]), { bubbles: [], words, tables: [schedule] })).toMatchObject([
      { kind: 'tag', name: 'BP1', count: 2 },
    ]);
    expect(
      symbolsOf(empty, coverage([]), { bubbles: [], words, tables: [{ ...schedule, kind: 'title_block' }] }),
    ).toEqual([]);
  });

  test('the heading of a view has its title on the line and its scale below', () => {
    const drawn = coverage([...circle(100, 100, 10), [110, 100, 300, 100]]);
    const words = [word('2', 100, 100), word('Wall', 125, 95), word('Section', 160, 95), word('1:20', 125, 106)];
    const headings = (some: readonly Word[]) =>
      headingsOf(bubblesOf(drawn, some), textLinesOf(some), new LineIndex(drawn.lines), [], [], page);
    expect(headings(words)).toMatchObject([{ number: '2', title: 'Wall Section', scale: '1:20' }]);
    expect(headings(words.slice(0, 1))).toEqual([]);
  });

  const sheet = new LineIndex(coverage(border).lines);

  test('two letters in line are the ends of a section whose view is on the sheet', () => {
    const letters = [word('A', 100, 100), word('A', 100, 300), word('B', 50, 100), word('B', 20, 300)];
    const other = [word('C', 300, 100), word('C', 300, 300)];
    const titles = [word('SECTION A-A', 400, 500), word('B-B', 600, 500), word('C-12', 300, 550)];
    const texts = textLinesOf([...letters, ...other, ...titles]);
    expect(sectionMarksOf(texts, [], [], sheet).map(({ view, sheet, box }) => [view, sheet, box.top])).toEqual([
      ['A', null, 96],
      ['A', null, 296],
    ]);
    const grid = [{ name: 'A', x0: 100, y0: 110, x1: 100, y1: 290 }];
    expect(sectionMarksOf(texts, grid, [], sheet)).toEqual([]);
    expect(sectionMarksOf(texts, [], [{ left: 0, top: 0, right: 200, bottom: 200 }], sheet)).toEqual([]);
    // At both edges of the drawing they are the zones of the sheet.
    const edges = textLinesOf([word('A', 100, 20), word('A', 100, 580), word('A-A', 400, 300)]);
    expect(sectionMarksOf(edges, [], [], sheet)).toEqual([]);
  });

  test('a doubled letter in a title names the ends, single or doubled', () => {
    const texts = textLinesOf([word('SEZIONE BB', 400, 500), word('BB', 100, 100), word('BB', 100, 300)]);
    expect(sectionMarksOf(texts, [], [], sheet).map(({ view }) => view)).toEqual(['BB', 'BB']);
  });

  test('letters with arrows in line are the ends of a section without a title', () => {
    const arrow = (x: number, y: number): Piece[] => [
      [x, y, x + 12, y],
      [x, y, x + 6, y + 8],
      [x + 12, y, x + 6, y + 8],
    ];
    const texts = textLinesOf([word('B', 106, 96), word('B', 406, 96), word('C', 106, 196), word('C', 406, 196)]);
    const index = new LineIndex(coverage([...border, ...arrow(100, 102), ...arrow(400, 102)]).lines);
    expect(sectionMarksOf(texts, [], [], index).map(({ view, sheet: on }) => [view, on])).toEqual([
      ['B', null],
      ['B', null],
    ]);
    const called = textLinesOf([word('Snitt B', 106, 96), word('Snitt B', 406, 96)]);
    expect(sectionMarksOf(called, [], [], index).map(({ view }) => view)).toEqual(['B', 'B']);
    const primed = textLinesOf([word('B', 106, 96), word("B'", 406, 96)]);
    expect(sectionMarksOf(primed, [], [], index).map(({ view }) => view)).toEqual(['B', 'B']);
    // The next section line is nearer than the other end of each.
    const arrows = [...arrow(100, 102), ...arrow(400, 102), ...arrow(474, 102), ...arrow(780, 102)];
    const beside = textLinesOf([word('B', 106, 96), word("B'", 406, 96), word("B'", 480, 96), word('B', 786, 96)]);
    const found = sectionMarksOf(beside, [], [], new LineIndex(coverage([...border, ...arrows]).lines));
    expect(found.map(({ box, otherEnd }) => [box.left, otherEnd?.left])).toEqual([
      [103.5, 401],
      [401, 103.5],
      [475, 783.5],
      [783.5, 475],
    ]);
    // Feet and inches have primes, too.
    const feet = textLinesOf([word('6', 106, 96), word("6'", 406, 96)]);
    expect(sectionMarksOf(feet, [], [], index)).toEqual([]);
  });

  test('corners at both ends of one slanting line are the ends of a section, those of two lines are not', () => {
    /** The two strokes of a corner: the first dash of a line of slope 1 in 3 to the right or left, and the short side. */
    const corner = (x: number, y: number, way: 1 | -1): Piece[] => [
      [x, y, x + 30 * way, y - 10 * way],
      [x, y, x - 4, y - 12],
    ];
    const namesOf = (below: number, others: readonly Piece[] = [], [one, other] = ['A', "A'"]) => {
      const texts = textLinesOf([word(one!, 103, 190), word(other!, 393, 90 + below)]);
      const strokes = [...border, ...corner(100, 200, 1), ...corner(400, 100 + below, -1), ...others];
      return sectionMarksOf(texts, [], [], new LineIndex(coverage(strokes).lines)).map(({ view }) => view);
    };
    expect(namesOf(0)).toEqual(['A', 'A']);
    expect(namesOf(25)).toEqual([]);
    // Corners of a rectangle, whose sides are longer.
    const long: Piece = [400, 100, 380, 40];
    expect(namesOf(0, [long])).toEqual([]);
    expect(namesOf(0, [], ['A', 'A'])).toEqual(['A', 'A']);
    /** The ends of a level line, the short side of the right one above or below it. */
    const level = (side: number) => {
      const strokes: Piece[] = [
        [100, 200, 130, 200],
        [100, 200, 100, 188],
        [400, 200, 370, 200],
        [400, 200, 400, side],
      ];
      const index = new LineIndex(coverage([...border, ...strokes]).lines);
      return sectionMarksOf(textLinesOf([word('A', 103, 190), word("A'", 393, 190)]), [], [], index).length;
    };
    expect([level(188), level(212)]).toEqual([2, 0]);
  });

  test('corners tell the other end of a section from the nearer letter of the next one', () => {
    const corner = (x: number, way: 1 | -1): Piece[] => [
      [x, 200, x + 30 * way, 200],
      [x, 200, x, 188],
    ];
    const strokes = [...border, ...corner(100, 1), ...corner(400, -1), ...corner(450, 1), ...corner(780, -1)];
    const letters = [word('A', 103, 190), word("A'", 393, 190), word('A', 453, 190), word("A'", 773, 190)];
    const texts = textLinesOf([word('A-A', 200, 400), ...letters]);
    const found = sectionMarksOf(texts, [], [], new LineIndex(coverage(strokes).lines));
    expect(found.map(({ box, otherEnd }) => [box.left, otherEnd!.left].map((x) => Math.round(x / 50)))).toEqual([
      [2, 8],
      [8, 2],
      [9, 15],
      [15, 9],
    ]);
  });

  test('equal letters at corners are the ends of a section unless the corners are those of boxes', () => {
    const ends = (others: readonly Piece[], name = 'A') => {
      const strokes: Piece[] = [
        [100, 200, 140, 200],
        [100, 200, 100, 180],
        [400, 200, 360, 200],
        [400, 200, 400, 180],
      ];
      const index = new LineIndex(coverage([...border, ...strokes, ...others]).lines);
      return sectionMarksOf(textLinesOf([word(name, 88, 172), word(name, 406, 172)]), [], [], index).length;
    };
    expect(ends([])).toBe(2);
    // The half of an arrowhead.
    expect(ends([[400, 180, 394, 186]])).toBe(2);
    expect(ends([[400, 180, 430, 180]])).toBe(0);
    // A bent bar.
    expect(ends([[100, 200, 400, 200]])).toBe(0);
    // Numbers are those of steps and other things.
    expect(ends([], '3')).toBe(0);
  });

  test('a bubble whose sides meet in a point is the end of a section line rather than of a grid line', () => {
    const pointed = (tip: number): Piece[] => [
      [100 - 14, 100, 100, 100 - tip],
      [100 + 14, 100, 100, 100 - tip],
    ];
    const marked = (tip: number) => {
      const drawn = coverage([...circle(100, 100, 10), ...pointed(tip), [110, 100, 400, 100]]);
      return bubblesOf(drawn, [word('A', 100, 100)]).map((bubble) => isPointed(bubble, new LineIndex(drawn.lines)));
    };
    expect(marked(14)).toEqual([true]);
    expect(marked(30)).toEqual([false]);
    const drawn = coverage(circle(100, 100, 10));
    const bubbles = bubblesOf(drawn, [word('A', 100, 100)]);
    expect(marksOf(bubbles, new Set(bubbles))).toMatchObject([{ view: 'A', sheet: null }]);
    expect(marksOf(bubbles)).toEqual([]);
  });

  test('a mark has the number of a view above that of its sheet', () => {
    const drawn = coverage(circle(100, 100, 18));
    const bubbles = bubblesOf(drawn, [word('A-301', 100, 106), word('3', 100, 94)]);
    expect(marksOf(bubbles)).toMatchObject([{ view: '3', sheet: 'A-301' }]);
    expect(marksOf(bubblesOf(drawn, [word('3', 100, 94), word('note', 100, 106)]))).toEqual([]);
    const turned = [word('A-301', 94, 100, 90), word('3', 106, 100, 90)];
    expect(marksOf(bubblesOf(drawn, turned))).toMatchObject([{ view: '3', sheet: 'A-301' }]);
  });
});
