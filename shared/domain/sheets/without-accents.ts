/** Letters that do not decompose into a base letter and an accent. */
const BASE: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  æ: 'ae',
  Æ: 'AE',
};

/**
 * Removes accents, vowel signs and the Arabic elongation of a text; marks that make another sound of a Japanese letter
 * stay.
 */
export const withoutAccents = (text: string): string =>
  text
    .replace(/[ßłŁøØđĐıæÆ]/g, (letter) => BASE[letter] ?? letter)
    .normalize('NFD')
    .replace(/(?![\u3099\u309A])[\p{M}\u0640]/gu, '')
    .normalize('NFC');
