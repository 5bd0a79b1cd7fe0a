/** Whether `bytes` hold the Latin-1 characters of `text` at `offset`. */
export function matchesAt(bytes: Uint8Array, offset: number, text: string): boolean {
  if (offset < 0 || offset + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** First place of the Latin-1 characters of `text` in `bytes` before `end`, or -1. */
export function indexOfText(bytes: Uint8Array, text: string, end = bytes.length): number {
  const first = text.charCodeAt(0);
  const last = Math.min(end, bytes.length) - text.length;
  for (let i = bytes.indexOf(first); i >= 0 && i <= last; i = bytes.indexOf(first, i + 1)) {
    if (matchesAt(bytes, i, text)) return i;
  }
  return -1;
}

/** The characters of `text` as UTF-16LE, written as Latin-1, as the names in an OLE directory are stored. */
export function utf16(text: string): string {
  return [...text].map((character) => `${character}\0`).join('');
}

/** A view on `bytes` for reading numbers, whatever buffer they are a part of. */
export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes as Latin-1: one character a byte, for looking at ASCII structure in any encoding. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
  return parts.join('');
}
