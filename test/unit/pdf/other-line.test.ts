import { expect, test } from 'vitest';
import { isOnOtherLine } from '../../../shared/pdf/other-line.ts';

test('a letter of another size beside an upright word is on another line unless it is a raised digit', () => {
  const upright = { size: 12, angle: 90 };
  const word = [375, 222, 387, 230] as const;
  expect(isOnOtherLine(word, upright, [368, 217, 374.5, 222], { size: 7 })).toBe(true);
  expect(isOnOtherLine(word, upright, [368, 217, 374.5, 222], { size: 12 })).toBe(false);
  expect(isOnOtherLine(word, upright, [382, 230, 388, 234], { size: 7 })).toBe(false);
});

test('a letter of another size below a level word is on another line', () => {
  const level = { size: 12, angle: 0 };
  expect(isOnOtherLine([100, 100, 108, 112], level, [106, 113, 110, 119], { size: 7 })).toBe(true);
  expect(isOnOtherLine([100, 100, 108, 112], level, [108, 104, 112, 110], { size: 7 })).toBe(false);
});
