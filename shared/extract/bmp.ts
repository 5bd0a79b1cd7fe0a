import { matchesAt, view } from '../domain/files/bytes.ts';
import { FileError } from '../domain/files/file-error.ts';
import { damaged, tooLarge } from './file-errors.ts';

/** Pixels of an image, row by row from the top: one byte each for red, green and blue. */
export interface RawImage {
  data: Buffer;
  width: number;
  height: number;
}

const FILE_HEADER_BYTES = 14;
const UNCOMPRESSED = 0;
const BITFIELDS = 3;

/**
 * Decodes an uncompressed bitmap of 1, 4, 8, 24 or 32 bits, which libvips does not read.
 *
 * @throws FileError damaged, too_large, unsupported (compressed or 16-bit bitmaps)
 */
export function decodeBmp(bytes: Uint8Array, maxPixels: number): RawImage {
  if (!matchesAt(bytes, 0, 'BM') || bytes.length < FILE_HEADER_BYTES + 40) throw damaged('bmp');
  const header = view(bytes);
  const headerBytes = header.getUint32(14, true);
  const width = header.getInt32(18, true);
  const storedHeight = header.getInt32(22, true);
  const height = Math.abs(storedHeight);
  const bits = header.getUint16(28, true);
  const compression = header.getUint32(30, true);
  if (headerBytes < 40 || ![1, 4, 8, 24, 32].includes(bits)) throw notSupported();
  if (compression !== UNCOMPRESSED && !(compression === BITFIELDS && bits === 32)) throw notSupported();
  if (width <= 0 || height === 0) throw damaged('bmp');
  if (width * height > maxPixels) throw tooLarge('bmp', `it has ${width} × ${height} pixels`);

  const pixels = header.getUint32(10, true);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (pixels + stride * height > bytes.length) throw damaged('bmp', 'cut short');
  const palette = bytes.subarray(FILE_HEADER_BYTES + headerBytes, pixels);
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = bytes.subarray(pixels + (storedHeight < 0 ? y : height - 1 - y) * stride);
    for (let x = 0; x < width; x++) {
      const colours = bits >= 24 ? row : palette;
      const at = bits >= 24 ? (x * bits) / 8 : paletteIndex(row, x, bits) * 4;
      const to = (y * width + x) * 3;
      data[to] = colours[at + 2] ?? 0;
      data[to + 1] = colours[at + 1] ?? 0;
      data[to + 2] = colours[at] ?? 0;
    }
  }
  return { data, width, height };
}

function paletteIndex(row: Uint8Array, x: number, bits: number): number {
  const bit = x * bits;
  return (row[bit >> 3]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

function notSupported(): FileError {
  return new FileError('unsupported', 'The bitmap is compressed in a way that the service does not read.');
}
