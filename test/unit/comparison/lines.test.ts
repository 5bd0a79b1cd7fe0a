import { describe, expect, test } from 'vitest';
import { differAreas } from '../../../shared/comparison/engine/lines/area-difference.ts';
import { ComparedLinework } from '../../../shared/comparison/engine/lines/line-difference.ts';
import { LineEvidence, styleOf } from '../../../shared/comparison/engine/lines/line-evidence.ts';
import { isKept, type Piece } from '../../../shared/comparison/engine/lines/piece.ts';
import {
  type Arc,
  type FilledArea,
  type Line,
  type Pen,
  type Pieces,
  piecesOf,
} from '../../../shared/drawing/index.ts';

const thin: Pen = { colour: '#000000', width: 0.5, dash: [], layer: null, edge: false };
const thick: Pen = { ...thin, width: 2 };
type Ends = [x0: number, y0: number, x1: number, y1: number];
const line = ([x0, y0, x1, y1]: Ends, pen = 0): Line => ({ x0, y0, x1, y1, pen, dashed: false });
const pieces = (lines: Line[], arcs: Arc[] = []): Pieces => piecesOf({ lines, arcs, areas: [], pens: [thin, thick] });
const identity = [1, 0, 0, 1, 0, 0] as const;
const compare = (older: Pieces, newer: Pieces, moves: Parameters<ComparedLinework['difference']>[0] = []) =>
  new ComparedLinework(older, newer, identity).difference(moves);
const endsOf = (some: readonly Piece[]) =>
  some.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1].map((value) => Math.round(value)));

describe('the difference of linework', () => {
  test('is nothing where a line is drawn in pieces, twice, or a fraction of a point aside', () => {
    const older = pieces([line([10, 10, 210, 10]), line([10, 50, 10, 90])]);
    const newer = pieces([
      ...[line([100, 10, 210, 10]), line([10, 10, 120, 10.1]), line([10, 50, 10, 90]), line([10.2, 50, 10.2, 90])],
    ]);
    expect(compare(older, newer)).toMatchObject({ added: [], removed: [], restyled: [] });
  });

  test('is the part of a line that is longer, and a line across it is another', () => {
    const older = pieces([line([10, 10, 110, 10])]);
    const newer = pieces([line([10, 10, 160, 10]), line([60, 0, 60, 40])]);
    const { added, removed } = compare(older, newer);
    expect(endsOf(added).toSorted()).toEqual([
      [110, 10, 160, 10],
      [60, 0, 60, 40],
    ]);
    expect(removed).toEqual([]);
  });

  test('is nothing for an arc that ends elsewhere on the same circle but for the rest of it', () => {
    const arc = (from: number, sweep: number) => ({ ...{ x: 100, y: 100, radius: 40, from, sweep }, pen: 0 });
    const { added, removed } = compare(pieces([], [arc(0, 2)]), pieces([], [arc(0.5, 2)]));
    const length = (pieces: readonly Piece[]) =>
      pieces.reduce((sum, { x0, y0, x1, y1 }) => sum + Math.hypot(x1 - x0, y1 - y0), 0);
    expect(length(added)).toBeCloseTo(20, 0);
    expect(length(removed)).toBeCloseTo(20, 0);
  });

  test('names the pens of a line drawn heavier', () => {
    const { added, restyled } = compare(pieces([line([10, 10, 110, 10])]), pieces([line([10, 10, 110, 10], 1)]));
    expect(added).toEqual([]);
    expect(restyled).toMatchObject([{ pen: { width: 2 }, was: { width: 0.5 } }]);
    expect(styleOf(restyled)).toBe('heavier');
  });

  test('is another pen throughout where it draws most of the sheet', () => {
    const areRestyled = (pen: number) => {
      const sheet = (pen: number) => pieces([line([10, 10, 110, 10], pen), line([10, 50, 50, 50])]);
      return new LineEvidence(new ComparedLinework(sheet(0), sheet(pen), identity), [], []).areRestyled();
    };
    expect(areRestyled(1)).toBe(true);
    expect(areRestyled(0)).toBe(false);
    const few = (pen: number) => pieces([line([10, 10, 110, 10]), line([10, 50, 50, 50], pen)]);
    expect(new LineEvidence(new ComparedLinework(few(0), few(1), identity), [], []).areRestyled()).toBe(false);
  });

  test('is nothing for dashes that begin elsewhere, and a style for a solid line that became dashed', () => {
    const dashes = (start: number) =>
      pieces(Array.from({ length: 8 }, (_, i) => line([start + 20 * i, 10, start + 20 * i + 12, 10])));
    expect(compare(dashes(10), dashes(19))).toMatchObject({ added: [], removed: [] });
    const { added, removed, restyled } = compare(pieces([line([10, 10, 162, 10])]), dashes(10));
    expect([added, removed]).toEqual([[], []]);
    expect(styleOf(restyled)).toBe('dashes');
    expect(endsOf(restyled)).toEqual([[22, 10, 150, 10]]);
  });

  test('is a style for a solid line that became one of separate dashes', () => {
    const [solid, dashed] = [false, true].map((dashed) => pieces([{ ...line([10, 10, 160, 10]), dashed }]));
    const { added, removed, restyled } = compare(solid!, dashed!);
    expect([added, removed]).toEqual([[], []]);
    expect(styleOf(restyled)).toBe('dashes');
    expect(compare(dashed!, dashed!).restyled).toEqual([]);
  });

  test('knows what is on both sheets where parts have moved', () => {
    const older = pieces([line([10, 10, 110, 10]), line([20, 50, 60, 50])]);
    const newer = pieces([line([10, 10, 110, 10]), line([320, 50, 360, 50])]);
    const move = {
      ...{ matrix: [1, 0, 0, 1, 300, 0] as const, from: { x: 10, y: 40, width: 60, height: 20 } },
      box: { x: 310, y: 40, width: 60, height: 20 },
    };
    const difference = compare(older, newer, [move as never]);
    const kept = (x: number, y: number) => isKept(difference, x, y);
    expect([kept(50, 10), kept(340, 50), kept(200, 50)]).toEqual([true, true, false]);
  });

  test('follows a part that moved, and places what is missing from it where it is now', () => {
    const older = pieces([line([10, 10, 60, 10]), line([10, 10, 10, 60]), line([20, 30, 40, 30])]);
    const newer = pieces([line([310, 110, 360, 110]), line([310, 110, 310, 160])]);
    const move = {
      matrix: [1, 0, 0, 1, 300, 100] as const,
      from: { x: 5, y: 5, width: 60, height: 60 },
      box: { x: 305, y: 105, width: 60, height: 60 },
    };
    const { added, removed } = compare(older, newer, [move]);
    expect(added).toEqual([]);
    expect(endsOf(removed)).toEqual([[320, 130, 340, 130]]);
  });
});

