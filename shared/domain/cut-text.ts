/** The text's beginning, at most `length` UTF-16 units, without half a character at its end. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, text.length > length && (text.codePointAt(length - 1) ?? 0) > 0xffff ? length - 1 : length);
