/** Decoded text and the encoding it was in. */
export interface DecodedText {
  text: string;
  encoding: string;
}

function bomEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Returns `bytes` without a multi-byte sequence that is truncated at the end of the sample. */
function withoutCutSequence(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
  }
  return bytes;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Decodes text of unknown encoding: by a byte order mark; else as UTF-8 if the bytes are valid UTF-8; else in the
 * encoding that the text declares; else as Windows-1252, the most common encoding of such files.
 * @param declared label of the encoding in a header or the text, if any
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = bomEncoding(bytes);
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), encoding: marked };
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes), encoding: 'utf-8' };
  const label = knownLabel(declared) ?? 'windows-1252';
  return { text: new TextDecoder(label).decode(bytes), encoding: label };
}

function knownLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'utf-8' ? null : encoding;
  } catch {
    return null;
  }
}

/**
 * Returns true for control characters that do not occur in plain text; tab, line feed, form feed, return and escape do.
 */
const isForeignControl = (byte: number) =>
  byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;

/** Bytes that Windows-1252 leaves undefined. */
const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Returns whether a sample from the start of a file is text in one of the encodings of {@link decodeText}. */
export function looksLikeText(sample: Uint8Array): boolean {
  if (sample.length === 0) return false;
  const marked = bomEncoding(sample);
  if (marked === 'utf-16le' || marked === 'utf-16be') {
    const { text } = decodeText(sample.subarray(0, sample.length & ~1));
    return ![...text].some((character) => character === '\ufffd' || isForeignControl(character.charCodeAt(0)));
  }
  let high = 0;
  let undefined1252 = false;
  for (const byte of sample) {
    if (isForeignControl(byte) || byte === 0x7f) return false;
    if (byte >= 0x80) high += 1;
    if (UNDEFINED_1252.has(byte)) undefined1252 = true;
  }
  if (high === 0 || isUtf8(withoutCutSequence(sample))) return true;
  return !undefined1252 && high / sample.length < 0.3;
}
