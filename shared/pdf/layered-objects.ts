import { withKey } from './native-text.ts';
import { follow, throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { Matrix, PackedLayers } from './protocol.ts';

const formObject = 5;
const deepestForm = 12;
/** Bytes of a layer's name at most. */
const longest = 1024;

/**
 * The objects of a loaded page that optional content groups mark, by the name of the group and the place of their
 * bounds on the displayed page; of a form its parts, on the form's own layer where they have none. An object under
 * several groups counts for the innermost.
 */
export const readLayers = (pdf: Native, page: number): PackedLayers => {
  const names = new Map<string, number>();
  const numbers: number[] = [];
  const scratch = pdf.malloc(24 + longest);
  const text = scratch + 24;
  const length = (): number => new Uint32Array(pdf.memory.buffer, scratch, 1)[0]!;
  const floats = (count: number) => new Float32Array(pdf.memory.buffer, scratch, count);

  const isGroup = (mark: number): boolean =>
    pdf.FPDFPageObjMark_GetName(mark, text, longest, scratch) !== 0 &&
    Buffer.from(pdf.memory.buffer, text, Math.max(0, length() - 2)).toString('utf16le') === 'OC';
  const nameOf = (mark: number, nameKey: number): string =>
    pdf.FPDFPageObjMark_GetParamBlobValue(mark, nameKey, text, longest, scratch) && length() <= longest
      ? textString(Buffer.from(pdf.memory.buffer, text, length()))
      : '';

  const walk = (
    nameKey: number,
    count: number,
    objectAt: (index: number) => number,
    place: Matrix,
    outer: number,
    depth: number,
  ) => {
    let last = 0;
    let layer = outer;
    for (let index = 0; index < count; index++) {
      const object = objectAt(index);
      const marks = pdf.FPDFPageObj_CountMarks(object);
      const innermost = marks > 0 ? pdf.FPDFPageObj_GetMark(object, marks - 1) : 0;
      // Neighbours share their marks.
      if (innermost !== last) {
        last = innermost;
        layer = outer;
        for (let at = marks - 1; at >= 0 && layer === outer; at--) {
          const mark = pdf.FPDFPageObj_GetMark(object, at);
          const name = isGroup(mark) ? nameOf(mark, nameKey) : '';
          if (name === '') continue;
          layer = names.get(name) ?? names.size;
          names.set(name, layer);
        }
      }
      if (depth < deepestForm && pdf.FPDFPageObj_GetType(object) === formObject) {
        if (!pdf.FPDFPageObj_GetMatrix(object, scratch)) continue;
        const inner = follow([...floats(6)] as unknown as Matrix, place);
        const inForm = (i: number) => pdf.FPDFFormObj_GetObject(object, i);
        walk(nameKey, pdf.FPDFFormObj_CountObjects(object), inForm, inner, layer, depth + 1);
      } else if (layer !== none && pdf.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
        const [l, b, r, t] = floats(4) as unknown as [number, number, number, number];
        const [ma, mb, mc, md, me, mf] = place;
        const [x1, x2] = [ma * l + mc * b + me, ma * r + mc * t + me];
        const [y1, y2] = [mb * l + md * b + mf, mb * r + md * t + mf];
        numbers.push(layer, Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
      }
    }
  };
  withKey(pdf, 'Name', (nameKey) =>
    walk(
      nameKey,
      pdf.FPDFPage_CountObjects(page),
      (index) => pdf.FPDFPage_GetObject(page, index),
      throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]),
      none,
      0,
    ),
  );
  pdf.free(scratch);
  return { names: [...names.keys()], numbers: Float32Array.from(numbers) };
};

const none = -1;

/** A text string of the PDF format: UTF-16 or UTF-8 by its first bytes, else one byte a letter. */
const textString = (bytes: Buffer): string => {
  const said =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? new TextDecoder('utf-16be').decode(bytes)
      : new TextDecoder(bytes[0] === 0xef && bytes[1] === 0xbb ? 'utf-8' : 'latin1').decode(bytes);
  return said.replaceAll(/\p{Cc}/gu, ' ').trim();
};
