import { expect, test } from 'vitest';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import type { MovedRegion } from '../../../shared/comparison/engine/segment/moved-region.ts';
import { placeWords } from '../../../shared/comparison/engine/segment/place-words.ts';
import { firstRow } from '../../../shared/comparison/engine/segment/slides.ts';
import type { Word } from '../../../shared/domain/page-text.ts';

const word = (text: string, y: number, x = 100): Word => ({ text, x, y, width: 40, height: 10, size: 10, angle: 0 });
const region = (box: Box): MovedRegion => {
  const words = [200, 220, 240].map((y, i) => ({ from: word(`R${i}`, y + 30), to: word(`R${i}`, y) }));
  return { matrix: [1, 0, 0, 1, 0, -30], words, box } as unknown as MovedRegion;
};

test('rows that slid begin with their words, a view that went straight up or down with its linework', () => {
  expect(firstRow(region({ x: 90, y: 192, width: 200, height: 80 }))).toBe(198);
  expect(firstRow(region({ x: 90, y: 110, width: 200, height: 160 }))).toBe(110);
});

test('a number that changed in a row that slid, at its side, went along; what stands in none did not', () => {
  const slid = region({ x: 90, y: 192, width: 200, height: 80 });
  const older = [...slid.words.map(({ from }) => from), word('46', 250, 240), word('70', 300, 240)];
  const newer = [...slid.words.map(({ to }) => to), word('45,97', 221, 242), word('71', 272, 240)];
  const placed = placeWords(older, newer, [slid], []);
  expect(placed.map(({ y }) => y)).toEqual([200, 220, 240, 220, 300]);
});
