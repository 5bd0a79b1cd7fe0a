import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';

const pack = promisify(deflate);

export type Rgb = readonly [red: number, green: number, blue: number];

const chunk = (name: string, body: Uint8Array): Buffer => {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(name, 4, 'latin1');
  out.set(body, 8);
  out.writeUInt32BE(crc32(out.subarray(4, body.length + 8)), body.length + 8);
  return out;
};

/**
 * Encodes a PNG of one byte per pixel, an index into the palette, which takes a third of the work of RGB.
 * @param pixels rows from the top without padding
 */
export const encodeIndexed = async (
  pixels: Uint8Array,
  width: number,
  height: number,
  palette: readonly Rgb[],
): Promise<Buffer> => {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits
  header[9] = 3; // palette
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await pack(rows, { level: 2, strategy: constants.Z_DEFAULT_STRATEGY })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
