import type { AnnotationText } from '../domain/page-text.ts';
import { wideText, withKey } from './native-text.ts';
import { type PixelBox, throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';

/** Kinds of annotations with text on the sheet or about a position on it; excludes links, popups and form fields. */
const kinds: Readonly<Record<number, string>> = {
  1: 'Text',
  3: 'FreeText',
  4: 'Line',
  5: 'Square',
  6: 'Circle',
  7: 'Polygon',
  8: 'PolyLine',
  9: 'Highlight',
  10: 'Underline',
  11: 'Squiggly',
  12: 'StrikeOut',
  13: 'Stamp',
  14: 'Caret',
  15: 'Ink',
};
const hidden = 0x02 | 0x20;
const freeText = 3;
const normalAppearance = 0;
/** Bytes of an empty text with its end. */
const emptyTextBytes = 2;
const maximumAnnotations = 10_000;

/**
 * Returns the texts of a loaded page's annotations (mark-ups, typewriter texts, measurements), positioned on the
 * displayed page.
 */
export const readAnnotations = (pdf: Native, page: number): AnnotationText[] => {
  const count = Math.min(maximumAnnotations, pdf.FPDFPage_GetAnnotCount(page));
  if (count <= 0) return [];
  const place = throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]);
  const scratch = pdf.malloc(16);
  const boxOf = (annotation: number): PixelBox | null => {
    if (!pdf.FPDFAnnot_GetRect(annotation, scratch)) return null;
    const [l, t, r, b] = new Float32Array(pdf.memory.buffer, scratch, 4) as unknown as number[];
    const [ma, mb, mc, md, me, mf] = place;
    const xs = [ma * l! + mc * t! + me, ma * r! + mc * b! + me];
    const ys = [mb * l! + md * t! + mf, mb * r! + md * b! + mf];
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  };
  const texts: AnnotationText[] = [];
  withKey(pdf, 'Contents', (contents) => {
    for (let index = 0; index < count; index++) {
      const annotation = pdf.FPDFPage_GetAnnot(page, index);
      if (!annotation) continue;
      const kind = kinds[pdf.FPDFAnnot_GetSubtype(annotation)];
      const shown = kind && !(pdf.FPDFAnnot_GetFlags(annotation) & hidden);
      const box = shown ? boxOf(annotation) : null;
      const text = box
        ? wideText(pdf, (at, bytes) => pdf.FPDFAnnot_GetStringValue(annotation, contents, at, bytes))
        : '';
      if (kind && box && text) {
        const { left, top, right, bottom } = box;
        texts.push({ text, kind, x: left, y: top, width: right - left, height: bottom - top, annotation: true });
      }
      pdf.FPDFPage_CloseAnnot(annotation);
    }
  });
  pdf.free(scratch);
  return texts;
};

/**
 * Gives the typewriter texts of a loaded page that have no appearance an empty one: PDFium does not draw their text, but
 * a frame around each, even if the file says that there is none, as on sheets of AutoCAD marked up on a tablet.
 */
export const removeStrayFrames = (pdf: Native, page: number): void => {
  const count = Math.min(maximumAnnotations, pdf.FPDFPage_GetAnnotCount(page));
  if (count <= 0) return;
  const empty = pdf.malloc(emptyTextBytes);
  new Uint8Array(pdf.memory.buffer, empty, emptyTextBytes).fill(0);
  for (let index = 0; index < count; index++) {
    const annotation = pdf.FPDFPage_GetAnnot(page, index);
    if (!annotation) continue;
    const isUndrawn =
      pdf.FPDFAnnot_GetSubtype(annotation) === freeText &&
      pdf.FPDFAnnot_GetAP(annotation, normalAppearance, 0, 0) <= emptyTextBytes;
    if (isUndrawn) pdf.FPDFAnnot_SetAP(annotation, normalAppearance, empty);
    pdf.FPDFPage_CloseAnnot(annotation);
  }
  pdf.free(empty);
};
