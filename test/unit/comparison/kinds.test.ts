import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import type { ComparisonResult } from '../../../shared/comparison/engine/index.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawKind, drawUnchanged, type Kind } from '../../bench/comparison/kinds/index.ts';
import { score } from '../../bench/comparison/pairs.ts';
import { temporaryDirectory } from '../../local/support.ts';

const boxesOf = ({ items }: ComparisonResult, { width, height }: { width: number; height: number }) =>
  items.map(({ bounding_box: b }) => ({
    x: b.x * width,
    y: b.y * height,
    width: b.width * width,
    height: b.height * height,
  }));

/** The items of a comparison of a hard kind, after asserting that exactly its changes were found. */
const compareKind = async (kind: Kind, seed: number): Promise<ComparisonResult> => {
  const pair = await drawKind(kind, seed);
  const { result } = await compareFiles(pair.older, pair.newer);
  const { truth, items, found } = score(pair.truth, boxesOf(result, pair));
  expect({ items, found }).toEqual({ items: truth, found: truth });
  return result;
};

test('a row inserted into a table is one item, and rows that slid are none', async () => {
  const { items } = await compareKind('rows', 1);
  expect(items.map((item) => item.kind).sort()).toEqual(['row_added', 'row_changed']);
  expect(items.find((item) => item.kind === 'row_added')?.description).toMatch(/^Row “D\d+A” added/);
});

test('rows added and removed in several places are one item each, and those between are none', async () => {
  const { items } = await compareKind('rows apart', 1);
  expect(items.map((item) => item.kind).sort()).toEqual(['row_added', 'row_added', 'row_removed']);
});

test('a changed cell of a schedule is described by its table, row and column, and rated by its value', async () => {
  const { items } = await compareKind('schedule cells', 2);
  expect(items.map(({ description, difference_rating }) => [description, difference_rating])).toEqual([
    ['WINDOW SCHEDULE, W11, FIRE: EI 30 → EI 60', 5],
    ['WINDOW SCHEDULE, W07, U-VALUE: 1.30 → 0.90', 4],
    ['WINDOW SCHEDULE, W03, WIDTH: 2400 → 2550', 4],
  ]);
});

test('sorted rows are one item without cost, an inserted column one item', async () => {
  const sorted = await compareKind('schedule sorted', 1);
  expect(sorted.items[0]).toMatchObject({
    description: 'Rows sorted by WIDTH in “WINDOW SCHEDULE”',
    ...{ difference_rating: 1, cost_effect: 0 },
  });
  const column = await compareKind('schedule column', 1);
  expect(column.items[0]!.description).toBe('Column “SILL” added in “WINDOW SCHEDULE”');
});

test('an inserted note is one item and renumbers the others; other line breaks are none', async () => {
  const { items } = await compareKind('numbered notes', 2);
  expect(items.map(({ kind, new_text, old_text }) => [kind, (new_text ?? old_text)!.slice(0, 12)]).sort()).toEqual([
    ['text_added', '3. RAINWATER'],
    ['text_removed', '5. DO NOT SC'],
  ]);
  const reflowed = await compareKind('reflowed notes', 1);
  expect(reflowed.items[0]!.description).toMatch(/^Note 7 “7\. LINTELS .* 150\.” → “7\. LINTELS .* 200\.”/);
});

test('a moved view is one item with its former position, and a change inside it another', async () => {
  const { items } = await compareKind('view moved', 1);
  const moved = items.find((item) => item.kind === 'view_moved')!;
  expect(moved.description).toMatch(/^View “[A-Z ]+DETAIL” moved \d+ mm/);
  expect(moved.original_box!.width).toBeCloseTo(moved.bounding_box.width, 5);
  expect(moved.original_box!.x).not.toBeCloseTo(moved.bounding_box.x, 3);
  expect(items.filter((item) => item.kind === 'text_changed')).toHaveLength(1);
});

test('a deleted row is one item, although its number almost equals that of the row replacing it', async () => {
  const { items } = await compareKind('rows', 113);
  expect(items.map((item) => item.kind).sort()).toEqual(['row_changed', 'row_removed']);
  expect(items.find((item) => item.kind === 'row_removed')?.description).toMatch(/^Row “D108” removed/);
});

test('views that swap positions are one item each, as are neighbours with the same displacement', async () => {
  const { items } = await compareKind('views arranged', 103);
  expect(items.map((item) => item.kind).sort()).toEqual(['view_added', ...Array(5).fill('view_moved'), 'view_removed']);
});

test('a view whose position another one took moved as a whole, although parts of both coincide', async () => {
  const { items } = await compareKind('views arranged', 114);
  expect(items.filter((item) => item.kind === 'view_moved')).toHaveLength(5);
});

