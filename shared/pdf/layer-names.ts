import { wideText, withKey } from './native-text.ts';
import type { Native } from './pdfium.ts';

const formObject = 5;
const deepestForm = 12;

/** Names of the optional content groups that mark objects of a loaded page, each once, in order of appearance. */
export const readLayerNames = (pdf: Native, page: number): string[] => {
  const names = new Set<string>();
  const scratch = pdf.malloc(4);
  const written = () => new Uint32Array(pdf.memory.buffer, scratch, 1)[0]!;
  const textOf = (write: (at: number, bytes: number) => number): string =>
    wideText(pdf, (at, bytes) => (write(at, bytes) ? written() : 0));

  const walk = (nameKey: number, count: number, objectAt: (index: number) => number, depth: number) => {
    let last = 0;
    for (let index = 0; index < count; index++) {
      const object = objectAt(index);
      const marks = pdf.FPDFPageObj_CountMarks(object);
      for (let at = 0; at < marks; at++) {
        const mark = pdf.FPDFPageObj_GetMark(object, at);
        // Neighbours share their marks.
        if (mark === last) continue;
        last = mark;
        if (textOf((to, bytes) => pdf.FPDFPageObjMark_GetName(mark, to, bytes, scratch)) !== 'OC') continue;
        const name = textOf((to, bytes) => pdf.FPDFPageObjMark_GetParamStringValue(mark, nameKey, to, bytes, scratch));
        if (name) names.add(name);
      }
      if (depth < deepestForm && pdf.FPDFPageObj_GetType(object) === formObject) {
        const inForm = (i: number) => pdf.FPDFFormObj_GetObject(object, i);
        walk(nameKey, pdf.FPDFFormObj_CountObjects(object), inForm, depth + 1);
      }
    }
  };
  withKey(pdf, 'Name', (nameKey) =>
    walk(nameKey, pdf.FPDFPage_CountObjects(page), (index) => pdf.FPDFPage_GetObject(page, index), 0),
  );
  pdf.free(scratch);
  return [...names];
};
