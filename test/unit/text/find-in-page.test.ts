import { expect, test } from 'vitest';
import { findInPage } from '../../../shared/domain/text/find-in-page.ts';

/** Words on lines 20 points apart, each 40 wide and 10 high. */
const page = (...lines: string[]) =>
  lines.flatMap((line, row) =>
    line.split(' ').map((text, i) => ({ text, x: 50 * i, y: 20 * row, width: 40, height: 10, angle: 0 })),
  );

test('finds a phrase regardless of case and spaces, with one box for its line', () => {
  const [match, ...others] = findInPage(page('THE Fire Door', 'of the stair'), ' fire  door ');
  expect(match).toEqual({ text: 'Fire Door', boxes: [{ left: 50, top: 0, right: 140, bottom: 10 }] });
  expect(others).toEqual([]);
});

test('a phrase across a line break has a box on each line', () => {
  expect(findInPage(page('see the fire', 'door schedule'), 'fire door')).toEqual([
    {
      text: 'fire door',
      boxes: [
        { left: 100, top: 0, right: 140, bottom: 10 },
        { left: 0, top: 20, right: 40, bottom: 30 },
      ],
    },
  ]);
});

test('finds parts of words, each occurrence once, in reading order', () => {
  const found = findInPage(page('D-101 D-102', 'D-1011'), '101');
  expect(found.map(({ text }) => text)).toEqual(['D-101', 'D-1011']);
});

test('words of a vertical line are joined across their reading direction', () => {
  const words = ['SCALE', '1:50'].map((text, i) => ({ text, x: 0, y: 50 * i, width: 10, height: 40, angle: 270 }));
  expect(findInPage(words, 'scale 1:50')[0]?.boxes).toEqual([{ left: 0, top: 0, right: 10, bottom: 90 }]);
});

test('nothing is found for spaces, and on an empty page', () => {
  expect(findInPage(page('a b'), '  ')).toEqual([]);
  expect(findInPage([], 'a')).toEqual([]);
});

test('finds a word that is hyphenated at a line end, with a box on each line, and keeps other hyphens', () => {
  const words = page('cross connec-', 'tion, fire-', 'Door');
  expect(findInPage(words, 'connection')).toEqual([
    {
      text: 'connec- tion,',
      boxes: [
        { left: 50, top: 0, right: 90, bottom: 10 },
        { left: 0, top: 20, right: 40, bottom: 30 },
      ],
    },
  ]);
  expect(findInPage(words, 'fire- door')).toHaveLength(1);
});
