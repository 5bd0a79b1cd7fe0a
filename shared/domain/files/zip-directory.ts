import { matchesAt, view } from './bytes.ts';

/** One entry of a zip file's central directory. Sizes are in bytes, as declared by the archive. */
export interface ZipEntry {
  name: string;
  compressed_size: number;
  uncompressed_size: number;
  /** 0 stored, 8 deflated */
  method: number;
  encrypted: boolean;
  /** offset of the entry's local header in the file */
  header_offset: number;
}

/** The location of a zip file's central directory. */
export interface ZipDirectoryPlace {
  offset: number;
  length: number;
  entries: number;
}

const END_RECORD = 'PK\x05\x06';
const END_RECORD_BYTES = 22;
const ZIP64_LOCATOR = 'PK\x06\x07';
const ZIP64_END_RECORD = 'PK\x06\x06';
const ENTRY = 'PK\x01\x02';
const ENTRY_BYTES = 46;
const IN_ZIP64 = 0xffffffff;

/** Bytes at the end of a file that always contain the end record, with the longest possible comment. */
export const ZIP_TAIL_BYTES = END_RECORD_BYTES + 0xffff;

/**
 * Finds the central directory from the last bytes of the file (APPNOTE.TXT 4.3.16).
 * @param tail the last bytes of the file; {@link ZIP_TAIL_BYTES} always suffice
 * @param size size of the whole file in bytes
 * @returns null if `tail` contains no end record
 */
export function findZipDirectory(tail: Uint8Array, size: number): ZipDirectoryPlace | null {
  const data = view(tail);
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at--) {
    if (!matchesAt(tail, at, END_RECORD)) continue;
    let entries = data.getUint16(at + 10, true);
    let length = data.getUint32(at + 12, true);
    let offset = data.getUint32(at + 16, true);
    if (entries === 0xffff || length === IN_ZIP64 || offset === IN_ZIP64) {
      const record = zip64EndRecord(tail, at - 20, size);
      if (record === null) return null;
      ({ entries, length, offset } = record);
    }
    if (offset + length <= size) return { offset, length, entries };
  }
  return null;
}

function zip64EndRecord(tail: Uint8Array, locator: number, size: number): ZipDirectoryPlace | null {
  if (!matchesAt(tail, locator, ZIP64_LOCATOR)) return null;
  const data = view(tail);
  const at = Number(data.getBigUint64(locator + 8, true)) - (size - tail.length);
  if (!matchesAt(tail, at, ZIP64_END_RECORD) || at + 56 > tail.length) return null;
  const entries = Number(data.getBigUint64(at + 32, true));
  const length = Number(data.getBigUint64(at + 40, true));
  const offset = Number(data.getBigUint64(at + 48, true));
  return { entries, length, offset };
}

/**
 * Returns the entries of a central directory.
 * @param directory the bytes of the directory; if truncated, its complete entries are returned
 * @param limit maximum number of entries
 */
export function readZipDirectory(directory: Uint8Array, limit = 100_000): ZipEntry[] {
  const data = view(directory);
  const utf8 = new TextDecoder();
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < limit && at + ENTRY_BYTES <= directory.length && matchesAt(directory, at, ENTRY)) {
    const nameLength = data.getUint16(at + 28, true);
    const extraLength = data.getUint16(at + 30, true);
    const end = at + ENTRY_BYTES + nameLength + extraLength + data.getUint16(at + 32, true);
    const name = utf8.decode(directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    entries.push({
      name: name.replaceAll('\\', '/'),
      encrypted: (data.getUint16(at + 8, true) & 1) === 1,
      method: data.getUint16(at + 10, true),
      compressed_size: data.getUint32(at + 20, true),
      uncompressed_size: data.getUint32(at + 24, true),
      header_offset: data.getUint32(at + 42, true),
    });
    at = end;
  }
  return entries;
}

/**
 * Returns the entry names of a zip file from its last bytes.
 * @returns null if `tail` does not contain the whole central directory: read it at the location from {@link
 * findZipDirectory}
 */
export function zipEntryNames(tail: Uint8Array, size: number): string[] | null {
  const place = findZipDirectory(tail, size);
  if (place === null) return null;
  const start = place.offset - (size - tail.length);
  if (start < 0) return null;
  return readZipDirectory(tail.subarray(start, start + place.length)).map((entry) => entry.name);
}
