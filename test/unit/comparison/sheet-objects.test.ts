import { expect, test } from 'vitest';
import { drawSet } from '../../../infra/demo/drawings/index.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawPlan, type Plan } from '../../support/draw-plan.ts';

const before = drawPlan();
const itemsOf = async (plan: Plan) => (await compareFiles(await before, await drawPlan(plan))).result.items;

test('a wall that was extended is described and measured by its growth', async () => {
  const [wall, ...others] = await itemsOf({ partition: 3600 });
  expect(others).toEqual([]);
  expect(wall).toMatchObject({
    description: 'Wall extended by 1.20 m to 3.60 m near grid B, room 101 OFFICE',
    ...{ quantity: { value: 1.2, unit: 'm' }, kind: 'graphic_added' },
  });
});

test('a shorter wall is measured by what it lost', async () => {
  const [wall, ...others] = await itemsOf({ partition: 1500 });
  expect(others).toEqual([]);
  expect(wall!.description).toMatch(/^Wall shortened by 0\.90 m to 1\.50 m /);
  expect([wall!.kind, wall!.quantity]).toEqual(['graphic_removed', { value: 0.9, unit: 'm' }]);
});

test('a wall that was added joins another one; a shelf drawn like it is linework', async () => {
  const { result } = await compareFiles(await drawPlan({ partition: 0 }), await drawPlan({ shelf: true }));
  const said = result.items.map(({ description }) => description);
  expect(said).toHaveLength(2);
  expect(said).toContainEqual(expect.stringMatching(/^Wall added \(2\.\d+ m long\) .*OFFICE/));
  expect(said).toContainEqual(expect.stringMatching(/^Linework added .*KITCHEN/));
});

test('a door hung on the other side is mirrored', async () => {
  const [door, ...others] = await itemsOf({ isLeft: false });
  expect(others).toEqual([]);
  expect(door!.description).toMatch(/^Door mirrored near grid B, room 103 STORAGE \(leaf 0\.9\d m\)$/);
  expect(door).toMatchObject({ quantity: { value: 1, unit: 'each' }, trade: 'Doors and windows', division: '08' });
});

test('linework that is much larger than a door within it is not described as a door', async () => {
  const plan = { kind: 'floor-plan', level: 1, revision: 'A' } as const;
  const [older, newer] = [plan, { ...plan, revision: 'B', seed: 7 }].map((sheet) => {
    return drawSet({ size: 'A3', project: 'HARBOUR STREET', date: '2026-05-04', sheets: [sheet] });
  });
  const { result } = await compareFiles(older!, newer!);
  expect(result.items.filter(({ bounding_box: { width } }) => width > 0.5)).not.toEqual([]);
  expect(result.items.filter(({ description }) => description.startsWith('Door'))).toEqual([]);
});

test('a symbol at another position is one item with both positions and the distance', async () => {
  const [socket, ...others] = await itemsOf({ socket: 800 });
  expect(others).toEqual([]);
  expect(socket!.description).toMatch(/^Symbol moved 0\.80 m to the right, near grid B, room 102 KITCHEN/);
  expect(socket!.kind).toBe('graphic_moved');
  expect((socket!.bounding_box.x - socket!.original_box!.x) * 640).toBeCloseTo((800 * 72) / 25.4 / 100, 0);
});

test('a window that moved with its tag, by less than its width, is one item named and counted by the tag', async () => {
  const [window, ...others] = await itemsOf({ window: 600 });
  expect(others).toEqual([]);
  expect(window!.description).toMatch(/^Symbol W2, one of 2, moved 0\.60 m to the right, /);
  expect(window!.quantity).toEqual({ value: 1, unit: 'each' });
});

test('a section line is one item with its dashes, its arrows and its names', async () => {
  const { result } = await compareFiles(await before, await drawPlan({ section: 'S' }));
  expect(result.items).toMatchObject([{ kind: 'graphic_added', quantity: { value: 1, unit: 'each' } }]);
  expect(result.items[0]!.description).toMatch(/^Section line S added /);
  const removed = await compareFiles(await drawPlan({ section: 'S' }), await before);
  expect(removed.result.items.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Section line S removed /),
  ]);
  const moved = await compareFiles(await drawPlan({ section: 'S' }), await drawPlan({ section: 'S', sectionAt: 2900 }));
  expect(moved.result.items.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Section line S moved 0\.50 m upwards, /),
  ]);
});

test('a wall that was removed is described as a whole', async () => {
  const [wall, ...others] = await itemsOf({ partition: 0 });
  expect(others).toEqual([]);
  expect([wall!.kind, wall!.quantity]).toEqual(['graphic_removed', { value: 2.4, unit: 'm' }]);
  expect(wall!.description).toMatch(/^Wall removed \(2\.40 m long\) near /);
});

test('a wall drawn as a filled strip is one wall, measured between the walls that it joins', async () => {
  const [older, newer] = [drawPlan({ filled: true }), drawPlan({ filled: true, partition: 0 })];
  const { result } = await compareFiles(await older, await newer);
  expect(result.items).toHaveLength(1);
  expect(result.items[0]!.description).toMatch(/^Wall removed \(2\.[34]\d m long\) near /);
  const back = await compareFiles(await newer, await older);
  expect(back.result.items.map(({ kind }) => kind)).toEqual(['graphic_added']);
  expect(back.result.items[0]!.description).toMatch(/^Wall added \(2\.[34]\d m long\) near /);
});

test.each([true, false])(
  'a door is added, whatever its opening removes from the wall; filled walls: %s',
  async (filled) => {
    const [older, newer] = [await drawPlan({ filled, door: false }), await drawPlan({ filled })];
    for (const [files, verb] of [
      [[older, newer], 'added'],
      [[newer, older], 'removed'],
    ] as const) {
      const { items } = (await compareFiles(...files)).result;
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({
        kind: `graphic_${verb}`,
        description: expect.stringMatching(new RegExp(`^Door ${verb} near .* \\(leaf 0\\.9\\d m\\)$`)),
        ...{ quantity: { value: 1, unit: 'each' }, division: '08' },
      });
    }
  },
);

test('a dimension has its ends and the grid lines between which it measures', async () => {
  const [dimension, ...others] = await itemsOf({ span: '4650' });
  expect(others).toEqual([]);
  expect(dimension!.description).toBe('Dimension 4500 → 4650 between grid 2 and 3');
  const { from, to } = dimension!.ends!;
  expect((to.x - from.x) * 640).toBeCloseTo((4500 * 72) / 25.4 / 100, 0);
  expect(from.y).toBeCloseTo(to.y, 3);
});

test('a room number is the number of a room', async () => {
  const [room, ...others] = await itemsOf({ rooms: ['101', '152', '103'] });
  expect(others).toEqual([]);
  expect(room!.description).toBe('Room KITCHEN renumbered: 102 → 152');
});
