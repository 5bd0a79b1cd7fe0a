import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { findGraphicChanges } from '../../../shared/comparison/engine/differ/graphic-changes.ts';
import { added, differInk } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { shareUnchanged } from '../../../shared/comparison/engine/differ/ink-shares.ts';
import { minimumSharpInk } from '../../../shared/comparison/engine/differ/rendering-artefacts.ts';
import { compareText } from '../../../shared/comparison/engine/differ/text-difference.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { absorbStyles } from '../../../shared/comparison/engine/join/join-graphics.ts';
import { joinRepeats } from '../../../shared/comparison/engine/join/join-repeats.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { meaningOf } from '../../../shared/comparison/engine/read/text-meaning.ts';
import {
  describeRepeated,
  describeRepeatedGraphics,
  describeRestyledText,
} from '../../../shared/comparison/engine/say/describe.ts';
import { lengthsOf } from '../../../shared/comparison/engine/say/lengths.ts';
import { cutsLines } from '../../../shared/comparison/engine/segment/verify-moves.ts';
import type { PageText, Word } from '../../../shared/domain/page-text.ts';

const word = (text: string, x: number, y: number, size = 10): Word => ({
  ...{ text, x, y, width: 0.6 * size * text.length, height: size, size, angle: 0 },
});
const page = (words: Word[]): PageText => ({ page: 1, width: 1000, height: 700, words, text: '' });
const graphic = (kind: Change['kind'], box: Box, ink = 100): Change => ({
  ...{ kind, box, text: null },
  addedInk: kind === 'graphic_removed' ? 0 : ink,
  removedInk: kind === 'graphic_removed' ? ink : 0,
});

const sheetsOf = (older: Uint8Array, newer: Uint8Array, width: number, height: number) =>
  ({ older, newer, width, height, density: 2 }) as unknown as AlignedSheets;

/** A white picture to draw on with boxes and circles of ink. */
const drawing = (width: number, height: number) => {
  const data = new Uint8Array(width * height).fill(255);
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let v = y; v < y + h; v++) data.fill(0, v * width + x, v * width + x + w);
  };
  const frame = (x: number, y: number, w: number, h: number, line: number) => {
    fill(x, y, w, line);
    fill(x, y + h - line, w, line);
    fill(x, y, line, h);
    fill(x + w - line, y, line, h);
  };
  const circle = (x: number, y: number, radius: number) => {
    for (let turn = 0; turn < 2 * Math.PI; turn += 0.002) {
      fill(Math.round(x + radius * Math.cos(turn)), Math.round(y + radius * Math.sin(turn)), 2, 2);
    }
  };
  return { data, fill, frame, circle };
};

test('a text continues in the nearest line that begins with it, not in one that lies over it', () => {
  const at = (text: string, x: number, y: number) => ({ ...word(text, x, y, 10), width: 6 * text.length });
  const lines = [at('W-ROOM (STORAGE,', 60, 90), at('BESIDE THE LARGE LID', 60, 102)];
  const { changes } = compareText([at('W-ROOM', 110, 101)], page(lines));
  expect(changes.map(({ kind, old, new: now }) => [kind, old?.text, now?.text])).toEqual([
    ['text_changed', 'W-ROOM', 'W-ROOM (STORAGE,'],
    ['text_added', undefined, 'BESIDE THE LARGE LID'],
  ]);
});