test('a view similar to one moved elsewhere is removed, not moved there as well', async () => {
  const { items } = await compareKind('views arranged', 3);
  expect(items.filter(({ kind }) => kind === 'view_removed').map(({ description }) => description)).toEqual([
    expect.stringContaining('“JAMB DETAIL” removed'),
  ]);
});

test('moved views without words are one item each, and a removal from one of them another', async () => {
  const { items } = await compareKind('views without words', 1);
  expect(items.map((item) => item.kind).sort()).toEqual(['graphic_removed', 'view_moved', 'view_moved']);
  for (const { original_box, bounding_box } of items.filter(({ kind }) => kind === 'view_moved'))
    expect(original_box!.width).toBeCloseTo(bounding_box.width, 5);
});

test('a view drawn at another scale is one item, whose lines keep their weight', async () => {
  const { items } = await compareKind('view rescaled', 115);
  expect(items.map((item) => item.kind)).toEqual(['view_rescaled']);
});

test('lines drawn heavier or with other dashes are restyled, not added or removed', async () => {
  const { items } = await compareKind('line styles', 103);
  const told = items.map(
    ({ kind, description }) => `${kind}: ${/drawn (heavier|with other dashes)/.exec(description)?.[1]}`,
  );
  expect(told.sort()).toEqual([...Array(2).fill('restyled: heavier'), ...Array(2).fill('restyled: with other dashes')]);
});

test('faint fills, pale lines and other colours are found, and a colour alone costs nothing', async () => {
  await compareKind('pale ink', 1);
  // A grey hairline that turns to a green as dark.
  const { items } = await compareKind('colours', 101);
  expect(new Set(items.map((item) => item.kind))).toEqual(new Set(['restyled']));
  expect(items.every((item) => item.cost_effect === 0)).toBe(true);
});

test('a change states whether a revision cloud encloses it', async () => {
  const { items, summary } = await compareKind('clouds', 1);
  const clouds = items.filter((item) => item.kind === 'cloud_added');
  expect(clouds.map((item) => item.description)).toEqual(Array(3).fill(expect.stringContaining('delta “B”')));
  expect(clouds.map((item) => item.encloses).sort()).toEqual([0, 1, 1]);
  const round = clouds.filter((item) => item.description.includes('around nothing that changed'));
  expect(round.map((item) => item.encloses)).toEqual([0]);
  const others = items.filter((item) => item.kind !== 'cloud_added');
  expect(others.map((item) => item.clouded).sort()).toEqual([false, true, true]);
  expect(summary).toContain('3 revision clouds, 1 around nothing that changed; 1 change outside every cloud.');
});

test('rooms renumbered by a hundred are one item that opens to its parts', async () => {
  const { items } = await compareKind('room numbers', 3);
  expect(items[0]).toMatchObject({ kind: 'repeated', description: expect.stringMatching(/^\d+ rooms renumbered: /) });
  expect(items[0]!.parts!.length).toBeGreaterThan(5);
});

test('slanting words stay whole, and a change is described by its line', async () => {
  const { items } = await compareKind('turned text', 3);
  expect(items.map((item) => item.kind).sort()).toEqual([
    ...['text_added', 'text_changed', 'text_changed', 'text_changed', 'text_removed'],
  ]);
  expect(items.filter((item) => item.old_text).every((item) => item.old_text!.includes(' '))).toBe(true);
});

test('one digit in the smallest print is found', async () => {
  await compareKind('tiny text', 1);
});

test('a note whose last words wrap to the next line is one change', async () => {
  const { items } = await compareKind('long notes', 2);
  expect(items[0]!.new_text).toMatch(/WITHOUT EXCEPTION.* OR DRILLED\.$/);
});

test('a producer that offsets all ink by a fraction of a point causes no change', async () => {
  const pair = await drawUnchanged('hatches', 1);
  expect((await compareFiles(pair.older, pair.newer)).result.items).toEqual([]);
});

test('the overlay shows a view that moved at its new position, where both sheets are alike', async () => {
  const out = temporaryDirectory(afterAll);
  const pair = await drawKind('view moved', 1);
  const { result } = await compareFiles(pair.older, pair.newer, { out });
  const { x, y, width, height } = result.items.find(({ kind }) => kind === 'view_moved')!.pixel_box;
  const overlay = PNG.sync.read(await readFile(join(out, 'sheet-1/overlay.png')));
  let [inked, coloured] = [0, 0];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      const at = 4 * (row * overlay.width + column);
      const [red, green, blue] = overlay.data.subarray(at, at + 3) as unknown as [number, number, number];
      if (Math.min(red, green, blue) > 200) continue;
      inked++;
      if (Math.abs(red - blue) > 60) coloured++;
    }
  }
  expect(inked).toBeGreaterThan(1000);
  expect(coloured / inked).toBeLessThan(0.2);
});
