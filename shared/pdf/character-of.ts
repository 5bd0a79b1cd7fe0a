const LAST_CODE_POINT = 0x10_ff_ff;

/**
 * Returns the character of a code that PDFium answers. In fonts whose codes are UTF-8, that is the number which the
 * bytes of a character form; codes that are neither become the replacement character.
 */
export const characterOf = (code: number): string => {
  if (code <= LAST_CODE_POINT) return String.fromCodePoint(code);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(code);
  const text = bytes.subarray(bytes.findIndex((byte) => byte > 0)).toString('utf8');
  return [...text].length === 1 ? text : '\ufffd';
};
