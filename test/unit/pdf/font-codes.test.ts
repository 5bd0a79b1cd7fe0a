import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { withLigatures } from '../../../shared/pdf/ligatures.ts';
import { rawPdf, rawStream } from '../../support/raw-pdf.ts';

/** Returns the words of a page in a font whose ToUnicode map states these characters one after the other. */
const wordsOf = async (stated: string, baseFont = 'Helvetica'): Promise<string[]> => {
  const codes = [...stated].map((_, i) => (33 + i).toString(16));
  const map = [...stated].map((letter, i) => `<${codes[i]}> <${letter.codePointAt(0)!.toString(16).padStart(4, '0')}>`);
  const pdf = rawPdf({
    width: 200,
    height: 100,
    content: `BT /F 10 Tf 20 50 Td <${codes.join('')}> Tj ET`,
    resources: '/Font << /F 5 0 R >>',
    objects: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /${baseFont} /ToUnicode 6 0 R >>`,
      rawStream(
        '',
        `/CMapName /Own def 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`,
      ),
    ],
  });
  await using document = await openPdf(pdf);
  return (await document.pageText(1)).words.map(({ text }) => text);
};

/** What libharu writes for a text: the bytes of UTF-8 of each character, as one code. */
const asBytes = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(Number.parseInt(Buffer.from(letter).toString('hex'), 16))).join('');

test('characters of two bytes of UTF-8, as in files of KOMPAS, are read as displayed', async () => {
  expect(asBytes('Перв')).toBe('킟킵톀킲');
  expect(await wordsOf(`${asBytes('Масштаб')} 1:1`)).toEqual(['Масштаб', '1:1']);
});

test('Korean syllables that look like two bytes of UTF-8 remain, beside others or alone', async () => {
  expect(await wordsOf('킟킵톀백제')).toEqual(['킟킵톀백제']);
  expect(await wordsOf('킟킵 A')).toEqual(['킟킵', 'A']);
});

test.each([
  ['ABCDEF+AIGDT', 'n8', 'Ø8'],
  ['AMGDT', 'x5', '↧5'],
  ['GDT', 'jn', '⌖Ø'],
  ['Helvetica', 'n8', 'n8'],
])('letters of the font %s: %s is %s', async (font, stated, displayed) => {
  expect(await wordsOf(stated, font)).toEqual([displayed]);
});

test.each([
  ['SelecƟon', 'Selection'],
  ['Ɵme', 'time'],
  ['ShaŌ', 'Shaft'],
  ['commiƩee', 'committee'],
  ['geƫng', 'getting'],
  ['Ōtara', 'Ōtara'],
  ['ƩF', 'ƩF'],
])('%s is displayed as %s', (stated, displayed) => {
  expect(withLigatures(stated)).toBe(displayed);
});

test('ligatures are read as their letters', async () => {
  expect(await wordsOf('LifeƟme')).toEqual(['Lifetime']);
});
