import type { Native } from './pdfium.ts';
import type { Picture, RenderOptions } from './protocol.ts';

const bgra = 4;
const grey8 = 1;
const withAnnotations = 0x01;
const greyscale = 0x08;
const redFirst = 0x10;
const maximumPixels = 400_000_000;

/** Renders a loaded page on white. Throws RangeError for a size that makes no picture. */
export const renderPage = (pdf: Native, page: number, options: RenderOptions): Picture => {
  const pageWidth = pdf.FPDF_GetPageWidthF(page);
  const pageHeight = pdf.FPDF_GetPageHeightF(page);
  const scale = (options.dpi ?? 150) / 72;
  const clip = options.clip ?? { x: 0, y: 0, width: pageWidth, height: pageHeight };
  const width = options.width ?? Math.max(1, Math.round(clip.width * scale));
  const height = options.height ?? Math.max(1, Math.round(clip.height * scale));
  if (!(width >= 1 && height >= 1 && width * height <= maximumPixels)) {
    throw new RangeError(`no picture of ${width} × ${height} pixels`);
  }

  const bitmap = pdf.FPDFBitmap_CreateEx(width, height, options.grey ? grey8 : bgra, 0, 0);
  if (!bitmap) throw new RangeError('no memory for the picture');
  pdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  const flags = withAnnotations | (options.grey ? greyscale : redFirst);
  if (options.matrix) {
    const scratch = pdf.malloc(40);
    new Float32Array(pdf.memory.buffer, scratch, 10).set([...options.matrix, 0, 0, width, height]);
    pdf.FPDF_RenderPageBitmapWithMatrix(bitmap, page, scratch, scratch + 24, flags);
    pdf.free(scratch);
  } else {
    const sizeX = Math.round(options.clip ? pageWidth * scale : width);
    const sizeY = Math.round(options.clip ? pageHeight * scale : height);
    const startX = -Math.round((clip.x / pageWidth) * sizeX);
    const startY = -Math.round((clip.y / pageHeight) * sizeY);
    pdf.FPDF_RenderPageBitmap(bitmap, page, startX, startY, sizeX, sizeY, 0, flags);
  }

  const channels = options.grey ? 1 : 4;
  const stride = pdf.FPDFBitmap_GetStride(bitmap);
  const start = pdf.FPDFBitmap_GetBuffer(bitmap);
  const heap = new Uint8Array(pdf.memory.buffer);
  const row = width * channels;
  let data: Uint8Array<ArrayBuffer>;
  if (stride === row) {
    data = heap.slice(start, start + row * height);
  } else {
    data = new Uint8Array(row * height);
    for (let y = 0; y < height; y++) {
      data.set(heap.subarray(start + y * stride, start + y * stride + row), y * row);
    }
  }
  pdf.FPDFBitmap_Destroy(bitmap);
  return { data, width, height, channels };
};
