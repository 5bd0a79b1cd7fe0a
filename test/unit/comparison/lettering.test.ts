import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { findGraphicChanges } from '../../../shared/comparison/engine/differ/graphic-changes.ts';
import { added, faint, strong } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { minimumSharpInk } from '../../../shared/comparison/engine/differ/rendering-artefacts.ts';
import { visibleWords } from '../../../shared/comparison/engine/differ/showing-words.ts';
import { dropUnpairedColours } from '../../../shared/comparison/engine/find-changes.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { joinLettering } from '../../../shared/comparison/engine/join/join-lettering.ts';
import { makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { reportedWords } from '../../../shared/comparison/engine/say/reported-words.ts';
import type { Word } from '../../../shared/domain/page-text.ts';

const [width, height] = [400, 300];

/** Two white sheets with a pixel a point. */
const blankSheets = (): AlignedSheets =>
  ({
    older: new Uint8Array(width * height).fill(255),
    newer: new Uint8Array(width * height).fill(255),
    width,
    height,
    density: 1,
  }) as unknown as AlignedSheets;

const paint = (picture: Uint8Array, { x, y, width: w, height: h }: Box, value: number) => {
  for (let row = y; row < y + h; row++) picture.fill(value, row * width + x, row * width + x + w);
};

const word = (text: string, x: number, y: number): Word => ({ text, x, y, width: 20, height: 10, size: 10, angle: 0 });

const textChange = (kind: Change['kind'], text: string, now: Box | null, was: Box | null): Change => {
  const line = (box: Box | null) => (box ? makeLine([{ ...word(text, box.x, box.y) }]) : null);
  const [old, is] = [line(was), line(now)];
  const box = (is ?? old)!.box;
  return { kind, box, text: { kind, old, new: is, box } as Change['text'], addedInk: 5, removedInk: 5 };
};

const linework = (kind: Change['kind'], box: Box): Change => ({ kind, box, text: null, addedInk: 9, removedInk: 9 });

test('lettering added with the linework around it is one change with it, other additions are separate', () => {
  const changes = [
    linework('graphic_added', { x: 40, y: 40, width: 60, height: 40 }),
    textChange('text_added', 'A1', { x: 60, y: 55, width: 20, height: 10 }, null),
    textChange('text_removed', 'B2', null, { x: 60, y: 55, width: 20, height: 10 }),
    textChange('text_added', 'C3', { x: 200, y: 55, width: 20, height: 10 }, null),
  ];
  const joined = joinLettering(changes);
  expect(joined.map(({ kind }) => kind)).toEqual(['graphic_added', 'text_removed', 'text_added']);
});

test('a word covered by a mask is removed, one invisible on both sheets is ignored', () => {
  const sheets = blankSheets();
  const [covered, kept, never] = [word('P101', 20, 20), word('P102', 60, 20), word('P103', 100, 20)];
  for (const { x, y } of [covered, kept]) paint(sheets.older, { x: x + 2, y: y + 3, width: 9, height: 3 }, 0);
  paint(sheets.newer, { x: kept.x + 2, y: kept.y + 3, width: 9, height: 3 }, 0);
  const words = [covered, kept, never];
  expect(visibleWords(words, words, sheets)).toEqual({ older: words, newer: [kept, never] });
});

test('a fill that is pale throughout is found in its full size', () => {
  const marks = new Uint8Array(width * height);
  paint(marks, { x: 50, y: 50, width: 80, height: 40 }, added | faint);
  paint(marks, { x: 50, y: 50, width: 80, height: 1 }, added | faint | strong);
  const found = findGraphicChanges(marks, [], blankSheets(), minimumSharpInk, null);
  expect(found.changes).toMatchObject([{ kind: 'graphic_added', box: { x: 50, y: 50, width: 80, height: 40 } }]);
});

test('colours are compared only if both sheets have any, which a grey scan has not', () => {
  const colour = { tiles: new Uint8Array(1) } as AlignedSheets['olderColour'];
  const [both, one] = [
    { ...blankSheets(), olderColour: colour, newerColour: colour },
    { ...blankSheets(), olderColour: colour, newerColour: null },
  ];
  expect(dropUnpairedColours(both)).toBe(both);
  expect(dropUnpairedColours(one)).toMatchObject({ olderColour: null, newerColour: null });
});

test('linework is not described with words that have a change of their own', () => {
  const here = { x: 40, y: 40, width: 20, height: 10 };
  const larger = { ...textChange('restyled', '2', here, { ...here, y: 44 }), style: 'larger' as const };
  const isTold = reportedWords([{ ...linework('repeated', here), parts: [larger] }]);
  expect([word('2', 40, 40), word('2', 40, 44), word('2', 90, 40)].map(isTold)).toEqual([true, true, false]);
  expect(reportedWords([linework('graphic_added', here)])(word('2', 40, 40))).toBe(false);
});
