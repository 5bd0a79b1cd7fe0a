import type { Linework } from '../../../shared/drawing/linework.ts';
import type { Native } from '../../../shared/pdf/pdfium.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';
import { lineworkPdf } from '../../support/linework-pdf.ts';

const pathObject = 2;
const formObject = 5;
/** Lighter greys are paper, so that a hairline's faint edge pixels do not count as missing. */
const paper = 250;
const dpi = 100;
const grey8 = 1;
const greyscale = 0x08;

/** Shares of ink, 0 to 1, at 100 dpi; a pixel counts as drawn where ink is within one pixel. */
export interface RenderCheck {
  /** Share of the page's path ink that the model lacks. */
  covered: number;
  /** Share of the model's ink that the page lacks. */
  added: number;
  inkPixels: number;
}

export const openDocument = (pdf: Native, bytes: Uint8Array): { document: number; close(): void } => {
  const at = pdf.malloc(bytes.length + 1);
  new Uint8Array(pdf.memory.buffer).set(bytes, at);
  const document = pdf.FPDF_LoadMemDocument(at, bytes.length, 0);
  if (!document) throw new Error('PDFium does not open the document');
  return {
    document,
    close: () => {
      pdf.FPDF_CloseDocument(document);
      pdf.free(at);
    },
  };
};

/** Hides everything but the path objects of a page, including those in forms. */
const showPaths = (pdf: Native, count: number, objectAt: (index: number) => number): void => {
  for (let i = 0; i < count; i++) {
    const object = objectAt(i);
    const type = pdf.FPDFPageObj_GetType(object);
    if (type === formObject)
      showPaths(pdf, pdf.FPDFFormObj_CountObjects(object), (k) => pdf.FPDFFormObj_GetObject(object, k));
    else if (type !== pathObject) pdf.FPDFPageObj_SetIsActive(object, 0);
  }
};

/** A page in greys, without its annotations. */
const renderPaths = (pdf: Native, page: number): { data: Uint8Array; width: number; height: number } => {
  const width = Math.round((pdf.FPDF_GetPageWidthF(page) * dpi) / 72);
  const height = Math.round((pdf.FPDF_GetPageHeightF(page) * dpi) / 72);
  const bitmap = pdf.FPDFBitmap_CreateEx(width, height, grey8, 0, 0);
  pdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdf.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, greyscale);
  const stride = pdf.FPDFBitmap_GetStride(bitmap);
  const start = pdf.FPDFBitmap_GetBuffer(bitmap);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) data.set(new Uint8Array(pdf.memory.buffer, start + y * stride, width), y * width);
  pdf.FPDFBitmap_Destroy(bitmap);
  return { data, width, height };
};

const inkNear = (grey: Uint8Array, width: number, height: number, x: number, y: number): boolean => {
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
      if (grey[v * width + u]! < paper) return true;
  }
  return false;
};

const missing = (
  ink: Uint8Array,
  other: Uint8Array,
  width: number,
  height: number,
): { ink: number; missed: number } => {
  let [count, missed] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x]! >= paper) continue;
      count++;
      if (!inkNear(other, width, height, x, y)) missed++;
    }
  }
  return { ink: count, missed };
};

/**
 * Renders the paths of a page and its linework, and compares both, without annotations.
 * @param at index of the page
 * @param change applied to the linework before it is drawn
 */
export const checkRendering = (
  pdf: Native,
  bytes: Uint8Array,
  at: number,
  onPictures?: (page: Uint8Array, model: Uint8Array, width: number, height: number) => void,
  change: (linework: Linework) => Linework = (linework) => linework,
): RenderCheck & { linework: Linework } => {
  const original = openDocument(pdf, bytes);
  const page = pdf.FPDF_LoadPage(original.document, at);
  const linework = change(readLinework(pdf, page));
  showPaths(pdf, pdf.FPDFPage_CountObjects(page), (i) => pdf.FPDFPage_GetObject(page, i));
  const drawn = renderPaths(pdf, page);
  pdf.FPDF_ClosePage(page);
  original.close();
  const copy = openDocument(pdf, lineworkPdf(linework));
  const copyPage = pdf.FPDF_LoadPage(copy.document, 0);
  const modelled = renderPaths(pdf, copyPage);
  pdf.FPDF_ClosePage(copyPage);
  copy.close();
  const { width, height } = drawn;
  onPictures?.(drawn.data, modelled.data, width, height);
  const there = missing(drawn.data, modelled.data, width, height);
  const extra = missing(modelled.data, drawn.data, width, height);
  return {
    covered: there.ink === 0 ? 1 : 1 - there.missed / there.ink,
    added: extra.ink === 0 ? 0 : extra.missed / extra.ink,
    inkPixels: there.ink,
    linework,
  };
};
