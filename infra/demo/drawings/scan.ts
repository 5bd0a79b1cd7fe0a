import sharp from 'sharp';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawSheet } from './draw.ts';
import type { SheetOptions } from './options.ts';
import { documentBytes, newPdf } from './pdf.ts';
import { seededRandom } from './random.ts';

export interface ScanOptions {
  /** the sheet to draw and scan; or `pdf`, the first page of any PDF */
  sheet?: SheetOptions;
  pdf?: Uint8Array;
  /** 150 by default */
  dpi?: number;
  /** rotation of the paper in degrees clockwise, about the middle of the page */
  rotate?: number;
  /** standard deviation of the grain, grey levels of 255 */
  noise?: number;
  /** JPEG quality, 1 to 100 */
  quality?: number;
  seed?: number | string;
}

/** Adds grain with a roughly normal distribution (the sum of four uniform draws) to the pixels in place. */
const addGrain = (pixels: Uint8Array, deviation: number, seed: number | string): void => {
  const r = seededRandom(seed, 'grain');
  // One table of random numbers, read at random positions: a random number per pixel would take seconds on an A1 sheet.
  const table = Float32Array.from(
    { length: 65536 },
    () => (r.next() + r.next() + r.next() + r.next() - 2) * 1.73 * deviation,
  );
  for (let i = 0; i < pixels.length; ) {
    let j = r.int(0, 65535);
    for (const end = Math.min(pixels.length, i + 4096); i < end; i++, j = (j + 1) & 65535) {
      // Uint8Array wraps around, so the value is clamped first.
      pixels[i] = Math.max(0, Math.min(255, pixels[i]! + table[j]!));
    }
  }
};

/** Draws a scanned sheet: a one-page PDF of the same size that contains only a JPEG, slightly rotated and grainy. */
export const drawScan = async (options: ScanOptions = {}): Promise<Uint8Array> => {
  const { dpi = 150, rotate = 0.3, noise = 8, quality = 70 } = options;
  const seed = options.seed ?? options.sheet?.seed ?? 1;
  await using source = await openPdf(options.pdf ?? drawSheet(options.sheet));
  const size = await source.pageSize(1);
  const page = await source.render(1, { dpi, grey: true });
  const raw = { width: page.width, height: page.height, channels: 1 as const };
  // sharp converts grey to colour when a background is added, so one channel is extracted again.
  const turned = await sharp(page.data, { raw })
    .rotate(rotate, { background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = turned.info;
  const cut = {
    left: Math.floor((width - page.width) / 2),
    top: Math.floor((height - page.height) / 2),
    width: page.width,
    height: page.height,
  };
  const data = await sharp(turned.data, { raw: { width, height, channels } })
    .extract(cut)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const pixels = new Uint8Array(data);
  if (pixels.length !== page.width * page.height) throw new Error('the scan has not one byte for each pixel');
  if (noise > 0) addGrain(pixels, noise, seed);
  const jpeg = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer();
  const document = newPdf({ title: 'Scan' });
  document.addPage({ size: [size.width, size.height], margin: 0 });
  document.image(jpeg, 0, 0, { width: size.width, height: size.height });
  return documentBytes(document);
};