describe('text set in another size', () => {
  const kinds = (older: Word, newer: Word) =>
    compareText([older], page([newer])).changes.map(({ kind, old, new: now }) => [kind, old?.text, now?.text]);

  test('is restyled, at its position or slightly aside', () => {
    expect(kinds(word('64,75', 100, 100, 5), word('64,75', 92, 97.5, 10))).toEqual([['restyled', '64,75', '64,75']]);
    expect(kinds(word('0,4', 100, 100, 5), word('0,4', 112, 90, 10))).toEqual([['restyled', '0,4', '0,4']]);
  });

  test('is restyled or moved, and never the change of a text into itself, where only a part of its row was found', () => {
    const title = (size: number, x: number) => ({ ...word('SEZIONE', x, 100, size), width: 60 });
    expect(kinds(title(10, 100), title(9, 115))).toEqual([['restyled', 'SEZIONE', 'SEZIONE']]);
  });

  test('is another text if it is far away, and unchanged if it only looks larger', () => {
    expect(kinds(word('0,4', 100, 100, 5), word('0,4', 300, 90, 10)).map(([kind]) => kind)).toEqual([
      'text_added',
      'text_removed',
    ]);
    expect(kinds(word('NOTE', 100, 100, 10), { ...word('NOTE', 100, 100, 10), size: 13 })).toEqual([]);
  });

  test('is described as such, and once if repeated', () => {
    const line = makeLine([word('64,75', 0, 0)]);
    const change: Change = {
      ...graphic('restyled', line.box),
      text: { kind: 'restyled', old: line, new: line, box: line.box },
      style: 'larger',
    };
    expect(describeRestyledText(line, 'larger', 'here')).toBe('Dimension 64,75 drawn larger here');
    const many = joinRepeats(Array.from({ length: 7 }, () => change));
    expect(many.map(({ kind, parts }) => [kind, parts?.length])).toEqual([['repeated', 7]]);
    expect(
      describeRepeated(
        many[0]!.parts!.map((part) => part.text!),
        'larger',
      ),
    ).toMatch(/^7 texts drawn larger: “64,75”/);
    expect(joinRepeats([change, change])).toHaveLength(2);
  });
});

test('two numbers in a row are not a dimension, thousands are', () => {
  expect(['6 7', '18 24', '1 250', '12 500 mm'].map(meaningOf)).toEqual(['label', 'label', 'dimension', 'dimension']);
});

test('the same symbol in many positions is one change, in any orientation', () => {
  const symbols = Array.from({ length: 6 }, (_, i) =>
    graphic('graphic_added', { x: 100 * i, y: 50, width: i % 2 ? 14 : 10, height: i % 2 ? 10 : 14 }),
  );
  const others = [
    graphic('graphic_added', { x: 0, y: 200, width: 20, height: 14 }),
    graphic('graphic_removed', symbols[0]!.box),
  ];
  const joined = joinRepeats([...symbols, ...others]);
  expect(joined.map(({ kind }) => kind).sort()).toEqual(['graphic_added', 'graphic_removed', 'repeated']);
  const { parts } = joined.find(({ kind }) => kind === 'repeated')!;
  expect(describeRepeatedGraphics(parts!, { widthMm: 4, heightMm: 5 }, 100, lengthsOf(false))).toBe(
    '6 symbols of one kind added (each about 0.40 × 0.50 m)',
  );
  expect(describeRepeatedGraphics(parts!, { widthMm: 9.96, heightMm: 10.04 }, 100, lengthsOf(false))).toContain(
    'about 1.0 × 1.0 m',
  );
});

test('a piece that looks heavier belongs to the filled symbol next to it', () => {
  const arrow = graphic('graphic_added', { x: 100, y: 100, width: 12, height: 20 });
  const tip: Change = { ...graphic('restyled', { x: 92, y: 96, width: 4, height: 4 }), style: 'heavier' };
  const wall: Change = { ...graphic('restyled', { x: 300, y: 96, width: 4, height: 200 }), style: 'heavier' };
  const joined = absorbStyles([arrow, tip, wall]);
  expect(joined).toHaveLength(2);
  expect(joined.find(({ kind }) => kind === 'graphic_added')!.box).toEqual({ x: 92, y: 96, width: 20, height: 24 });
});

