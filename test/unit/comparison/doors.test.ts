import { expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { type Box, identity } from '../../../shared/comparison/engine/geometry.ts';
import { joinDoors } from '../../../shared/comparison/engine/join/join-owners.ts';
import { changedDoors } from '../../../shared/comparison/engine/read/changed-doors.ts';
import type { DrawingModel } from '../../../shared/drawing/index.ts';

const square = (x: number, y: number): Box => ({ x, y, width: 50, height: 50 });
const withDoors = (...doors: readonly Box[]) =>
  ({
    symbols: [
      { kind: 'tag', places: [{ left: 0, top: 0, right: 9, bottom: 9 }] },
      {
        kind: 'door',
        places: doors.map(({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height })),
      },
    ],
  }) as unknown as DrawingModel;

test('a door hung on the other side of its wall is one, as are added and removed ones; the same door is none', () => {
  const [kept, was, is] = [square(300, 100), square(100, 100), square(158, 100)];
  const [older, newer] = [withDoors(kept, was), withDoors(is, kept)];
  expect(changedDoors(older, newer, identity)).toEqual([{ ...was, width: 108 }]);
  expect(changedDoors(older, withDoors(kept, square(220, 100)), identity)).toHaveLength(2);
  expect(changedDoors(older, withDoors(square(310, 100), square(110, 100)), [1, 0, 0, 1, 10, 0])).toEqual([]);
});

test('linework within a door that changed is one change, what reaches beyond it is another', () => {
  const part = (kind: Change['kind'], x: number, width: number): Change => ({
    ...{ kind, box: { x, y: 110, width, height: 30 }, text: null },
    ...{ addedInk: 5, removedInk: 5 },
  });
  const leaf = part('graphic_removed', 100, 20);
  const door = { ...square(100, 100), width: 108 };
  expect(joinDoors([leaf, part('graphic_added', 160, 40)], [door])).toMatchObject([
    { kind: 'graphic_changed', box: { x: 100, width: 100 }, addedInk: 10 },
  ]);
  expect(joinDoors([leaf, part('graphic_removed', 160, 40)], [door])).toMatchObject([{ kind: 'graphic_removed' }]);
  expect(joinDoors([leaf, part('graphic_removed', 180, 60)], [door])).toHaveLength(2);
});
