import type { Native } from './pdfium.ts';

/** Longest text that is read of one place, bytes of UTF-16. */
const longest = 65_536;

/** Calls `work` with a key of PDFium's: ASCII, ended by zero. */
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
 * A text that PDFium writes as UTF-16 ended by zero, trimmed; without lone surrogates and control characters.
 * @param write one of its functions: fills the buffer, answers the bytes that it needs
 */
export const wideText = (pdf: Native, write: (at: number, bytes: number) => number): string => {
  const bytes = Math.min(longest, write(0, 0));
  if (bytes <= 2) return '';
  const at = pdf.malloc(bytes);
  const written = write(at, bytes);
  const text = written > bytes ? '' : Buffer.from(pdf.memory.buffer, at, written - 2).toString('utf16le');
  pdf.free(at);
  // UTF-8 knows no lone surrogates: each becomes U+FFFD on the way.
  return Buffer.from(text.replaceAll(controls, ' '), 'utf8').toString('utf8').trim();
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f]/g;
