/** Returns at most the first `length` UTF-16 units of a text, without splitting a surrogate pair. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, text.length > length && (text.codePointAt(length - 1) ?? 0) > 0xffff ? length - 1 : length);
