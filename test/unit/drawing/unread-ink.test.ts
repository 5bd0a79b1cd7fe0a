import { expect, test } from 'vitest';
import type { PageText } from '../../../shared/domain/page-text.ts';
import type { Linework } from '../../../shared/drawing/index.ts';
import { unreadInkOf } from '../../../shared/drawing/unread-ink.ts';
import { type Lettering, lineworkOf, strokesOfText } from '../../support/drawn-lettering.ts';

const notes = ['GROUND FLOOR PLAN', 'SCALE 1:50', 'Drawn by Baker'];
const linesAt = (x: number, y: number): Lettering[] =>
  notes.map((text, i) => ({ text, x, y: y + 15 * i, height: 6, angle: 0 }));
const drawn = (lines: readonly Lettering[]): Linework => lineworkOf(lines.flatMap(strokesOfText));
const pageOf = ({ width, height }: Linework, words: PageText['words'] = []): PageText => ({
  ...{ page: 1, width, height, words, text: '' },
});

test('lettering in the areas of title blocks is unread unless words lie on it', () => {
  const { width, height } = drawn([]);
  const linework = drawn(linesAt(width - 200, height - 100));
  const { lettering } = unreadInkOf(linework, pageOf(linework));
  expect(lettering).toHaveLength(notes.length);
  expect(lettering[0]!.left).toBeGreaterThan(width - 205);
  const word = { text: 'x', x: width - 205, y: height - 115, width: 205, height: 115, size: 100, angle: 0 };
  expect(unreadInkOf(linework, pageOf(linework, [word])).lettering).toEqual([]);
  const read = { ...word, text: 'Hall', x: 10, y: 10, width: 20, height: 10, drawn: 0.9 };
  expect(unreadInkOf(linework, pageOf(linework, [read])).lettering).toEqual([]);
  const middle = drawn(linesAt(width / 2 - 60, height / 2));
  expect(unreadInkOf(middle, pageOf(middle)).lettering).toEqual([]);
  // The abbreviation in a symbol.
  const few = drawn([{ text: 'KITCHEN', x: width - 200, y: height - 100, height: 6, angle: 0 }]);
  expect(unreadInkOf(few, pageOf(few)).lettering).toEqual([]);
});

test('images count, except small ones; a page with too many paths is one image', () => {
  const linework = drawn([]);
  const { width, height } = linework;
  const pictures = new Float32Array([0, 0, width, height, 10, 10, 12, 12]);
  const whole = { left: 0, top: 0, right: width, bottom: height };
  expect(unreadInkOf({ ...linework, pictures }, pageOf(linework)).images).toEqual([whole]);
  const points = new Float32Array(2 * 1_500_001);
  expect(unreadInkOf({ ...linework, points }, pageOf(linework))).toEqual({ images: [whole], lettering: [] });
});
