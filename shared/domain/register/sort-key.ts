const PLAIN = /^[\0-\x7f]*$/;
/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels and the like, without which words differ. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Returns a text without accents; ligatures and wide forms become letters. */
const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(/ß/g, 'ss').replace(/ł/g, 'l').replace(/ø/g, 'o');

/**
 * Returns a text that is compared by code units and sorts without regard to accents (`Übersicht` before `Zürich`). Only
 * equal texts have equal keys.
 *
 * @param text in lower case
 */
export const sortKeyOf = (text: string): string => {
  if (PLAIN.test(text)) return text;
  const key = withoutAccents(text);
  return key === text ? text : `${key}\0${text}`;
};
