import type { LayerMarks } from './layer-marks.ts';
import { throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';

const formObject = 5;
const deepestForm = 12;
const bgra = 4;
/** Side in pixels of the bitmap on which a single object is drawn. */
const side = 24;
/** A colour that no drawing uses. */
const background = 0xff0bad5e;
/**
 * Number of the first objects drawn before a layer is considered hidden: some draw nothing or are clipped away. Of the
 * others each one at a power of two is drawn too.
 */
const tries = 6;

/** An object and the forms that contain it, outermost first, each with its index in its container. */
interface Sample {
  chain: { object: number; siblings: number; siblingAt: (index: number) => number }[];
  /** From the object's container to the displayed page. */
  place: Matrix;
}

/**
 * Returns the layers of a loaded page that its file hides. PDFium has no function for this, so objects of each layer
 * are drawn individually; a layer with no visible object is hidden.
 */
export const hiddenLayers = (pdf: Native, page: number, marks: LayerMarks): Set<number> => {
  const samples = new Map<number, Sample[]>();
  const numbers = new Map<number, number>();
  const scratch = pdf.malloc(40);
  const floats = (count: number) => new Float32Array(pdf.memory.buffer, scratch, count);
  const walk = (
    count: number,
    objectAt: (index: number) => number,
    place: Matrix,
    outer: number | null,
    chain: Sample['chain'],
  ) => {
    for (let index = 0; index < count; index++) {
      const object = objectAt(index);
      const layer = marks.layerOf(object) ?? outer;
      if (layer === null && pdf.FPDFPageObj_GetType(object) !== formObject) continue;
      if (pdf.FPDFPageObj_GetType(object) === formObject) {
        if (chain.length >= deepestForm || !pdf.FPDFPageObj_GetMatrix(object, scratch)) continue;
        const [a, b, c, d, e, f] = [...floats(6)] as unknown as Matrix;
        const [ra, rb, rc, rd, re, rf] = place;
        const inner: Matrix = [
          a * ra + b * rc,
          a * rb + b * rd,
          c * ra + d * rc,
          c * rb + d * rd,
          e * ra + f * rc + re,
          e * rb + f * rd + rf,
        ];
        const link = { object, siblings: count, siblingAt: objectAt };
        walk(pdf.FPDFFormObj_CountObjects(object), (i) => pdf.FPDFFormObj_GetObject(object, i), inner, layer, [
          ...chain,
          link,
        ]);
        continue;
      }
      const number = (numbers.get(layer!) ?? 0) + 1;
      numbers.set(layer!, number);
      if (number > tries && (number & (number - 1)) !== 0) continue;
      const known = samples.get(layer!) ?? [];
      samples.set(layer!, [...known, { chain: [...chain, { object, siblings: count, siblingAt: objectAt }], place }]);
    }
  };
  const objects = pdf.FPDFPage_CountObjects(page);
  const onPage = (index: number) => pdf.FPDFPage_GetObject(page, index);
  walk(objects, onPage, throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]), null, []);
  const hidden = new Set<number>();
  if (samples.size > 0) {
    const bitmap = pdf.FPDFBitmap_CreateEx(side, side, bgra, 0, 0);
    const showAll = (count: number, at: (index: number) => number, shown: boolean) => {
      for (let index = 0; index < count; index++) pdf.FPDFPageObj_SetIsActive(at(index), shown ? 1 : 0);
    };
    showAll(objects, onPage, false);
    const appears = ({ chain, place }: Sample): boolean => {
      const { object } = chain.at(-1)!;
      if (!pdf.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return false;
      const [l, b, r, t] = floats(4) as unknown as [number, number, number, number];
      const [ma, mb, mc, md, me, mf] = place;
      const [x0, x1] = [ma * l + mc * b + me, ma * r + mc * t + me];
      const [y0, y1] = [mb * l + md * b + mf, mb * r + md * t + mf];
      const scale = (side - 4) / Math.max(1, Math.abs(x1 - x0), Math.abs(y1 - y0));
      const shift = [2 - Math.min(x0, x1) * scale, 2 - Math.min(y0, y1) * scale] as const;
      for (const [depth, link] of chain.entries()) {
        if (depth > 0) showAll(link.siblings, link.siblingAt, false);
        pdf.FPDFPageObj_SetIsActive(link.object, 1);
      }
      pdf.FPDFBitmap_FillRect(bitmap, 0, 0, side, side, background);
      new Float32Array(pdf.memory.buffer, scratch, 10).set([scale, 0, 0, scale, ...shift, 0, 0, side, side]);
      pdf.FPDF_RenderPageBitmapWithMatrix(bitmap, page, scratch, scratch + 24, 0);
      for (const [depth, link] of chain.entries()) {
        if (depth > 0) showAll(link.siblings, link.siblingAt, true);
        else pdf.FPDFPageObj_SetIsActive(link.object, 0);
      }
      const pixels = new Uint32Array(pdf.memory.buffer, pdf.FPDFBitmap_GetBuffer(bitmap), side * side);
      return pixels.some((pixel) => pixel !== background >>> 0);
    };
    for (const [layer, some] of samples) if (!some.some(appears)) hidden.add(layer);
    showAll(objects, onPage, true);
    pdf.FPDFBitmap_Destroy(bitmap);
  }
  pdf.free(scratch);
  return hidden;
};
