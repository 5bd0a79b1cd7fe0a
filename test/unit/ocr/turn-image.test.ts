import { expect, test } from 'vitest';
import { onPage } from '../../../shared/ocr/turn-image.ts';

const word = { text: 'A-101', confidence: 90, x: 10, y: 20, width: 5, height: 30 };
const page = { width: 200, height: 100 };

test('a word that reads upwards in the image reads in the direction of both on the page', () => {
  expect(onPage({ ...word, angle: 270 }, 0, page)).toEqual({ x: 10, y: 20, width: 5, height: 30, angle: 270 });
  expect(onPage({ ...word, angle: 270 }, 180, page)).toEqual({ x: 185, y: 50, width: 5, height: 30, angle: 90 });
});
