import { expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { joinFarMoves } from '../../../shared/comparison/engine/join/join-moves.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { describeRepeatedMoves } from '../../../shared/comparison/engine/say/describe.ts';

const change = (kind: 'text_added' | 'text_removed', text: string, x: number, y: number): Change => {
  const line = makeLine([{ text, x, y, width: 24, height: 10, size: 10, angle: 0 }]);
  const [old, now] = kind === 'text_added' ? [null, line] : [line, null];
  return { kind, box: line.box, text: { kind, old, new: now, box: line.box }, addedInk: 5, removedInk: 5 };
};

test('a text of many letters that occurs once on each sheet moved, however far; short and repeated texts may not have', () => {
  const gone = [change('text_removed', 'ELEVATION B', 900, 500), change('text_removed', 'W12', 10, 10)];
  const [moved, ...rest] = joinFarMoves([
    ...gone,
    change('text_added', 'ELEVATION B', 100, 40),
    change('text_added', 'W12', 900, 900),
  ]).toSorted((a, b) => (a.kind > b.kind ? -1 : 1));
  expect(moved).toMatchObject({ kind: 'text_removed', text: { old: { text: 'W12' } } });
  expect(rest).toMatchObject([
    { kind: 'text_moved', box: { x: 100, y: 40 }, text: { old: { box: { x: 900, y: 500 } } } },
    { kind: 'text_added' },
  ]);
  const twice = [...gone, change('text_added', 'ELEVATION B', 100, 40), change('text_added', 'ELEVATION B', 300, 40)];
  expect(joinFarMoves(twice).map(({ kind }) => kind)).not.toContain('text_moved');
});

test('texts that moved together are described with three of them', () => {
  const texts = ['45,09', '8,87', '43,94', '2,10'].map((text) => change('text_added', text, 0, 0).text!);
  expect(describeRepeatedMoves(texts, '98 mm to the lower left')).toBe(
    '4 dimensions moved 98 mm to the lower left: 45,09, 8,87, 43,94, …',
  );
  const tag = [{ old: change('text_removed', '2.00', 0, 0).text!.old, new: texts[0]!.new }, texts[1]!];
  expect(describeRepeatedMoves(tag, '3 mm upwards')).toBe('2 dimensions moved 3 mm upwards: 2.00 → 45,09, 8,87');
});
