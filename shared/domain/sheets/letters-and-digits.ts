/** Returns only the letters and digits of a text, in lower case, to compare it with another. */
export const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
