import { LayerMarks } from './layer-marks.ts';
import { withKey } from './native-text.ts';
import { follow, throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { Matrix, PackedLayers } from './protocol.ts';
import { Scratch } from './scratch.ts';

const formObject = 5;
const deepestForm = 12;

/** Adds the box on the page of an object's bounds, which are left, bottom, right and top. */
const pushBox = (layer: number, bounds: Float32Array, place: Matrix, into: number[]): void => {
  const l = bounds[0]!;
  const b = bounds[1]!;
  const r = bounds[2]!;
  const t = bounds[3]!;
  const x1 = place[0] * l + place[2] * b + place[4];
  const x2 = place[0] * r + place[2] * t + place[4];
  const y1 = place[1] * l + place[3] * b + place[5];
  const y2 = place[1] * r + place[3] * t + place[5];
  into.push(layer, Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
};

/**
 * Returns the objects of a loaded page on layers (optional content groups), with the layer's name and their bounds on
 * the displayed page. For forms it returns their parts, which inherit the form's layer.
 */
export const readLayers = (pdf: Native, page: number): PackedLayers => {
  const numbers: number[] = [];
  const scratch = new Scratch(pdf, 6);

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
          const inner = follow(scratch.matrixOf(object), place);
          const inForm = (i: number) => pdf.FPDFFormObj_GetObject(object, i);
          walk(pdf.FPDFFormObj_CountObjects(object), inForm, inner, layer, depth + 1);
        } else if (
          layer !== null &&
          pdf.FPDFPageObj_GetBounds(object, scratch.at(0), scratch.at(1), scratch.at(2), scratch.at(3))
        ) {
          pushBox(layer, scratch.floats, place, numbers);
        }
      }
    };
    const onPage = (index: number) => pdf.FPDFPage_GetObject(page, index);
    walk(pdf.FPDFPage_CountObjects(page), onPage, throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]), null, 0);
    return marks.close();
  });
  scratch.free();
  return { names, numbers: Float32Array.from(numbers) };
};
