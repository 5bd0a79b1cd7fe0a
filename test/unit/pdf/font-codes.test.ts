import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { withLigatures } from '../../../shared/pdf/ligatures.ts';
import { statedPdf } from '../../support/raw-pdf.ts';

/** Returns the words of a page in a font whose ToUnicode map states these characters one after the other. */
const wordsOf = async (stated: string, baseFont?: string): Promise<string[]> => {
  const characters = [...stated];
  const codes = characters.map((_, i) => 33 + i);
  await using document = await openPdf(statedPdf(codes, characters, baseFont));
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
  ['昀椀re', 'fire'],
  ['o昀昀ice', 'office'],
  ['椀子', '椀子'],
])('%s is displayed as %s', (stated, displayed) => {
  expect(withLigatures(stated)).toBe(displayed);
});

test('ligatures are read as their letters', async () => {
  expect(await wordsOf('LifeƟme')).toEqual(['Lifetime']);
});