describe('filled areas', () => {
  const area = (x: number, colour: string): FilledArea => ({
    ...{ colour, layer: null, instance: -1 },
    points: [x, 10, x + 20, 10, x + 20, 30, x, 30],
  });

  test('are filled, emptied or of another colour', () => {
    const found = differAreas(
      [area(10, '#cccccc'), area(50, '#cccccc')],
      [area(10, '#ff0000'), area(90, '#cccccc')],
      identity,
    );
    expect(found.map(({ kind, box }) => [kind, box.x])).toEqual([
      ['recoloured', 10],
      ['filled', 90],
      ['emptied', 50],
    ]);
  });

  test('are a symbol that was filled where the strokes of the fill end at its outline', () => {
    const outline = [line([10, 10, 40, 10]), line([40, 10, 40, 40]), line([10, 10, 40, 40])];
    const strokes = [line([20, 10, 40, 30]), line([30, 10, 40, 20])];
    const linework = new ComparedLinework(pieces(outline), pieces([...outline, ...strokes]), identity);
    const box = { x: 10, y: 10, width: 30, height: 30 };
    const evidence = new LineEvidence(linework, [{ kind: 'filled', box }], []);
    const patch = evidence.assign(() => 0).get(0)!;
    expect(evidence.fillOf(box, patch)).toBe('filled');
    const ending = new ComparedLinework(pieces(outline), pieces([...outline, line([20, 10, 25, 22])]), identity);
    const other = new LineEvidence(ending, [{ kind: 'filled', box }], []);
    expect(other.fillOf(box, other.assign(() => 0).get(0)!)).toBeUndefined();
  });
});

test('marks along lines of both sheets are artefacts of rendering; ink away from lines is none', () => {
  const same = pieces([line([10, 10, 110, 10])]);
  const evidence = new LineEvidence(new ComparedLinework(same, same, identity), [], []);
  const along = (y: number) => Array.from({ length: 50 }, (_, i) => ({ x: 20 + i, y }));
  expect(evidence.areOnLines(along(10.8))).toBe(true);
  expect(evidence.areOnLines(along(20))).toBe(false);
});
