import { describe, expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { ForeignColours, onForeignLayers } from '../../../shared/comparison/engine/differ/foreign-ink.ts';
import { findGraphicChanges } from '../../../shared/comparison/engine/differ/graphic-changes.ts';
import { added, removed, strong } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { minimumSharpInk } from '../../../shared/comparison/engine/differ/rendering-artefacts.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { joinAreas } from '../../../shared/comparison/engine/join/join-owners.ts';
import { joinRepeats } from '../../../shared/comparison/engine/join/join-repeats.ts';
import type { ChangedArea } from '../../../shared/comparison/engine/lines/area-difference.ts';
import { ComparedLinework } from '../../../shared/comparison/engine/lines/line-difference.ts';
import { LineEvidence } from '../../../shared/comparison/engine/lines/line-evidence.ts';
import { changedLayers } from '../../../shared/comparison/engine/read/changed-layers.ts';
import type { Colour } from '../../../shared/comparison/engine/read/sheet-source.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import type { Word } from '../../../shared/domain/page-text.ts';

const [width, height] = [256, 128];
type Rgb = readonly [number, number, number];
const red: Rgb = [255, 0, 0];
const orange: Rgb = [255, 90, 0];
const green: Rgb = [0, 160, 0];

/** A sheet of 256 × 128 pixels, at one pixel a point, with boxes of colour on it. */
const sheet = (...boxes: readonly (readonly [Box, Rgb])[]): { grey: Uint8Array; colour: Colour } => {
  const plane = () => new Uint8Array(width * height);
  const colour = { red: plane(), green: plane(), blue: plane(), tiles: new Uint8Array(8).fill(1) };
  const grey = plane().fill(255);
  for (const [box, [r, g, b]] of boxes)
    for (let y = box.y; y < box.y + box.height; y++)
      for (let x = box.x; x < box.x + box.width; x++) {
        const at = y * width + x;
        grey[at] = Math.round(0.3 * r + 0.59 * g + 0.11 * b);
        [colour.red[at], colour.green[at], colour.blue[at]] = [r, g, b];
      }
  return { grey, colour };
};
const sheetsOf = (older: ReturnType<typeof sheet>, newer: ReturnType<typeof sheet>) =>
  ({
    ...{ older: older.grey, newer: newer.grey, olderColour: older.colour, newerColour: newer.colour },
    ...{ width, height, density: 1 },
  }) as unknown as AlignedSheets;
const square = (x: number, y: number, side = 16): Box => ({ x, y, width: side, height: side });
const marksOf = (boxes: readonly Box[], mark: number) => {
  const marks = new Uint8Array(width * height);
  for (const { x, y, width: w, height: h } of boxes)
    for (let v = y; v < y + h; v++) marks.fill(mark, v * width + x, v * width + x + w);
  return marks;
};
const noLines = { ends: new Float64Array(0), pen: new Uint32Array(0), pens: [] };
const evidenceWith = (areas: ChangedArea[]) =>
  new LineEvidence(new ComparedLinework(noLines, noLines, [1, 0, 0, 1, 0, 0]), areas, []);

describe('colours that only one sheet uses', () => {
  test('are told apart, and a colour that both sheets use is none', () => {
    const older = sheet([square(200, 100), green]);
    const newer = sheet(
      [square(10, 10), red],
      [square(40, 10), orange],
      [square(70, 10), green],
      [square(200, 100), green],
    );
    const colours = new ForeignColours(sheetsOf(older, newer));
    const at = (x: number, y: number) => colours.at(y * width + x, added);
    expect(at(15, 15)).toBeGreaterThan(0);
    expect(at(45, 15)).toBeGreaterThan(0);
    expect(at(45, 15)).not.toBe(at(15, 15));
    expect(at(75, 15)).toBe(0);
    // A mark beside the square has its colour.
    expect(at(9, 15)).toBe(at(15, 15));
    expect(at(150, 60)).toBe(0);
  });

  test('divide mark-ups that touch, each place is a change, and what was taken off the sheet is one for each colour', () => {
    const [a, b, c] = [square(10, 10), square(28, 10), square(120, 60)];
    const sheets = sheetsOf(sheet(), sheet([a, red], [b, green], [c, red]));
    const { changes } = findGraphicChanges(
      marksOf([a, b, c], added | strong),
      ...([[], sheets, minimumSharpInk, evidenceWith([])] as const),
    );
    expect(changes.map(({ box }) => box).sort((p, q) => p.x - q.x)).toEqual([a, b, c]);
    expect(joinRepeats(changes)).toHaveLength(3);
    // As many as symbols are one change, though each is its own place.
    const dots = Array.from(
      { length: 6 },
      (_, i): Change => ({ ...changes[0]!, box: square(10 + 30 * i, 10), ink: 1 }),
    );
    expect(joinRepeats(dots).map(({ kind, parts }) => [kind, parts?.length])).toEqual([['repeated', 6]]);
    const { changes: gone } = findGraphicChanges(
      marksOf([a, b, c], removed | strong),
      ...([[], sheetsOf(sheet([a, red], [b, green], [c, red]), sheet()), minimumSharpInk, evidenceWith([])] as const),
    );
    expect(joinRepeats(gone).map(({ kind, parts }) => [kind, parts?.length ?? 1])).toEqual([
      ['graphic_removed', 1],
      ['repeated', 2],
    ]);
  });
});

describe('filled areas', () => {
  const cells = [square(10, 10, 60), square(70, 70, 50)];
  const word = (text: string, x: number, y: number): Word => ({ text, x, y, width: 20, height: 8, size: 8, angle: 0 });
  const fills = () => {
    const { changes } = findGraphicChanges(
      marksOf(cells, removed | strong),
      [],
      sheetsOf(sheet(...cells.map((cell) => [cell, red] as const)), sheet()),
      minimumSharpInk,
      evidenceWith(cells.map((box) => ({ kind: 'emptied', box }))),
    );
    return changes;
  };

  test('that meet at a corner are one change each', () => {
    expect(fills().map(({ box, isArea }) => [box, isArea])).toEqual(cells.map((cell) => [cell, true]));
  });

  test('belong to the text in them that changed, and are named by other texts', () => {
    const row: Change = { kind: 'row_changed', box: square(20, 20, 30), text: null, addedInk: 0, removedInk: 0 };
    const [left, ...none] = joinAreas(fills(), [row], [word('B61', 80, 80), word('A1', 200, 100)]);
    expect([left!.box, left!.name, none]).toEqual([cells[1], 'B61', []]);
    expect(joinAreas(fills(), [], []).map(({ name }) => name)).toEqual([undefined, undefined]);
    const moved = (size: number): Change => {
      const line = makeLine([{ ...word('CELLAR', 80, 90), height: size, size }]);
      return {
        ...row,
        kind: 'text_moved',
        box: line.box,
        text: { kind: 'text_moved', old: line, new: line, box: line.box },
      };
    };
    // The cell of a text of 20 points is 50 high at most, and 80 wide for one of 8 points.
    expect(joinAreas([...fills(), moved(20)], [], []).map(({ box }) => box)).not.toContainEqual(cells[1]);
    expect(joinAreas([...fills(), moved(8)], [], []).map(({ box }) => box)).toContainEqual(cells[1]);
    // Named cells are objects of their own, whatever their colour and form.
    const named = fills().map((change, i) => ({ ...change, ink: 1, name: `B${i}` }));
    expect(joinRepeats(named)).toHaveLength(2);
  });
});

test('linework on a layer that only one sheet has is one change; the layer of what has none is no layer', () => {
  const layered = (layer: string, box: Box) => ({ layer, ...box });
  const boxes = [square(10, 10), square(100, 50, 30), square(200, 10, 20)];
  const changes = boxes.map((box): Change => ({ kind: 'graphic_added', box, text: null, addedInk: 9, removedInk: 0 }));
  const on = (...names: string[]) =>
    onForeignLayers(
      changes,
      changedLayers(
        [layered('WALL', square(150, 100))],
        boxes.map((box, i) => layered(names[i]!, box)),
        [1, 0, 0, 1, 0, 0],
      ),
    );
  expect(on('FURNITURE', 'FURNITURE', 'WALL').map(({ ink }) => ink)).toEqual(['FURNITURE', 'FURNITURE', undefined]);
  expect(on('0', '0', 'WALL').map(({ ink }) => ink)).toEqual([undefined, undefined, undefined]);
  expect(joinRepeats(on('FURNITURE', 'FURNITURE', 'WALL')).map(({ kind }) => kind)).toEqual([
    'graphic_added',
    'repeated',
  ]);
});
