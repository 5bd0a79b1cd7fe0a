import type { Native } from './pdfium.ts';

/** Maximum length in bytes (UTF-16) of a text read at one position. */
const maximumBytes = 65_536;

/** Calls `work` with a key as a zero-terminated ASCII string in PDFium's memory. */
export const withKey = <T>(pdf: Native, key: string, work: (at: number) => T): T => {
  const bytes = Buffer.from(`${key}\0`, 'latin1');
  const at = pdf.malloc(bytes.length);
  new Uint8Array(pdf.memory.buffer).set(bytes, at);
  try {
    return work(at);
  } finally {
    pdf.free(at);
  }
};

/**
 * Reads a text that PDFium writes as zero-terminated UTF-16; trims it and removes lone surrogates and control
 * characters.
 * @param write a PDFium function that fills the buffer and returns the number of bytes it needs
 */
export const wideText = (pdf: Native, write: (at: number, bytes: number) => number): string => {
  const bytes = Math.min(maximumBytes, write(0, 0));
  if (bytes <= 2) return '';
  const at = pdf.malloc(bytes);
  const written = write(at, bytes);
  const text = written > bytes ? '' : Buffer.from(pdf.memory.buffer, at, written - 2).toString('utf16le');
  pdf.free(at);
  // UTF-8 has no lone surrogates: encoding replaces each by U+FFFD.
  return Buffer.from(text.replaceAll(controls, ' '), 'utf8').toString('utf8').trim();
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f]/g;
