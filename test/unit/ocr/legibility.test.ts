import { expect, test } from 'vitest';
import { isUpright } from '../../../shared/ocr/legibility.ts';

const wordsOf = (text: string, confidence = 90) =>
  text.split(' ').map((word, i) => ({ text: word, confidence, x: 0, y: 12 * i, width: 30, height: 10 }));

test.each(['door frame wall roof slab', '平面 立面 断面 配置 仕上', '도면 번호 축척 일자 터널'])(
  'five certain words indicate the direction of a text: %s',
  (text) => {
    expect(isUpright(wordsOf(text))).toBe(true);
    expect(isUpright(wordsOf(text, 60))).toBe(false);
  },
);

test('pairs of Latin letters and single ideographs do not', () => {
  expect(isUpright(wordsOf('Ty Bf lo 一 中 日 ep aw oi'))).toBe(false);
});

test('words that are read upwards do not indicate that the image is upright', () => {
  const upwards = wordsOf('door frame wall roof slab').map((word) => ({ ...word, angle: 270 as const }));
  expect(isUpright(upwards)).toBe(false);
});
