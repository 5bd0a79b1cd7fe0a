const PLAIN = /^[\0-\x7f]*$/;
const MARKS = /\p{M}/gu;

/**
 * Returns a text that is compared by code units and sorts without regard to accents (`Übersicht` before `Zürich`). Only
 * equal texts have equal keys.
 *
 * @param text in lower case
 */
export const sortKeyOf = (text: string): string => {
  if (PLAIN.test(text)) return text;
  const key = text.normalize('NFKD').replace(MARKS, '').replace(/ß/g, 'ss');
  return key === text ? text : `${key}\0${text}`;
};
