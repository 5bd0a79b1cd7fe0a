const PLAIN = /^[\0-\x7f]*$/;
const MARKS = /\p{M}/gu;
const NUMBER = /\d+/g;
/** Digits of the longest number that is sorted by its value; the length of a number is one character of its key. */
const MOST_DIGITS = 40;

/** Returns the digits of a number after a character that is greater for a longer number. */
const byValue = (digits: string): string => {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return String.fromCharCode(0x30 + Math.min(significant.length, MOST_DIGITS)) + significant;
};

/**
 * Returns a text that is compared by code units and puts texts in the order in which people look them up: without regard to
 * accents (`Übersicht` before `Zürich`), and numbers by their value (`sheet 2` before `sheet 10`). Only equal texts have
 * equal keys.
 *
 * @param text in lower case
 */
export const sortKeyOf = (text: string): string => {
  const letters = PLAIN.test(text) ? text : text.normalize('NFKD').replace(MARKS, '').replace(/ß/g, 'ss');
  const key = letters.replace(NUMBER, byValue);
  return key === text ? text : `${key}\0${text}`;
};
