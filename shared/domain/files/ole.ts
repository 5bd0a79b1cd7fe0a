import { indexOfText, latin1, matchesAt, utf16, view } from './bytes.ts';
import type { FileKind } from './kinds.ts';

const SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const ENTRY_BYTES = 128;
const CLASS_ID_AT = 80;

/** Bytes to read of the directory: 64 entries, which include a document's own streams. */
export const OLE_DIRECTORY_BYTES = 64 * ENTRY_BYTES;

/** Class identifiers of the root entry, as stored. */
const CLASSES: readonly [string, FileKind][] = [
  ['\x06\x09\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', 'doc'],
  ['\x00\x09\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', 'doc'],
  ['\x20\x08\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', 'xls'],
  ['\x10\x08\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', 'xls'],
  ['\x10\x8d\x81\x64\x9b\x4f\xcf\x11\x86\xea\x00\xaa\x00\xb9\x29\xe8', 'ppt'],
  ['\x0b\x0d\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', 'msg'],
];

/** Streams specific to one format. The order matters, since a document may embed others. */
const STREAMS: readonly [string, FileKind][] = [
  ['__properties_version1.0', 'msg'],
  ['EncryptedPackage', 'encrypted_office'],
  ['BasicFileInfo', 'rvt'],
  ['Dgn~', 'dgn'],
  ['WordDocument', 'doc'],
  ['PowerPoint Document', 'ppt'],
  ['Workbook', 'xls'],
];

/** Returns whether the file is an OLE compound file ([MS-CFB]). */
export function isOle(head: Uint8Array): boolean {
  return matchesAt(head, 0, SIGNATURE);
}

/** Returns the offset of the first directory sector in an OLE compound file, in bytes; null if damaged. */
export function oleDirectoryOffset(head: Uint8Array): number | null {
  if (!isOle(head) || head.length < 512) return null;
  const shift = view(head).getUint16(30, true);
  if (shift !== 9 && shift !== 12) return null;
  return (view(head).getUint32(48, true) + 1) * 2 ** shift;
}

/**
 * Returns the kind of an OLE compound file, by the class of its root entry or else by its stream names.
 * @param directory {@link OLE_DIRECTORY_BYTES} from {@link oleDirectoryOffset}; null if they could not be read
 * @param elsewhere other parts of the file, searched for stream names if the directory is inconclusive
 */
export function oleKind(directory: Uint8Array | null, elsewhere: readonly Uint8Array[]): FileKind {
  if (directory !== null && directory.length >= ENTRY_BYTES) {
    const classId = latin1(directory.subarray(CLASS_ID_AT, CLASS_ID_AT + 16));
    const byClass = CLASSES.find(([id]) => id === classId);
    if (byClass) return byClass[1];
  }
  for (const part of directory === null ? elsewhere : [directory, ...elsewhere]) {
    const found = STREAMS.find(([name]) => indexOfText(part, utf16(name)) >= 0);
    if (found) return found[1];
    if (indexOfText(part, `${utf16('Book')}\0\0`) >= 0) return 'xls';
  }
  return 'ole';
}
