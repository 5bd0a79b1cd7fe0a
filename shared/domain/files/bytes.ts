/** Returns whether `bytes` contain the Latin-1 characters of `text` at `offset`. */
export function matchesAt(bytes: Uint8Array, offset: number, text: string): boolean {
  if (offset < 0 || offset + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Returns the first offset of the Latin-1 characters of `text` in `bytes` before `end`, or -1. */
export function indexOfText(bytes: Uint8Array, text: string, end = bytes.length): number {
  const first = text.charCodeAt(0);
  const last = Math.min(end, bytes.length) - text.length;
  for (let i = bytes.indexOf(first); i >= 0 && i <= last; i = bytes.indexOf(first, i + 1)) {
    if (matchesAt(bytes, i, text)) return i;
  }
  return -1;
}

/** Returns `text` in UTF-16LE, written as Latin-1 characters, as names in an OLE directory are stored. */
export function utf16(text: string): string {
  return [...text].map((character) => `${character}\0`).join('');
}

/** Returns a view of `bytes` for reading numbers, whatever buffer they are part of. */
export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the bytes as Latin-1, one character per byte, for finding ASCII structures in any encoding. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
  return parts.join('');
}
