import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { rawPdf } from '../../support/raw-pdf.ts';

const FONT = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

/** Writes each letter on its own, as municipal map services do. */
const letters = (text: string, size: number, [a, b]: readonly [number, number], [x, y]: readonly [number, number]) => {
  const sign = Math.sign(size);
  const shown = [...text].map((letter, i) => {
    const step = 0.6 * Math.abs(size) * i * sign;
    return `${a} ${b} ${-b} ${a} ${x + step * a} ${y + step * b} Tm (${letter}) Tj`;
  });
  return `BT /F ${size} Tf ${shown.join(' ')} ET`;
};

const wordsOf = async (content: string) => {
  await using document = await openPdf(rawPdf({ width: 300, height: 200, content, resources: FONT }));
  return (await document.pageText(1)).words;
};

test('text of a negative font size in a matrix turned by 180° reads like upright text', async () => {
  const [upright] = await wordsOf(letters('245', 10, [1, 0], [100, 100]));
  const [twice] = await wordsOf(letters('245', -10, [-1, 0], [100, 100]));

  expect(upright).toMatchObject({ text: '245', angle: 0 });
  expect(twice).toEqual(upright);
});

test('slanting letters of a negative font size are one word in reading order', async () => {
  const slope = [-Math.cos(0.5), -Math.sin(0.5)] as const;
  const [word, ...others] = await wordsOf(letters('245', -10, slope, [100, 100]));

  expect(word!.text).toBe('245');
  expect(word!.slant).toBeCloseTo(360 - (0.5 * 180) / Math.PI, 0);
  expect(others).toEqual([]);
});
