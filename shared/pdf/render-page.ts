import { type DrawingRun, drawingRuns } from './drawing-runs.ts';
import { inkGreys } from './ink-greys.ts';
import { matrixFilling, type PixelBox, throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { InkPicture, Matrix, Picture, RenderOptions } from './protocol.ts';
import { splitColours } from './split-colours.ts';

const bgra = 4;
const grey8 = 1;
const withAnnotations = 0x01;
const greyscale = 0x08;
const redFirst = 0x10;
const maximumPixels = 400_000_000;

/** Returns the pixels of a bitmap in colour: four bytes per pixel leave no padding. */
const pixelsOf = (pdf: Native, bitmap: number, count: number): Int32Array =>
  new Int32Array(pdf.memory.buffer, pdf.FPDFBitmap_GetBuffer(bitmap), count);

/** Renders a loaded page on white. @throws RangeError for an invalid size */
export const renderPage = (pdf: Native, page: number, options: RenderOptions): Picture =>
  withBitmap(pdf, page, options, (bitmap, width, height): Picture => {
    if (options.grey === 'ink') {
      return { data: inkGreys(pixelsOf(pdf, bitmap, width * height)), width, height, channels: 1 };
    }
    const channels = options.grey ? 1 : 4;
    const stride = pdf.FPDFBitmap_GetStride(bitmap);
    const start = pdf.FPDFBitmap_GetBuffer(bitmap);
    const heap = new Uint8Array(pdf.memory.buffer);
    const row = width * channels;
    if (stride === row) return { data: heap.slice(start, start + row * height), width, height, channels };
    const data = new Uint8Array(row * height);
    for (let y = 0; y < height; y++) {
      data.set(heap.subarray(start + y * stride, start + y * stride + row), y * row);
    }
    return { data, width, height, channels };
  });

/** Renders a loaded page with greys and colours separate, read directly from PDFium's bitmap. */
export const renderInk = (pdf: Native, page: number, options: Omit<RenderOptions, 'grey'>): InkPicture =>
  withBitmap(pdf, page, options, (bitmap, width, height) =>
    splitColours(pixelsOf(pdf, bitmap, width * height), width, height),
  );

const withBitmap = <T>(
  pdf: Native,
  page: number,
  options: RenderOptions,
  read: (bitmap: number, width: number, height: number) => T,
): T => {
  const pageWidth = pdf.FPDF_GetPageWidthF(page);
  const pageHeight = pdf.FPDF_GetPageHeightF(page);
  const scale = (options.dpi ?? 150) / 72;
  const clip = options.clip ?? { x: 0, y: 0, width: pageWidth, height: pageHeight };
  const width = options.width ?? Math.max(1, Math.round(clip.width * scale));
  const height = options.height ?? Math.max(1, Math.round(clip.height * scale));
  if (!(width >= 1 && height >= 1 && width * height <= maximumPixels)) {
    throw new RangeError(`no picture of ${width} × ${height} pixels`);
  }

  const bitmap = pdf.FPDFBitmap_CreateEx(width, height, options.grey === true ? grey8 : bgra, 0, 0);
  if (!bitmap) throw new RangeError('no memory for the picture');
  pdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  const flags = (options.isBare ? 0 : withAnnotations) | (options.grey === true ? greyscale : redFirst);
  if (options.matrix) {
    const picture = { left: 0, top: 0, right: width, bottom: height };
    const runs = drawingRuns(pdf, page, throughMatrix(pdf, page, options.matrix), width, height);
    if (runs) drawRuns(pdf, bitmap, page, options.matrix, picture, runs, flags);
    else drawThrough(pdf, bitmap, page, options.matrix, picture, flags);
  } else {
    const sizeX = Math.round(options.clip ? pageWidth * scale : width);
    const sizeY = Math.round(options.clip ? pageHeight * scale : height);
    const left = -Math.round((clip.x / pageWidth) * sizeX);
    const top = -Math.round((clip.y / pageHeight) * sizeY);
    const whole = { left, top, right: left + sizeX, bottom: top + sizeY };
    const matrix = matrixFilling(pdf, page, whole);
    const runs = matrix && drawingRuns(pdf, page, throughMatrix(pdf, page, matrix), width, height);
    if (runs) drawRuns(pdf, bitmap, page, matrix, whole, runs, flags);
    else pdf.FPDF_RenderPageBitmap(bitmap, page, left, top, sizeX, sizeY, 0, flags);
  }

  const answer = read(bitmap, width, height);
  pdf.FPDFBitmap_Destroy(bitmap);
  return answer;
};

const drawThrough = (
  pdf: Native,
  bitmap: number,
  page: number,
  matrix: Matrix,
  clip: PixelBox,
  flags: number,
): void => {
  const scratch = pdf.malloc(40);
  const numbers = [...matrix, clip.left, clip.top, clip.right, clip.bottom];
  new Float32Array(pdf.memory.buffer, scratch, 10).set(numbers);
  pdf.FPDF_RenderPageBitmapWithMatrix(bitmap, page, scratch, scratch + 24, flags);
  pdf.free(scratch);
};

/** Draws one run after the other, each clipped to its box, and the annotations last. */
const drawRuns = (
  pdf: Native,
  bitmap: number,
  page: number,
  matrix: Matrix,
  within: PixelBox,
  runs: readonly DrawingRun[],
  flags: number,
): void => {
  const all = runs.flatMap(({ objects }) => objects);
  const show = (objects: readonly number[], shown: boolean) => {
    for (const object of objects) pdf.FPDFPageObj_SetIsActive(object, shown ? 1 : 0);
  };
  show(all, false);
  for (const { objects, box } of runs) {
    const clip = {
      left: Math.max(box.left, within.left),
      top: Math.max(box.top, within.top),
      right: Math.min(box.right, within.right),
      bottom: Math.min(box.bottom, within.bottom),
    };
    if (clip.right <= clip.left || clip.bottom <= clip.top) continue;
    show(objects, true);
    drawThrough(pdf, bitmap, page, matrix, clip, flags & ~withAnnotations);
    show(objects, false);
  }
  if (flags & withAnnotations && pdf.FPDFPage_GetAnnotCount(page) > 0)
    drawThrough(pdf, bitmap, page, matrix, within, flags);
  show(all, true);
};
