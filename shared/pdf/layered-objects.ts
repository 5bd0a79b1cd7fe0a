import { LayerMarks } from './layer-marks.ts';
import { withKey } from './native-text.ts';
import { follow, throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { Matrix, PackedLayers } from './protocol.ts';

const formObject = 5;
const deepestForm = 12;

/**
 * Returns the objects of a loaded page on layers (optional content groups), with the layer's name and their bounds on
 * the displayed page. For forms it returns their parts, which inherit the form's layer.
 */
export const readLayers = (pdf: Native, page: number): PackedLayers => {
  const numbers: number[] = [];
  const scratch = pdf.malloc(24);
  const floats = (count: number) => new Float32Array(pdf.memory.buffer, scratch, count);

  const names = withKey(pdf, 'Name', (nameKey) => {
    const marks = new LayerMarks(pdf, nameKey);
    const walk = (
      count: number,
      objectAt: (index: number) => number,
      place: Matrix,
      outer: number | null,
      depth: number,
    ) => {
      for (let index = 0; index < count; index++) {
        const object = objectAt(index);
        const layer = marks.layerOf(object) ?? outer;
        if (depth < deepestForm && pdf.FPDFPageObj_GetType(object) === formObject) {
          if (!pdf.FPDFPageObj_GetMatrix(object, scratch)) continue;
          const inner = follow([...floats(6)] as unknown as Matrix, place);
          const inForm = (i: number) => pdf.FPDFFormObj_GetObject(object, i);
          walk(pdf.FPDFFormObj_CountObjects(object), inForm, inner, layer, depth + 1);
        } else if (
          layer !== null &&
          pdf.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)
        ) {
          const [l, b, r, t] = floats(4) as unknown as [number, number, number, number];
          const [ma, mb, mc, md, me, mf] = place;
          const [x1, x2] = [ma * l + mc * b + me, ma * r + mc * t + me];
          const [y1, y2] = [mb * l + md * b + mf, mb * r + md * t + mf];
          numbers.push(layer, Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
        }
      }
    };
    const onPage = (index: number) => pdf.FPDFPage_GetObject(page, index);
    walk(pdf.FPDFPage_CountObjects(page), onPage, throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]), null, 0);
    return marks.close();
  });
  pdf.free(scratch);
  return { names, numbers: Float32Array.from(numbers) };
};
