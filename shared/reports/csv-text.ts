/** Matches what a spreadsheet takes for a formula: it ignores leading white space and accepts full-width signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;
/** Matches a number with a sign, such as a level on a drawing: data that a spreadsheet cannot run. */
const SIGNED_NUMBER = /^[+-]\d+(?:[.,]\d+)*$/;

/** Returns a text as a cell of a CSV file: what a spreadsheet would take for a formula has an apostrophe before it. */
export const csvText = (text: string): string => (FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text);
