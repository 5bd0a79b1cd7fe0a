import { expect, test } from 'vitest';
import { joinIdeographs } from '../../../infra/local/textract/join-ideographs.ts';

/** Words of a line, each 20 pixels high and as wide as its text, with the given gaps before them. */
type Placed = [gap: number, text: string, confidence?: number];
const line = (...words: Placed[]) => {
  let x = 0;
  return words.map(([gap, text, confidence = 90]) => {
    const x0 = x + gap;
    x = x0 + 20 * text.length;
    return { text, confidence, bbox: { x0, x1: x, y0: 0, y1: 20 } };
  });
};
const textsOf = (...words: Placed[]) => joinIdeographs(line(...words)).map(({ text }) => text);

test('ideographs and the figures that touch them are words as they are printed', () => {
  expect(textsOf([0, '污水'], [6, '处'], [2, '理'], [8, '厂'])).toEqual(['污水处理厂']);
  expect(textsOf([0, '2017'], [4, '年'], [3, '5'], [3, '月'])).toEqual(['2017年5月']);
  expect(textsOf([0, 'エレ'], [2, 'ベーター'])).toEqual(['エレベーター']);
  expect(textsOf([0, '도'], [4, '면'], [3, '번호'])).toEqual(['도면번호']);
  const [word] = joinIdeographs(line([0, '平面', 60], [6, '图', 90]));
  expect(word).toEqual({ text: '平面图', confidence: 70, bbox: { x0: 0, x1: 66, y0: 0, y1: 20 } });
});

test('words apart and Latin letters stay as they are', () => {
  expect(textsOf([0, '图号'], [14, '日期'])).toEqual(['图号', '日期']);
  expect(textsOf([0, '图号'], [8, 'A-101'])).toEqual(['图号', 'A-101']);
  expect(textsOf([0, 'FLOOR'], [2, 'PLAN'])).toEqual(['FLOOR', 'PLAN']);
  expect(textsOf([0, '도면'], [8, '번호'])).toEqual(['도면', '번호']);
});
