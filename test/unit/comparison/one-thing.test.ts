import { expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { absorbStyles, joinGraphics } from '../../../shared/comparison/engine/join/join-graphics.ts';
import { describeRepeatedGraphics } from '../../../shared/comparison/engine/say/describe.ts';
import { lengthsOf } from '../../../shared/comparison/engine/say/lengths.ts';

const graphic = (kind: Change['kind'], x: number, y: number, width: number, height: number): Change => ({
  ...{ kind, box: { x, y, width, height }, text: null },
  ...{ addedInk: 50, removedInk: 0 },
});

test('the parallel lines of a pane of equal length are one object', () => {
  const one = graphic('graphic_added', 100, 50, 7, 121);
  expect(joinGraphics([one, graphic('graphic_added', 116, 50, 1, 121)])).toHaveLength(1);
  expect(joinGraphics([one, graphic('graphic_added', 116, 50, 1, 100)])).toHaveLength(2);
  expect(joinGraphics([one, graphic('graphic_added', 130, 50, 1, 121)])).toHaveLength(2);
  expect(joinGraphics([one, graphic('graphic_removed', 116, 50, 1, 121)])).toHaveLength(2);
});

test('a dashed outline is one object around its corners', () => {
  const dashes = [
    graphic('graphic_added', 100, 10, 1, 17),
    graphic('graphic_added', 100, 35, 9, 20),
    graphic('graphic_added', 117, 54, 67, 1),
  ];
  expect(joinGraphics(dashes)).toHaveLength(1);
  expect(joinGraphics([dashes[0]!, graphic('graphic_added', 112, 35, 9, 20)])).toHaveLength(2);
  expect(joinGraphics([dashes[2]!, graphic('graphic_added', 190, 20, 60, 60)])).toHaveLength(2);
});

test('the parts of a symbol that were filled are one change', () => {
  const fill = (x: number): Change => ({ ...graphic('restyled', x, 50, 16, 16), style: 'filled' });
  const joined = absorbStyles([fill(100), fill(122), fill(160)]);
  expect(joined.map(({ box }) => box.width).sort()).toEqual([16, 38]);
  expect(describeRepeatedGraphics(joined, { widthMm: 5, heightMm: 5 }, 100, lengthsOf(false))).toBe(
    'Areas filled at 2 places',
  );
});
