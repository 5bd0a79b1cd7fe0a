import { expect, test } from 'vitest';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { dropSlides } from '../../../shared/comparison/engine/join/drop-slides.ts';
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

test('a changed number at the side of a shifted row moved with it; one outside the rows did not', () => {
  const slid = region({ x: 90, y: 192, width: 200, height: 80 });
  const older = [...slid.words.map(({ from }) => from), word('46', 250, 240), word('70', 300, 240)];
  const newer = [...slid.words.map(({ to }) => to), word('45,97', 221, 242), word('71', 272, 240)];
  const placed = placeWords(older, newer, [slid]);
  expect(placed.map(({ y }) => y)).toEqual([200, 220, 240, 220, 300]);
});

test('a list that slid because a text above it was added did not move', () => {
  const slid = (dy: number) => {
    const words = [200, 220, 240].map((y, i) => ({ from: word(`R${i}`, y - dy), to: word(`R${i}`, y) }));
    const box = { x: 95, y: 195, width: 60, height: 60 };
    const from = { ...box, y: 195 - dy };
    return { matrix: [1, 0, 0, 1, 0, dy], words, box, from } as unknown as MovedRegion;
  };
  const added = (y: number): Change => {
    return { kind: 'text_added', box: { x: 100, y, width: 40, height: 10 }, text: null, addedInk: 9, removedInk: 0 };
  };
  const region = slid(20);
  expect(dropSlides([region], [added(180)])).toEqual([]);
  expect(dropSlides([region], [added(100)])).toEqual([region]);
  expect(dropSlides([region], [{ ...added(180), kind: 'text_moved' }])).toEqual([region]);
  const near = slid(3);
  expect(dropSlides([near], [added(190)])).toEqual([near]);
});
