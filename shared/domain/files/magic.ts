import { indexOfText, matchesAt, view } from './bytes.ts';
import type { FileKind } from './kinds.ts';

/** Signatures at fixed offsets, as Latin-1. The first match wins. */
const SIGNATURES: readonly (readonly [FileKind, number, string])[] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['tiff', 0, 'II+\0\x08\0'],
  ['tiff', 0, 'MM\0+\0\x08'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['jp2', 0, '\0\0\0\x0cjP  \r\n\x87\n'],
  ['jp2', 0, '\xff\x4f\xff\x51'],
  ['psd', 0, '8BPS\0\x01'],
  ['rtf', 0, '{\\rtf'],
  ['dxf', 0, 'AutoCAD Binary DXF\r\n'],
  ['dwf', 0, '(DWF V'],
  ['dgn', 0, '\x08\x09\xfe\x02'],
  ['dgn', 0, '\xc8\x09\xfe\x02'],
  ['skp', 0, '\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0'],
  ['3dm', 0, '3D Geometry File Format'],
  ['glb', 0, 'glTF'],
  ['las', 0, 'LASF'],
  ['7z', 0, '7z\xbc\xaf\x27\x1c'],
  ['rar', 0, 'Rar!\x1a\x07'],
  ['gz', 0, '\x1f\x8b\x08'],
  ['xz', 0, '\xfd7zXZ\0'],
  ['zst', 0, '\x28\xb5\x2f\xfd'],
  ['tar', 257, 'ustar'],
];

const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Returns the kind of an ISO base media file (ISO/IEC 14496-12) by its major brand. */
function boxedKind(head: Uint8Array): FileKind | null {
  if (!matchesAt(head, 4, 'ftyp') || head.length < 12) return null;
  const brand = String.fromCharCode(...head.subarray(8, 12));
  if (brand === 'avif' || brand === 'avis') return 'avif';
  const end = Math.min(view(head).getUint32(0), head.length, 256);
  if (brand === 'mif1' && indexOfText(head.subarray(0, end), 'avif') > 0) return 'avif';
  return HEIF_BRANDS.has(brand) ? 'heic' : 'mp4';
}

/** Identifies a bitmap; its signature is short, so that the header's size and reserved fields are checked too. */
function isBmp(head: Uint8Array): boolean {
  if (!matchesAt(head, 0, 'BM') || head.length < 26) return false;
  const headerBytes = view(head).getUint32(14, true);
  return view(head).getUint32(6, true) === 0 && [12, 40, 52, 56, 64, 108, 124].includes(headerBytes);
}

/** Identifies `AC10nn`, the version of the drawing format. */
function isDwg(head: Uint8Array): boolean {
  return matchesAt(head, 0, 'AC10') && head[4]! >= 0x30 && head[4]! <= 0x39 && head[5]! >= 0x30 && head[5]! <= 0x39;
}

/**
 * Returns the kind by a binary signature, or null. PDF, zip and OLE containers and textual formats are detected
 * elsewhere.
 * @param head first bytes of the file; 512 suffice for every signature
 */
export function magicKind(head: Uint8Array): FileKind | null {
  const fixed = SIGNATURES.find(([, offset, text]) => matchesAt(head, offset, text));
  if (fixed) return fixed[0];
  if (matchesAt(head, 0, 'RIFF') && matchesAt(head, 8, 'WEBP')) return 'webp';
  if (matchesAt(head, 0, 'BZh') && matchesAt(head, 4, '1AY&SY')) return 'bz2';
  if (isDwg(head)) return 'dwg';
  if (isBmp(head)) return 'bmp';
  return boxedKind(head);
}

/**
 * Returns whether the file is a PDF. Readers accept the header anywhere within the first 1,024 bytes (ISO 32000-1,
 * annex H). If it is not at the start, version and trailer are required too, since a text may mention PDF.
 */
export function isPdf(head: Uint8Array, tail: Uint8Array): boolean {
  if (matchesAt(head, 0, '%PDF-')) return true;
  const at = indexOfText(head, '%PDF-', 1024);
  if (at < 0) return false;
  const major = head[at + 5];
  return (major === 0x31 || major === 0x32) && head[at + 6] === 0x2e && indexOfText(tail, 'startxref') >= 0;
}
