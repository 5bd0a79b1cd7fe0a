import type { AnnotationText, Markup } from '../domain/page-text.ts';
import { wideText, withKey } from './native-text.ts';
import { throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';

/** Points, origin top left. */
type Box = Omit<Markup, 'kind' | 'text'>;

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
/** Those of them that mark an area or a line of the sheet, whatever they say. */
const markups: readonly string[] = [
  ...['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Stamp'],
  ...['Caret', 'Ink'],
];
const hidden = 0x02 | 0x20;
const freeText = 3;
const normalAppearance = 0;
/** Bytes of an empty text with its end. */
const emptyTextBytes = 2;
const maximumAnnotations = 10_000;

/** Calls `visit` with the handle of each annotation of a loaded page. */
const eachAnnotation = (pdf: Native, page: number, visit: (annotation: number) => void): void => {
  const count = Math.min(maximumAnnotations, pdf.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = pdf.FPDFPage_GetAnnot(page, index);
    if (!annotation) continue;
    visit(annotation);
    pdf.FPDFPage_CloseAnnot(annotation);
  }
};

/** Calls `visit` with each visible annotation, its kind, its box on the displayed page and its text. */
const eachVisible = (
  pdf: Native,
  page: number,
  visit: (kind: string, box: Box, text: string, annotation: number) => void,
): void => {
  if (pdf.FPDFPage_GetAnnotCount(page) <= 0) return;
  const place = throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]);
  const scratch = pdf.malloc(16);
  const boxOf = (annotation: number): Box | null => {
    if (!pdf.FPDFAnnot_GetRect(annotation, scratch)) return null;
    const [l, t, r, b] = new Float32Array(pdf.memory.buffer, scratch, 4) as unknown as number[];
    const [ma, mb, mc, md, me, mf] = place;
    const xs = [ma * l! + mc * t! + me, ma * r! + mc * b! + me];
    const ys = [mb * l! + md * t! + mf, mb * r! + md * b! + mf];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  };
  withKey(pdf, 'Contents', (contents) =>
    eachAnnotation(pdf, page, (annotation) => {
      const kind = kinds[pdf.FPDFAnnot_GetSubtype(annotation)];
      const box = kind && !(pdf.FPDFAnnot_GetFlags(annotation) & hidden) ? boxOf(annotation) : null;
      if (!kind || !box) return;
      const read = (at: number, bytes: number) => pdf.FPDFAnnot_GetStringValue(annotation, contents, at, bytes);
      visit(kind, box, wideText(pdf, read), annotation);
    }),
  );
  pdf.free(scratch);
};

/**
 * Returns the texts of a loaded page's annotations (mark-ups, typewriter texts, measurements), positioned on the
 * displayed page.
 */
export const readAnnotations = (pdf: Native, page: number): AnnotationText[] => {
  const texts: AnnotationText[] = [];
  eachVisible(pdf, page, (kind, box, text) => {
    if (text) texts.push({ text, kind, ...box, annotation: true });
  });
  return texts;
};

/** Returns the mark-ups of a loaded page that are drawn, except text and revision clouds. */
export const readMarkups = (pdf: Native, page: number): Markup[] => {
  const found: Markup[] = [];
  withKey(pdf, 'BE', (borderEffect) =>
    eachVisible(pdf, page, (kind, box, text, annotation) => {
      if (markups.includes(kind) && !pdf.FPDFAnnot_HasKey(annotation, borderEffect)) found.push({ kind, text, ...box });
    }),
  );
  return found;
};

/**
 * Gives the typewriter texts of a loaded page that have no appearance an empty one: PDFium does not draw their text, but
 * a frame around each, even if the file says that there is none, as on sheets of AutoCAD marked up on a tablet.
 */
export const removeStrayFrames = (pdf: Native, page: number): void => {
  if (pdf.FPDFPage_GetAnnotCount(page) <= 0) return;
  const empty = pdf.malloc(emptyTextBytes);
  new Uint8Array(pdf.memory.buffer, empty, emptyTextBytes).fill(0);
  eachAnnotation(pdf, page, (annotation) => {
    const isUndrawn =
      pdf.FPDFAnnot_GetSubtype(annotation) === freeText &&
      pdf.FPDFAnnot_GetAP(annotation, normalAppearance, 0, 0) <= emptyTextBytes;
    if (isUndrawn) pdf.FPDFAnnot_SetAP(annotation, normalAppearance, empty);
  });
  pdf.free(empty);
};
