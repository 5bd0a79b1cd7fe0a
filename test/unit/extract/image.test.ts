import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imagePreview } from '../../../shared/extract/image-preview.ts';

const failure = (code: string) => expect.objectContaining({ name: 'FileError', code });
const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } } });
const svg = (content: string, size = 'width="80" height="40"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`,
  );

/** The colour of a pixel of a PNG. */
async function pixel(png: Buffer, x: number, y: number): Promise<number[]> {
  const data = await sharp(png).removeAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer();
  return [...data];
}

describe('image previews', () => {
  it.each(['png', 'jpeg', 'tiff', 'webp', 'gif', 'avif'] as const)('of %s', async (format) => {
    const preview = await imagePreview(await red(900, 300).toFormat(format).toBuffer());
    expect(preview).toMatchObject({ width: 900, height: 300, original_width: 900, pages: 1 });
    expect(await sharp(preview.thumbnail).metadata()).toMatchObject({ format: 'png', width: 400, height: 133 });
    const [r, g] = await pixel(preview.image, 10, 10);
    expect(r).toBeGreaterThan(250);
    expect(g).toBeLessThan(6);
  });

  it('are rotated upright, and state the density', async () => {
    const photo = await red(60, 40).jpeg().withMetadata({ orientation: 6, density: 300 }).toBuffer();
    expect(await imagePreview(photo)).toMatchObject({ width: 40, height: 60, original_width: 40, dpi: 300 });
  });

  it('are reduced to the requested longest side, and never enlarged', async () => {
    const png = await red(600, 300).png().toBuffer();
    const preview = await imagePreview(png, { max_side: 200 });
    expect(preview).toMatchObject({ width: 200, height: 100, original_width: 600, original_height: 300 });
    expect(await sharp((await imagePreview(await red(20, 10).png().toBuffer())).thumbnail).metadata()).toMatchObject({
      width: 20,
    });
  });

  it('of any page of a TIFF', async () => {
    const two = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#00f' } })
      .png()
      .toBuffer();
    const pages = await sharp([await red(30, 40).png().toBuffer(), two], { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const preview = await imagePreview(pages, { page: 2 });
    expect(preview).toMatchObject({ pages: 2, width: 30, height: 40 });
    expect(await pixel(preview.image, 5, 5)).toEqual([0, 0, 255]);
  });

  it('of a bitmap, bottom row first', async () => {
    const bmp = Buffer.alloc(54 + 16);
    bmp.write('BM');
    bmp.writeUInt32LE(54, 10);
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(2, 18);
    bmp.writeInt32LE(2, 22);
    bmp.writeUInt16LE(24, 28);
    bmp.set([255, 0, 0, 0, 255, 0], 54);
    bmp.set([0, 0, 255, 255, 255, 255], 62);
    const preview = await imagePreview(bmp);
    expect(preview).toMatchObject({ width: 2, height: 2 });
    expect(await pixel(preview.image, 0, 0)).toEqual([255, 0, 0]);
    expect(await pixel(preview.image, 0, 1)).toEqual([0, 0, 255]);
    await expect(imagePreview(bmp.subarray(0, 60))).rejects.toEqual(failure('damaged'));
    await expect(imagePreview(bmp, { max_pixels: 3 })).rejects.toEqual(failure('too_large'));
  });

  it('of a vector drawing, without the files it refers to', async () => {
    const rectangle = '<rect width="40" height="40" fill="#00f"/>';
    const image = `<image xlink:href="file://${import.meta.filename}" width="40" height="40"/>`;
    const preview = await imagePreview(svg(rectangle + image));
    expect(preview).toMatchObject({ width: 80, height: 40 });
    expect(await pixel(preview.image, 5, 5)).toEqual([0, 0, 255]);
  });

  it('end at the deadline for a drawing designed to take hours', async () => {
    const blur = '<feGaussianBlur stdDeviation="500"/>'.repeat(40);
    const slow = svg(
      `<filter id="f">${blur}</filter><rect width="8000" height="8000" filter="url(#f)"/>`,
      'width="8000" height="8000"',
    );
    await expect(imagePreview(slow, { deadline_seconds: 1 })).rejects.toEqual(failure('timeout'));
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['with too many pixels', async () => svg('', 'width="90000" height="90000"'), 'too_large'],
    [
      'with expanding entities',
      async () => Buffer.from('<!DOCTYPE svg [<!ENTITY a "a"><!ENTITY a "&b;">]><svg>&a;'),
      'damaged',
    ],
    [
      'cut short',
      async () => (await red(500, 500).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5000),
      'damaged',
    ],
    ['that is none', async () => Buffer.from([0, 1, 2, 3]), 'damaged'],
    ['without a decoder', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'unsupported'],
  ])('reject an image %s', async (_, file, code) => {
    await expect(imagePreview(await file())).rejects.toEqual(failure(code));
  });

  it('reject an image beyond the pixel limit before decoding it', async () => {
    const png = await red(100, 100).png().toBuffer();
    await expect(imagePreview(png, { max_pixels: 9_999 })).rejects.toEqual(failure('too_large'));
  });
});