test('lines recoloured where linework was drawn over them belong to it, larger ones do not', () => {
  const frame = graphic('graphic_removed', { x: 100, y: 100, width: 60, height: 60 });
  const crossed = graphic('restyled', { x: 102, y: 100, width: 50, height: 58 });
  expect(absorbStyles([frame, crossed])).toMatchObject([{ kind: 'graphic_removed' }]);
  expect(absorbStyles([frame, { ...crossed, box: { ...crossed.box, x: 130 } }])).toHaveLength(2);
  const large = { ...frame, box: { ...frame.box, width: 400 } };
  expect(absorbStyles([large, crossed])).toHaveLength(2);
  expect(absorbStyles([{ ...large, removedInk: 2000 }, crossed])).toHaveLength(1);
});

test('a patch inside the box of another is reported once, on its own', () => {
  const [width, height] = [800, 500];
  const [older, newer] = [drawing(width, height), drawing(width, height)];
  // A long line drawn heavier with a tail, and a circle whose arc comes into the box of both.
  older.fill(100, 100, 400, 2);
  newer.fill(100, 98, 400, 6);
  newer.fill(100, 100, 2, 90);
  newer.circle(440, 260, 120);
  const marks = differInk(
    { older: older.data, newer: newer.data, width, height },
    { contrast: 40, least: 8, pale: null },
  );
  const { changes } = findGraphicChanges(
    marks,
    [],
    sheetsOf(older.data, newer.data, width, height),
    minimumSharpInk,
    null,
  );
  const circle = changes.filter(({ box }) => box.x > 120 && box.width < 130);
  expect(circle.map(({ box }) => Math.round(box.width / 10))).toEqual([12]);
});

test('an added frame near removed linework is separate from it, and one that replaces another is redrawn', () => {
  const kinds = (before: (on: ReturnType<typeof drawing>) => void, after: typeof before) => {
    const [width, height] = [800, 500];
    const [older, newer] = [drawing(width, height), drawing(width, height)];
    before(older);
    after(newer);
    const marks = differInk(
      { older: older.data, newer: newer.data, width, height },
      { contrast: 40, least: 8, pale: null },
    );
    const { changes } = findGraphicChanges(
      marks,
      [],
      sheetsOf(older.data, newer.data, width, height),
      minimumSharpInk,
      null,
    );
    return changes.map(({ kind, box }) => [kind, Math.round(box.width)]);
  };
  const frame = (x: number) => (on: ReturnType<typeof drawing>) => on.frame(x, x - 50, 600, 400, 1);
  expect(kinds((on) => on.frame(200, 60, 80, 80, 2), frame(100)).toSorted()).toEqual([
    ['graphic_added', 300],
    ['graphic_removed', 40],
  ]);
  expect(kinds(frame(107), frame(100)).map(([kind]) => kind)).toEqual(['graphic_changed']);
});

test('a part of a sheet has not moved if most of its ink is at its former position', () => {
  const picture = drawing(200, 200);
  picture.fill(20, 20, 160, 20);
  picture.fill(20, 120, 160, 20);
  const marks = new Uint8Array(200 * 200);
  for (let y = 120; y < 140; y++) marks.fill(added, y * 200 + 20, y * 200 + 180);
  const sheets = sheetsOf(picture.data, picture.data, 200, 200);
  const share = (y: number, height: number) =>
    shareUnchanged({ x: 5, y, width: 90, height }, picture.data, marks, sheets);
  expect([share(5, 30), share(55, 30)]).toEqual([1, 0]);
  expect(share(5, 90)).toBeGreaterThan(0.4);
  expect(share(5, 90)).toBeLessThan(0.6);
});

test('words of a title without the rest of it are not the title of a view that moved', () => {
  const title = [word('SECTION', 100, 100), word('AT', 146, 100), word('STAIR', 162, 100)];
  const cuts = (x: number) =>
    cutsLines({ box: { x, y: 80, width: 400, height: 100 } }, [...title, word('NOTE', 400, 300)]);
  expect(cuts(90)).toBe(false);
  expect(cuts(150)).toBe(true);
});
