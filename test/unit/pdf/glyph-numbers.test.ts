import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { rawPdf, rawStream } from '../../support/raw-pdf.ts';

/** A page in a font whose ToUnicode map answers each code itself. */
const pageOf = (codes: readonly number[]): Buffer => {
  const hex = (code: number) => code.toString(16).padStart(2, '0');
  const map = codes.map((code) => `<${hex(code)}> <00${hex(code)}>`);
  return rawPdf({
    width: 200,
    height: 100,
    content: `BT /F 10 Tf 20 50 Td <${codes.map(hex).join('')}> Tj ET`,
    resources: '/Font << /F 5 0 R >>',
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
      rawStream(
        '',
        `/CMapName /Own def 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`,
      ),
    ],
  });
};
const textOf = async (codes: readonly number[]): Promise<string> => {
  await using document = await openPdf(pageOf(codes));
  return (await document.pageText(1)).words.map(({ text }) => text).join(' ');
};

test('text that consists of the numbers of glyphs is read as their characters', async () => {
  const numbers = [...'Level 6750'].map((letter) => letter.codePointAt(0)! - 29);
  expect((await textOf(numbers)).replaceAll(' ', '')).toBe('Level6750');
});

test('codes in the order of their first use are not taken for numbers of glyphs', async () => {
  expect(await textOf([1, 2, 3, 2, 4, 5, 6, 2, 7, 8, 16, 17])).not.toMatch(/[\p{L}\d]/u);
});
