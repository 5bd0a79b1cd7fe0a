/** The parts of the drawing generator that the hard kinds use. */

export { table } from '../../../../infra/demo/drawings/draw-table.ts';
export { dimension } from '../../../../infra/demo/drawings/drawing-annotations.ts';
export {
  type DrawnBox,
  type DrawnMatrix,
  grow,
  overlaps,
  transformBox,
  unionOf,
} from '../../../../infra/demo/drawings/drawing-geometry.ts';
export { textWidth, wrap } from '../../../../infra/demo/drawings/font.ts';
export { makeSheet } from '../../../../infra/demo/drawings/make-sheet.ts';
export { PAGE_SIZES } from '../../../../infra/demo/drawings/options.ts';
export { addPage, type DrawnSize, documentBytes, newPdf } from '../../../../infra/demo/drawings/pdf.ts';
export {
  type Color,
  circle,
  type DrawnPoint,
  type Element,
  element,
  hatch,
  line,
  lines,
  type PathPrimitive,
  type Primitive,
  polygon,
  rect,
  type TextPrimitive,
  text,
  Z,
} from '../../../../infra/demo/drawings/primitives.ts';
export { type Random, seededRandom } from '../../../../infra/demo/drawings/random.ts';
export { MM } from '../../../../infra/demo/drawings/units.ts';
export type { DrawnView } from '../../../../infra/demo/drawings/view.ts';
