import { expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { joinFarMoves, joinFarNumbers, nameFarViews } from '../../../shared/comparison/engine/join/join-moves.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { describeRepeatedMoves } from '../../../shared/comparison/engine/say/describe.ts';

const change = (kind: 'text_added' | 'text_removed', text: string, x: number, y: number): Change => {
  const line = makeLine([{ text, x, y, width: 24, height: 10, size: 10, angle: 0 }]);
  const [old, now] = kind === 'text_added' ? [null, line] : [line, null];
  return { kind, box: line.box, text: { kind, old, new: now, box: line.box }, addedInk: 5, removedInk: 5 };
};
const places = [
  ['45,09', 500, 100],
  ['8,87', 420, 130],
  ['43,94', 400, 260],
] as const;
const gone = places.map(([text, x, y]) => change('text_removed', text, x, y));
/** The same to the lower left, as a view that is drawn a little wider takes them along. */
const come = places.map(([text, x, y], i) => change('text_added', text, x - 250 - 4 * i, y + 120));

test('numbers that moved far with a common displacement are one change, at their new position', () => {
  const [moved, ...others] = joinFarNumbers([...gone, ...come]);
  expect(others).toEqual([]);
  expect(moved).toMatchObject({ kind: 'repeated', text: null, box: { x: 142, y: 220 }, from: { x: 400, y: 100 } });
  expect(moved!.parts!.map(({ kind, text }) => [kind, text!.old!.text, text!.new!.text])).toEqual(
    places.map(([text]) => ['text_moved', text, text]),
  );
  const said = describeRepeatedMoves(
    moved!.parts!.map(({ text }) => text!),
    '98 mm to the lower left',
  );
  expect(said).toBe('3 dimensions moved 98 mm to the lower left: 45,09, 8,87, 43,94');
});

test('two numbers, numbers with different displacements and repeated numbers are not', () => {
  const rest = (changes: Change[]) => expect(joinFarNumbers(changes)).toEqual(changes);
  rest([...gone.slice(1), ...come.slice(1)]);
  rest([...gone, ...come.slice(0, 2), change('text_added', '43,94', 600, 500)]);
  rest([change('text_removed', '8,87', 30, 30), ...gone, ...come]);
  rest([...gone, ...come].map((one) => ({ ...one, text: null })));
});

test('a text that occurs once among distant numbers before and after moved with them', () => {
  const others = (x: number, y: number, kind: 'text_added' | 'text_removed') =>
    [
      ['25,43', 460, 140],
      ['ELEVATION B', 440, 200],
    ].map(([text, left, top]) => change(kind, String(text), Number(left) + x, Number(top) + y));
  // One number was put elsewhere in its view, and the title stands at another view as well.
  const rest = [change('text_removed', 'ELEVATION B', 900, 500), change('text_added', 'ELEVATION B', 700, 400)];
  const changes = [...gone, ...others(0, 0, 'text_removed'), ...rest, ...come, ...others(-250, 150, 'text_added')];
  const [detail, moved, ...none] = joinFarMoves(joinFarNumbers(changes)).toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
  expect(none).toEqual([]);
  expect(moved!.parts!.map(({ text }) => text!.new!.text)).toEqual(['45,09', '8,87', '43,94', '25,43', 'ELEVATION B']);
  expect(detail).toMatchObject({ kind: 'text_moved', text: { old: { box: { x: 900 } }, new: { box: { x: 700 } } } });
});

test('numbers that moved far with a title next to them are a move of the view it names', () => {
  const title = [change('text_removed', 'METAL FRAME', 430, 330), change('text_added', 'METAL FRAME', 176, 452)];
  const [view, ...none] = nameFarViews(joinFarMoves(joinFarNumbers([...gone, ...come, ...title])));
  expect(none).toEqual([]);
  expect(view).toMatchObject({ kind: 'view_moved', name: 'METAL FRAME', from: { x: 400, y: 100, height: 240 } });
  expect(view!.parts).toHaveLength(4);
  const aside = [title[0]!, change('text_added', 'METAL FRAME', 330, 452)];
  expect(nameFarViews(joinFarMoves(joinFarNumbers([...gone, ...come, ...aside]))).map(({ kind }) => kind)).toEqual([
    'repeated',
    'text_moved',
  ]);
});
