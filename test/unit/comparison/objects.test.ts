import { expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { arePlacesApart } from '../../../shared/comparison/engine/differ/split-ways.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { joinLettering } from '../../../shared/comparison/engine/join/join-lettering.ts';
import { joinMovedParts, joinObjects } from '../../../shared/comparison/engine/join/join-objects.ts';
import { joinOwned } from '../../../shared/comparison/engine/join/join-owners.ts';
import { joinRepeats } from '../../../shared/comparison/engine/join/join-repeats.ts';
import { joinStubs } from '../../../shared/comparison/engine/join/join-stubs.ts';
import { joinOutlines } from '../../../shared/comparison/engine/join/join-views.ts';
import { PASSES, type PassContext } from '../../../shared/comparison/engine/passes.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { describeRepeated, describeResized } from '../../../shared/comparison/engine/say/describe.ts';

const ink = { addedInk: 50, removedInk: 50 };
const lineAt = (text: string, x: number, y: number) =>
  makeLine([{ text, x, y, width: 5 * text.length, height: 8, size: 8, angle: 0 }]);
const text = (kind: 'text_added' | 'text_removed', said: string, x: number, y: number): Change => {
  const line = lineAt(said, x, y);
  const [old, now] = kind === 'text_added' ? [null, line] : [line, null];
  return { kind, box: line.box, text: { kind, old, new: now, box: line.box }, ...ink };
};
const changed = (was: string, is: string, box: Box): Change => {
  const [old, now] = [lineAt(was, box.x, box.y), lineAt(is, box.x, box.y)];
  return { kind: 'text_changed', box, text: { kind: 'text_changed', old, new: now, box: now.box }, ...ink };
};
const graphic = (kind: Change['kind'], box: Box): Change => ({ kind, box, text: null, ...ink });
const nowhere = () => false;
const kindsOf = (changes: readonly Change[]) => changes.map(({ kind }) => kind).sort();

test('changed dimensions and the linework that they measure are one object, and a neighbour is not', () => {
  const found = joinObjects(
    [
      changed('625', '621', { x: 100, y: 100, width: 200, height: 10 }),
      changed('310', '308', { x: 100, y: 140, width: 100, height: 10 }),
      graphic('graphic_changed', { x: 98, y: 112, width: 6, height: 90 }),
      graphic('graphic_changed', { x: 296, y: 112, width: 6, height: 90 }),
      graphic('graphic_changed', { x: 360, y: 112, width: 6, height: 90 }),
    ],
    nowhere,
  );
  expect(kindsOf(found)).toEqual(['graphic_changed', 'resized']);
  const { parts } = found.find(({ kind }) => kind === 'resized')!;
  expect(
    describeResized(
      parts!.flatMap((part) => part.text ?? []),
      'here',
    ),
  ).toBe('Dimensions 625 → 621, 310 → 308, with the linework measured, here');
});

test('dimensions are changes of their own beside linework around a name that stayed, and so is a single one', () => {
  const plan = [
    changed('11.00', '13.27', { x: 100, y: 100, width: 200, height: 10 }),
    changed('12.29', '10.38', { x: 100, y: 140, width: 100, height: 10 }),
    graphic('graphic_changed', { x: 98, y: 112, width: 6, height: 90 }),
  ];
  const room = lineAt('KITCHEN', 150, 160).words;
  expect(kindsOf(joinObjects(plan, nowhere, []))).toEqual(['resized']);
  expect(kindsOf(joinObjects(plan, nowhere, room))).toEqual(['graphic_changed', 'text_changed', 'text_changed']);
  expect(kindsOf(joinObjects([plan[0]!, plan[2]!], nowhere, []))).toEqual(['graphic_changed', 'text_changed']);
});

test('a length written within a small object belongs to it, as its size or its lettering', () => {
  const object = (kind: Change['kind'], side: number) => graphic(kind, { x: 100, y: 100, width: side, height: side });
  const inside = changed('1.7', '0.9', { x: 110, y: 120, width: 15, height: 8 });
  expect(kindsOf(joinObjects([inside, object('graphic_added', 60)], nowhere))).toEqual(['resized']);
  expect(joinObjects([inside, object('graphic_added', 260)], nowhere)).toHaveLength(2);
  const lettering = text('text_added', '1.4', 110, 120);
  expect(joinLettering([object('restyled', 60), lettering])).toMatchObject([{ kind: 'restyled', name: '1.4' }]);
  expect(joinLettering([object('graphic_removed', 60), lettering])).toHaveLength(2);
  // A tag that moved within an object that was redrawn.
  const tag = { ...lettering, kind: 'text_moved' as const };
  expect(joinLettering([object('graphic_changed', 60), tag])).toMatchObject([{ kind: 'graphic_changed', name: '1.4' }]);
  expect(joinLettering([object('graphic_added', 60), tag])).toHaveLength(2);
});

test('a value in another unit replaces the one removed nearby; one as far away in the same unit does not', () => {
  const replaced = joinObjects([text('text_removed', '95°', 100, 100), text('text_added', '6%', 140, 110)], nowhere);
  expect(replaced).toMatchObject([{ kind: 'text_changed', text: { old: { text: '95°' }, new: { text: '6%' } } }]);
  expect(
    kindsOf(joinObjects([text('text_removed', '46', 100, 100), text('text_added', '4,24', 140, 110)], nowhere)),
  ).toEqual(['text_added', 'text_removed']);
});

test('a label is one addition with the symbol beside it', () => {
  const found = joinObjects(
    [text('text_added', 'isolation', 120, 100), graphic('graphic_added', { x: 100, y: 98, width: 14, height: 12 })],
    nowhere,
  );
  expect(found).toMatchObject([{ kind: 'graphic_added', name: 'isolation', box: { x: 100, width: 65 } }]);
});

test('a symbol that has a name takes no second label', () => {
  const sofa = { ...graphic('graphic_added', { x: 100, y: 100, width: 60, height: 40 }), name: 'SOFA' };
  expect(joinObjects([sofa, text('text_added', 'CELLAR', 110, 145)], nowhere)).toHaveLength(2);
});

test('a single letter belongs to the arrow or bubble beside it, a number does not', () => {
  const symbol = graphic('graphic_added', { x: 90, y: 70, width: 36, height: 28 });
  const found = joinObjects([text('text_added', 'N', 104, 102), symbol], nowhere);
  expect(found).toMatchObject([{ kind: 'graphic_added', name: 'N' }]);
  expect(joinObjects([text('text_added', '7', 104, 102), symbol], nowhere)).toHaveLength(2);
});

test('the same text at several places, and numbered steps, are one change each', () => {
  const words = joinRepeats([100, 300, 500].map((x) => text('text_added', 'Pose Tunnel', x, 40)));
  expect(words).toMatchObject([{ kind: 'repeated' }]);
  const say = ({ parts }: Change) => describeRepeated(parts!.map((part) => part.text!));
  expect(say(words[0]!)).toBe('“Pose Tunnel” added at 3 places');
  const steps = joinObjects(
    [1, 2, 3, 4].map((step) => text('text_added', `${step}`, 100, 40 + 30 * step)),
    nowhere,
  );
  expect(say(steps[0]!)).toBe('Numbers 1 to 4 added');
  expect(
    joinObjects(
      [12, 40, 71].map((step, i) => text('text_added', `${step}`, 100, 40 + 30 * i)),
      nowhere,
    ),
  ).toHaveLength(3);
});

test('texts that moved alike are one change', () => {
  const moved = (said: string, y: number): Change => {
    const [old, now] = [lineAt(said, 200, y), lineAt(said, 120, y)];
    return { kind: 'text_moved', box: now.box, text: { kind: 'text_moved', old, new: now, box: now.box }, ...ink };
  };
  const found = joinObjects([moved('Roof', 40), moved('4th Floor', 140), moved('3rd Floor', 240)], nowhere);
  expect(found).toMatchObject([{ kind: 'repeated', parts: [{}, {}, {}] }]);
  expect(kindsOf(joinObjects([moved('HEB400', 40), moved('HEB400', 240)], nowhere))).toEqual(['repeated']);
  expect(joinObjects([moved('HEB400', 40), moved('HEA320', 240)], nowhere)).toHaveLength(2);
  expect(kindsOf(joinObjects([moved('HEB400', 40)], nowhere))).toEqual(['text_moved']);
});

test('entries of one row of the title block are one change', () => {
  const rows = ['0.5m', '1.25m', '2.5m'].map((was, i) =>
    changed(was, `${i}m`, { x: 100 + 40 * i, y: 500, width: 25, height: 8 }),
  );
  expect(joinObjects(rows, () => true)).toMatchObject([{ kind: 'repeated', parts: [{}, {}, {}] }]);
});

test('ink away from lines that was removed at many places is one change, unless ink was added too', () => {
  const spots = Array.from(
    { length: 9 },
    (_, i): Change => ({
      ...graphic('graphic_removed', { x: 60 * i, y: 40 + 7 * i, width: 8 + 3 * i, height: 9 }),
      isInk: true,
    }),
  );
  expect(joinObjects(spots, nowhere)).toMatchObject([{ kind: 'repeated' }]);
  const outline = (x: number): Change => ({
    ...graphic('graphic_removed', { x, y: 40, width: 300, height: 250 }),
    isInk: true,
  });
  expect(joinObjects([...spots, outline(0), outline(400)], nowhere)).toMatchObject([
    { kind: 'repeated', parts: { length: 9 } },
    { kind: 'repeated', parts: [{}, {}] },
  ]);
  const added = [20, 90].map(
    (x): Change => ({ ...graphic('graphic_added', { x, y: 300, width: 8, height: 9 }), isInk: true }),
  );
  expect(joinObjects([...spots, ...added], nowhere)).toHaveLength(11);
});

test('parts without a title that moved alike are one change', () => {
  const part = (x: number, by: number): Change => ({
    ...graphic('view_moved', { x, y: 40, width: 50, height: 50 }),
    from: { x: x + by, y: 40, width: 50, height: 50 },
  });
  expect(joinMovedParts([part(100, 60), part(200, 60.5), part(300, 90)]).map(({ box }) => box.width)).toEqual([
    150, 50,
  ]);
});

const movedText = (said: string, from: Box, to: Box): Change => {
  const [old, now] = [lineAt(said, from.x, from.y), lineAt(said, to.x, to.y)];
  return { kind: 'text_moved', box: now.box, text: { kind: 'text_moved', old, new: now, box: now.box }, ...ink };
};

test('the changes in the heading of a view are those of its title; what lies beside it is not', () => {
  const heading = { x: 80, y: 90, width: 200, height: 40 };
  const title = changed('Section', 'Wall Section', { x: 110, y: 95, width: 60, height: 8 });
  const scale = movedText('1:20', { x: 150, y: 112, width: 20, height: 8 }, { x: 110, y: 112, width: 20, height: 8 });
  const found = joinOwned(
    [
      graphic('graphic_added', { x: 82, y: 95, width: 26, height: 26 }),
      graphic('graphic_changed', { x: 110, y: 108, width: 150, height: 0 }),
      scale,
      title,
      graphic('graphic_added', { x: 110, y: 40, width: 26, height: 26 }),
    ],
    [heading],
  );
  expect(kindsOf(found)).toEqual(['graphic_added', 'text_changed']);
  expect(found.find(({ text: said }) => said)!.box).toEqual({ x: 82, y: 95, width: 178, height: 26 });
});

test('a title that became longer is one change with the bubble that moved and the rest of its line', () => {
  const [before, after] = [
    { x: 200, y: 90, width: 160, height: 27 },
    { x: 120, y: 90, width: 190, height: 27 },
  ];
  const found = joinOwned(
    [
      movedText('1', { x: 205, y: 96, width: 8, height: 12 }, { x: 126, y: 96, width: 8, height: 12 }),
      { ...changed('Section', 'Wall Section', { x: 142, y: 90, width: 218, height: 12 }) },
      graphic('graphic_removed', { x: 360, y: 104, width: 76, height: 1 }),
      graphic('graphic_added', { x: 145, y: 119, width: 1, height: 26 }),
    ],
    [after, before],
  );
  expect(kindsOf(found)).toEqual(['graphic_added', 'text_changed']);
});

test('a heading in which only lines changed is left as it is', () => {
  const lines = [graphic('graphic_added', { x: 82, y: 95, width: 26, height: 26 })];
  expect(joinOwned(lines, [{ x: 80, y: 90, width: 200, height: 40 }])).toEqual(lines);
});

test('a removed note takes all of its leaders, but none that leads to another text', () => {
  const note = text('text_removed', 'HOLD THIS DIMENSION', 200, 100);
  const leaders = [
    graphic('graphic_removed', { x: 120, y: 60, width: 79, height: 42 }),
    graphic('graphic_removed', { x: 300, y: 60, width: 75, height: 42 }),
  ];
  const found = joinObjects([note, ...leaders], nowhere);
  expect(kindsOf(found)).toEqual(['text_removed']);
  expect(found[0]!.box).toMatchObject({ x: 120, width: 255 });
  const other = text('text_removed', 'CUT', 120, 51);
  expect(joinObjects([note, ...leaders, other], nowhere)).toHaveLength(4);
});

test('a text that moved takes the mark beside it, and no object that is larger than its lettering', () => {
  const moved = movedText('ROOF', { x: 200, y: 100, width: 20, height: 8 }, { x: 150, y: 100, width: 20, height: 8 });
  const mark = (height: number) => graphic('graphic_added', { x: 173, y: 98, width: 40, height });
  expect(kindsOf(joinObjects([moved, mark(12)], nowhere))).toEqual(['text_moved']);
  expect(kindsOf(joinObjects([moved, mark(38)], nowhere))).toEqual(['graphic_added', 'text_moved']);
  // A level mark is drawn around its number.
  const around = graphic('graphic_removed', { x: 148, y: 96, width: 40, height: 30 });
  const back = movedText('0,10', { x: 150, y: 100, width: 20, height: 8 }, { x: 400, y: 100, width: 20, height: 8 });
  expect(kindsOf(joinObjects([back, around], nowhere))).toEqual(['text_moved']);
});

test('frames of nearly one size are removed together', () => {
  const frame = (x: number, width: number) => graphic('graphic_removed', { x, y: 50, width, height: 500 });
  expect(kindsOf(joinRepeats([frame(0, 800), frame(900, 806), frame(1800, 800)]))).toEqual(['repeated']);
  expect(joinRepeats([frame(0, 800), frame(900, 830), frame(1800, 800)])).toHaveLength(2);
  expect(joinRepeats([frame(0, 800), frame(900, 830)])).toHaveLength(2);
});

test('what was added beside what was removed is another object; a line drawn a little aside is the same', () => {
  const region = (left: number, right: number, bottom: number, isAdded: boolean) => ({
    ...{ left, right, top: 0, bottom, strong: 0, faint: 0, recoloured: 0 },
    ...(isAdded ? { added: 90, removed: 0 } : { added: 0, removed: 90 }),
  });
  const [old, now] = [region(0, 100, 80, false), region(80, 300, 80, true)];
  expect(arePlacesApart([old, now], 1)).toBe(true);
  expect(arePlacesApart([old, region(40, 140, 80, true)], 1)).toBe(false);
  expect(arePlacesApart([old, region(0, 40, 80, false)], 1)).toBe(false);
  expect(arePlacesApart([region(0, 100, 4, false), region(80, 300, 4, true)], 1)).toBe(false);
});

test('dimensions that meet at their ends are one chain, and one that crosses it is another change', () => {
  const dimension = (said: string, box: Box): Change => {
    const line = { ...lineAt(said, box.x, box.y), dimensionLine: box };
    return { kind: 'text_added', box, text: { kind: 'text_added', old: null, new: line, box: line.box }, ...ink };
  };
  const sides = [
    dimension('1.20', { x: 100, y: 100, width: 80, height: 2 }),
    dimension('2.40', { x: 100, y: 101, width: 2, height: 160 }),
  ];
  const across = dimension('0.90', { x: 60, y: 180, width: 80, height: 2 });
  expect(joinObjects([...sides, across], nowhere).map(({ parts }) => parts?.length ?? 1)).toEqual([1, 2]);
});

test('a chain of dimensions has its total and unknown lengths', () => {
  const dimension = (said: string, x: number, length: number, y: number): Change => {
    const box = { x, y, width: length, height: 2 };
    const line = { ...lineAt(said, x + length / 2, y - 9), dimensionLine: box };
    return { kind: 'text_added', box, text: { kind: 'text_added', old: null, new: line, box: line.box }, ...ink };
  };
  const chain = [dimension('1.20', 100, 60, 100), dimension('?', 160, 20, 100), dimension('6.25', 100, 240, 120)];
  expect(joinObjects(chain, nowhere).map(({ parts }) => parts?.length)).toEqual([3]);
  expect(joinObjects([chain[0]!, dimension('6.25', 120, 240, 120)], nowhere)).toHaveLength(2);
  expect(joinObjects([chain[0]!, dimension('6.25', 100, 240, 180)], nowhere)).toHaveLength(2);
});

test('what is left beside a larger change of linework belongs to it, a symbol that was added and larger linework do not', () => {
  const pixels = (kind: Change['kind'], box: Box, count: number): Change => ({
    ...graphic(kind, box),
    ...{ addedInk: 0, removedInk: count },
  });
  const frame = pixels('graphic_changed', { x: 100, y: 100, width: 30, height: 280 }, 9000);
  const stub = pixels('graphic_removed', { x: 110, y: 394, width: 7, height: 6 }, 200);
  expect(joinStubs([frame, stub])).toMatchObject([{ kind: 'graphic_changed', removedInk: 9200, box: { height: 300 } }]);
  for (const other of [
    { ...stub, kind: 'graphic_added' as const, box: { x: 110, y: 384, width: 20, height: 20 } },
    pixels('graphic_removed', { x: 110, y: 384, width: 7, height: 90 }, 200),
    pixels('graphic_removed', stub.box, 2000),
    pixels('graphic_removed', { ...stub.box, y: 410 }, 200),
  ])
    expect(joinStubs([frame, other])).toHaveLength(2);
  expect(joinStubs([frame, { ...stub, kind: 'graphic_added' }])).toHaveLength(1);
  const symbol = pixels('graphic_removed', { x: 110, y: 384, width: 20, height: 20 }, 200);
  expect(joinStubs([frame, symbol])).toHaveLength(1);
  expect(joinStubs([{ ...frame, kind: 'graphic_added' }, symbol])).toHaveLength(2);
});

test('the texts of a tag that moved are one change with the value that changed in it, other texts are not', () => {
  const moved = (was: string, is: string, x: number, by = 5): Change => {
    const [old, now] = [lineAt(was, x, 100), lineAt(is, x + by, 100)];
    const kind = was === is ? 'text_moved' : 'text_changed';
    return { kind, box: now.box, text: { kind, old, new: now, box: now.box }, ...ink };
  };
  const tag = [moved('V5', 'V5', 100), moved('2.00', '3.00', 120)];
  expect(joinObjects(tag, nowhere)).toMatchObject([{ kind: 'repeated', parts: [{ kind: 'text_changed' }, {}] }]);
  expect(joinObjects([tag[0]!, moved('2.00', '3.00', 120, 1)], nowhere)).toHaveLength(2);
  expect(joinObjects([tag[0]!, moved('2.00', '3.00', 160)], nowhere)).toHaveLength(2);
  expect(joinObjects([tag[0]!, moved('V6', 'V6', 160)], nowhere)).toHaveLength(2);
});

test('values with names that changed in one tag are one change, and so are width and height of an object', () => {
  const value = (was: string, is: string, y: number) => changed(was, is, { x: 100, y, width: 30, height: 8 });
  const tag = [value('A:1.15', 'A:1.20', 100), value('D:1.45', 'D:2.20', 112)];
  expect(joinObjects(tag, nowhere)).toMatchObject([{ kind: 'repeated', parts: [{}, {}] }]);
  expect(joinObjects([tag[0]!, value('D:1.45', 'D:2.20', 140)], nowhere)).toHaveLength(2);
  expect(joinObjects([tag[0]!, value('D 1.45', 'D 2.20', 112)], nowhere)).toHaveLength(2);
  const size = [text('text_added', '~0.6', 100, 100), text('text_added', '~0.8', 102, 112)];
  expect(joinObjects(size, nowhere)).toMatchObject([{ kind: 'repeated', parts: [{}, {}] }]);
  expect(joinObjects([size[0]!, text('text_added', '~0.8', 102, 118)], nowhere)).toHaveLength(2);
});

test('the dimensions that two drawings lost are two changes', () => {
  const lost = (x: number) =>
    ['1', '2', '3', '4', '5'].map((said, i) => text('text_removed', `${said}.25`, x + 60 * i, 100 + 40 * i));
  expect(joinObjects(lost(100), nowhere)).toHaveLength(1);
  expect(joinObjects([...lost(100), ...lost(700)], nowhere)).toHaveLength(2);
});

test('a statement with other values and a name in the place of another are one changed text each', () => {
  const note = [text('text_removed', 'Load 2.5 kN', 100, 100), text('text_added', 'Load 4.0 kN', 110, 115)];
  expect(joinObjects(note, nowhere)).toMatchObject([{ kind: 'text_changed', text: { new: { text: 'Load 4.0 kN' } } }]);
  expect(joinObjects([note[0]!, text('text_added', 'Span 4.0 m', 110, 115)], nowhere)).toHaveLength(2);
  const name = text('text_removed', 'KITCHEN', 100, 100);
  expect(kindsOf(joinObjects([name, text('text_added', 'STUDY', 105, 107)], nowhere))).toEqual(['text_changed']);
  expect(joinObjects([name, text('text_added', 'STUDY', 105, 112)], nowhere)).toHaveLength(2);
});

test('titles set in another size are one change', () => {
  const title = (x: number): Change => ({
    ...changed('SECTION', 'SECTION', { x, y: 100, width: 50, height: 8 }),
    ...{ kind: 'restyled', style: 'smaller' },
  });
  expect(kindsOf(joinRepeats([title(100), title(300)]))).toEqual(['repeated']);
});

test('the areas of all rooms are one change, two of them are two', () => {
  const areas = ['8.6 m2', '12.0 m2', '41.6 m2'].map((said, i) => text('text_added', said, 100 + 200 * i, 100));
  expect(joinObjects(areas, nowhere)).toMatchObject([{ kind: 'repeated', parts: [{}, {}, {}] }]);
  expect(joinObjects(areas.slice(1), nowhere)).toHaveLength(2);
});

test('the mark of a level belongs to its change', () => {
  const level = changed('-3.00', '-5.00', { x: 100, y: 100, width: 25, height: 8 });
  const mark = graphic('graphic_changed', { x: 128, y: 98, width: 18, height: 14 });
  expect(kindsOf(joinObjects([level, mark], nowhere))).toEqual(['text_changed']);
  const far = graphic('graphic_changed', { x: 160, y: 98, width: 18, height: 14 });
  expect(kindsOf(joinObjects([level, far], nowhere))).toEqual(['graphic_changed', 'text_changed']);
});

test('words exchanged alike in two texts are one change, numbers from three on', () => {
  const at = (y: number): Box => ({ x: 100, y, width: 90, height: 8 });
  const titles = [
    changed('Section at Hall', 'Wall Section at Hall', at(10)),
    changed('Section B', 'Wall Section B', at(90)),
  ];
  expect(kindsOf(joinRepeats(titles))).toEqual(['repeated']);
  const numbers = [10, 90, 200].map((y) => changed('0.10', '0.08', at(y)));
  expect(kindsOf(joinRepeats(numbers.slice(1)))).toEqual(['text_changed', 'text_changed']);
  expect(kindsOf(joinRepeats(numbers))).toEqual(['repeated']);
});

test('lines that differ within a view that moved belong to it', () => {
  const view = graphic('view_moved', { x: 100, y: 100, width: 300, height: 200 });
  const ground = graphic('graphic_added', { x: 80, y: 302, width: 340, height: 1 });
  const others = [
    graphic('graphic_added', { x: 150, y: 150, width: 30, height: 30 }),
    graphic('graphic_added', { x: 380, y: 302, width: 340, height: 1 }),
  ];
  expect(joinOutlines([ground, ...others], [view])).toEqual([...others, { ...view, parts: [ground] }]);
});

test('linework that differs within views that moved is one change for all of them; a frame around a view is another', () => {
  const views = [100, 600].map((x) => graphic('view_moved', { x, y: 100, width: 300, height: 200 }));
  const pieces = [
    graphic('graphic_removed', { x: 150, y: 150, width: 30, height: 30 }),
    graphic('graphic_added', { x: 250, y: 150, width: 30, height: 30 }),
    // The ground, which continues outside of the view.
    graphic('graphic_added', { x: 402, y: 280, width: 70, height: 1 }),
    graphic('restyled', { x: 650, y: 150, width: 30, height: 1 }),
  ];
  const frame = graphic('graphic_removed', { x: 98, y: 98, width: 304, height: 204 });
  const label = { ...pieces[0]!, name: 'BOARD' };
  const [own, other, ...found] = joinOutlines([...pieces, frame, label], views);
  expect([own, other]).toEqual([frame, label]);
  expect(kindsOf(found)).toEqual(['repeated', 'view_moved', 'view_moved']);
  expect(found.find(({ kind }) => kind === 'repeated')!.parts).toMatchObject([
    { kind: 'graphic_changed', addedInk: 150, box: { x: 150, y: 150, width: 322, height: 131 } },
    { kind: 'restyled' },
  ]);
});

test('the numbers of one row are a chain, which is one change where it is divided anew', () => {
  const row = [text('text_added', ',20', 100, 100), text('text_added', '2,70', 150, 100)];
  expect(kindsOf(joinObjects(row, nowhere))).toEqual(['repeated']);
  // Two numbers that stand close together are read as one line.
  expect(kindsOf(joinObjects([...row, text('text_added', ',25 ,20', 190, 100)], nowhere))).toEqual(['repeated']);
  const aside = text('text_added', '1,45', 200, 104);
  expect(kindsOf(joinObjects([...row, aside], nowhere))).toEqual(['repeated', 'text_added']);
  const [chain] = joinObjects(
    [
      text('text_removed', ',90', 100, 100),
      text('text_removed', '6,35', 200, 100),
      text('text_added', '2,35', 135, 100),
      text('text_added', '3,10', 240, 100),
    ],
    nowhere,
  );
  expect(describeRepeated(chain!.parts!.map((part) => part.text!))).toBe('Dimension chain ,90, 6,35 → 2,35, 3,10');
});

test('a statement, a tag or a value that came or went at two places is one change', () => {
  for (const said of ['I = 30%', 'W3', '7', '5,00'])
    for (const kind of ['text_added', 'text_removed'] as const)
      expect(kindsOf(joinRepeats([100, 300].map((x) => text(kind, said, x, 100))))).toEqual(['repeated']);
  expect(joinRepeats([text('text_added', 'W3', 100, 100), text('text_removed', 'W3', 300, 100)])).toHaveLength(2);
});

test('a value with its unit that changed alike at two places is one change, a bare number is not', () => {
  const twice = (was: string, is: string) =>
    kindsOf(joinRepeats([100, 300].map((x) => changed(was, is, { x, y: 100, width: 30, height: 8 }))));
  expect(twice('Ø 300 mm', 'Ø 200 mm')).toEqual(['repeated']);
  expect(twice('300', '200')).toEqual(['text_changed', 'text_changed']);
});

test('lines drawn with one other pen are one change', () => {
  const heavier = (x: number, pen: string): Change => ({
    ...graphic('restyled', { x, y: 100, width: 50, height: 2 }),
    ...{ style: 'heavier', pen },
  });
  const three = [heavier(100, 'a'), heavier(300, 'a'), heavier(500, 'b')];
  expect(kindsOf(joinRepeats(three))).toEqual(['repeated', 'restyled']);
  // Where other pens draw most of the sheet, and where their colours are foreign to the other one, too.
  expect(kindsOf(joinRepeats(three, nowhere, true))).toEqual(['repeated']);
  const unknown = three.slice(0, 2).map(({ pen, ...one }): Change => one);
  expect(kindsOf(joinRepeats(unknown))).toEqual(['restyled', 'restyled']);
  expect(kindsOf(joinRepeats(unknown, nowhere, true))).toEqual(['repeated']);
  const foreign = three.map((one, i): Change => ({ ...one, ink: i % 2 }));
  expect(joinRepeats(foreign, nowhere, true)).toMatchObject([{ kind: 'repeated', parts: foreign }]);
});

test('what the title block lost is one change, what the drawing lost is not', () => {
  const lost = [text('text_removed', 'OWNERS', 800, 500), text('text_removed', 'LOT 12', 800, 540)];
  expect(kindsOf(joinRepeats(lost, () => true))).toEqual(['repeated']);
  expect(kindsOf(joinRepeats(lost, nowhere))).toEqual(['text_removed', 'text_removed']);
  const pass = PASSES.find(({ name }) => name === 'repeats')!;
  const context = { rows: lost.slice(1), inTitleBlock: () => true } as unknown as PassContext;
  expect(pass.run(lost.slice(0, 1), context)).toHaveLength(1);
});

test('linework with lettering of its own has its name, so that a view that moved does not take it', () => {
  const board = graphic('graphic_added', { x: 150, y: 150, width: 60, height: 40 });
  const named = joinLettering([board, text('text_added', 'LIST', 170, 160)]);
  expect(named).toMatchObject([{ kind: 'graphic_added', name: 'LIST' }]);
  const view = graphic('view_moved', { x: 100, y: 100, width: 300, height: 200 });
  const pieces = [230, 260, 290].map((x) => graphic('graphic_removed', { x, y: 150, width: 20, height: 20 }));
  expect(joinOutlines([...named, ...pieces], [view])).toContain(named[0]);
  const mark = { ...board, mark: 'Section line A' };
  expect(joinOutlines([mark, ...pieces], [view])).toContain(mark);
});

test('letters that the text layer does not know are part of the text in their row, a symbol beside it is not', () => {
  const unknown = (box: Partial<Box>): Change => ({
    ...graphic('graphic_removed', { x: 160, y: 100, width: 40, height: 8, ...box }),
    isInk: true,
  });
  const rent = text('text_removed', 'Rent gross', 105, 100);
  const joined = joinLettering([unknown({}), rent, text('text_removed', '1/4', 204, 100)]);
  expect(joined).toMatchObject([{ kind: 'text_removed', text: { old: { text: 'Rent gross' } }, removedInk: 150 }]);
  for (const other of [unknown({ width: 9 }), unknown({ y: 120 }), unknown({ x: 180 })])
    expect(joinLettering([other, rent])).toHaveLength(2);
  expect(joinLettering([{ ...unknown({}), kind: 'graphic_added' }, rent])).toHaveLength(2);
});

test('a stub that had been joined with another one keeps it when it joins a larger object', () => {
  const square = (x: number, side: number, pixels: number): Change => ({
    ...graphic('graphic_changed', { x, y: 100, width: side, height: side }),
    ...{ addedInk: pixels, removedInk: pixels },
  });
  const [whole, stub, smallest] = [square(100, 200, 1000), square(305, 40, 50), square(350, 8, 2)];
  expect(joinStubs([smallest, stub, whole])).toMatchObject([
    { box: { x: 100, y: 100, width: 258, height: 200 }, addedInk: 1052, removedInk: 1052 },
  ]);
});
