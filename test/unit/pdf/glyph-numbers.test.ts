import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { statedPdf } from '../../support/raw-pdf.ts';

/** Returns the text of a page in a font whose ToUnicode map answers each code itself. */
const textOf = async (codes: readonly number[]): Promise<string> => {
  await using document = await openPdf(
    statedPdf(
      codes,
      codes.map((code) => String.fromCodePoint(code)),
    ),
  );
  return (await document.pageText(1)).words.map(({ text }) => text).join(' ');
};

test('text that consists of the numbers of glyphs is read as their characters', async () => {
  const numbers = [...'Level 6750'].map((letter) => letter.codePointAt(0)! - 29);
  expect((await textOf(numbers)).replaceAll(' ', '')).toBe('Level6750');
});

test('codes in the order of their first use are not taken for numbers of glyphs', async () => {
  expect(await textOf([1, 2, 3, 2, 4, 5, 6, 2, 7, 8, 16, 17])).not.toMatch(/[\p{L}\d]/u);
});
