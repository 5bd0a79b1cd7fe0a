import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { findGraphicChanges } from '../../../shared/comparison/engine/differ/graphic-changes.ts';
import { added, removed, strong } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { minimumSharpInk } from '../../../shared/comparison/engine/differ/rendering-artefacts.ts';
import { absorbStyles, joinGraphics } from '../../../shared/comparison/engine/join/join-graphics.ts';
import { joinRepeats } from '../../../shared/comparison/engine/join/join-repeats.ts';
import { ComparedLinework } from '../../../shared/comparison/engine/lines/line-difference.ts';
import { LineEvidence } from '../../../shared/comparison/engine/lines/line-evidence.ts';
import { describeRepeatedGraphics } from '../../../shared/comparison/engine/say/describe.ts';
import { lengthsOf } from '../../../shared/comparison/engine/say/lengths.ts';
import { type Line, type Pen, piecesOf } from '../../../shared/drawing/index.ts';

const [width, height] = [600, 300];
const pen: Pen = { colour: '#000000', width: 1, dash: [], layer: null, edge: false };
type Ends = readonly [x0: number, y0: number, x1: number, y1: number];
const line = ([x0, y0, x1, y1]: Ends, dashed = false): Line => ({ x0, y0, x1, y1, pen: 0, dashed });

/** Compares two sheets of lines; `marks` receives the pixels of the lines that only one of them has. */
const compare = (older: Line[], newer: Line[], differing: readonly (readonly [Ends, 'added' | 'removed'])[]) => {
  const marks = new Uint8Array(width * height);
  for (const [[x0, y0, x1, y1], way] of differing) {
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)));
    for (let i = 0; i < steps; i++) {
      const [x, y] = [x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps].map(Math.floor) as [number, number];
      marks[y * width + x] = (way === 'added' ? added : removed) | strong;
      marks[y * width + x + width] = (way === 'added' ? added : removed) | strong;
    }
  }
  const blank = () => new Uint8Array(width * height).fill(255);
  const alignment = { matrix: [1, 0, 0, 1, 0, 0], scale: 1, turn: 0, shift: { x: 0, y: 0 } };
  const sheets = {
    ...{ older: blank(), newer: blank(), olderColour: null, newerColour: null },
    ...{ width, height, density: 1, alignment },
  } as unknown as AlignedSheets;
  const pieces = (lines: Line[]) => piecesOf({ lines, arcs: [], areas: [], pens: [pen] });
  const linework = new ComparedLinework(pieces(older), pieces(newer), [1, 0, 0, 1, 0, 0]);
  const evidence = new LineEvidence(linework, [], []);
  return absorbStyles(joinGraphics(findGraphicChanges(marks, [], sheets, minimumSharpInk, evidence).changes));
};

const describeRepeats = (changes: readonly Change[]) => {
  const repeated = changes.find(({ kind }) => kind === 'repeated');
  return describeRepeatedGraphics(repeated!.parts!, { widthMm: 100, heightMm: 1 }, null, lengthsOf(false));
};

describe('a line that became dashed', () => {
  const solid: Ends = [50, 100, 440, 100];
  const gaps = Array.from({ length: 9 }, (_, i): Ends => [80 + 40 * i, 100, 90 + 40 * i, 100]);
  const whole = { x: 50, width: 391 };
  const rounded = ({ kind, style, box }: Change) => ({
    ...{ kind, style, x: Math.round(box.x), width: Math.round(box.width) },
  });

  test('is one change of the whole line, whether its dashes are read as one line or apart', () => {
    const marks = gaps.map((gap) => [gap, 'removed'] as const);
    const asOne = compare([line(solid)], [line(solid, true)], marks);
    expect(asOne.map(rounded)).toEqual([{ kind: 'restyled', style: 'dashes', ...whole }]);
    const dashes = [50, ...gaps.map(([, , x]) => x)].map((x) => line([x, 100, x === 50 ? 80 : x + 30, 100]));
    const apart = compare([line(solid)], dashes, marks);
    expect(apart.map(rounded)).toEqual([{ kind: 'restyled', style: 'dashes', x: 80, width: 330 }]);
    const back = compare(
      dashes,
      [line(solid)],
      gaps.map((gap) => [gap, 'added'] as const),
    );
    expect(back.map(rounded)).toEqual(apart.map(rounded));
    expect([apart[0]!.pen, back[0]!.pen]).toEqual(['#000000 1.00 dashed', '#000000 1.00']);
  });

  test('is one change with two others drawn with the same pen, unlike one that became solid', () => {
    const at = ([x0, , x1]: Ends, y: number): Ends => [x0, y, x1, y];
    const rows = [60, 120, 180, 240];
    const sheet = (isDashed: (y: number) => boolean) => rows.map((y) => line(at(solid, y), isDashed(y)));
    const changes = compare(
      sheet((y) => y === 240),
      sheet((y) => y !== 240),
      rows.flatMap((y) => gaps.map((gap) => [at(gap, y), y === 240 ? 'added' : 'removed'] as const)),
    );
    expect(joinRepeats(changes).map(({ kind }) => kind)).toEqual(['restyled', 'repeated']);
    expect(describeRepeats(joinRepeats(changes))).toBe('Lines drawn with other dashes at 3 places');
    expect(joinRepeats(changes.slice(0, 2))).toHaveLength(2);
  });
});
