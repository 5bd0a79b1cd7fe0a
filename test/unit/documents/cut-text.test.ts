import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '../../../shared/domain/cut-text.ts';

test('a truncated text is the longest prefix that fits and ends with a whole character', () => {
  expect(cutText('ab😀cd', 3)).toBe('ab');
  expect(cutText('ab😀cd', 4)).toBe('ab😀');
  expect(cutText('ab', 4)).toBe('ab');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '😀', '梁') }),
      fc.integer({ min: 1, max: 12 }),
      (text, length) => {
        const cut = cutText(text, length);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length - 1));
        expect(cut.length).toBeLessThanOrEqual(length);
      },
    ),
  );
});
