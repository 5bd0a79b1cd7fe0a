/** Only these characters can be decomposed, or be part of a letter that is. */
const composable = /[\u0300-\uffff]/;

/** Returns the text in Unicode's composed form (NFC). Most texts are in it already, which is found without normalising. */
export const inNfc = <T extends string | null>(text: T): T =>
  (text !== null && composable.test(text) ? text.normalize('NFC') : text) as T;
