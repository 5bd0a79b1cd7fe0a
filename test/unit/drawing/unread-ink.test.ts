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

test('the lines of a page for text recognition have a box, a direction and a height; a full text layer has none', () => {
  const notesAt = (x: number, y: number, angle: number): Lettering[] =>
    notes.map((text, i) => ({
      ...{ text, height: 6, angle },
      ...(angle === 0 ? { x, y: y + 15 * i } : { x: x + 15 * i, y }),
    }));
  const linework = drawn([...notesAt(100, 100, 0), ...notesAt(400, 400, 270)]);
  const { lines = [] } = unreadInkOf(linework, pageOf(linework));
  expect(lines.map(({ angle }) => angle).sort()).toEqual([0, 0, 0, 270, 270, 270]);
  expect(lines[0]!.characters).toBeGreaterThan(lines.at(-1)!.characters);
  for (const { box, angle, capitalHeight } of lines) {
    expect(capitalHeight).toBeCloseTo(6, 0);
    const [along, across] = [box.right - box.left, box.bottom - box.top];
    expect(angle === 0 ? along > 2 * across : across > 2 * along).toBe(true);
  }
  const word = { text: 'word', x: 90, y: 80, width: 200, height: 60, size: 10, angle: 0 } as const;
  const beside = unreadInkOf(linework, pageOf(linework, [word])).lines ?? [];
  expect(beside.map(({ angle }) => angle)).toEqual([270, 270, 270]);
  const elsewhere = Array.from({ length: 60 }, (_, i) => ({ ...word, x: 600, y: 10 * i, width: 20, height: 8 }));
  expect(unreadInkOf(linework, pageOf(linework, elsewhere)).lines).toBeUndefined();
  expect(unreadInkOf(linework, pageOf(linework), { hasLines: false }).lines).toBeUndefined();
});
