/** What the hard kinds take of the drawing generator. */
export { dimension } from '../../../../infra/local/drawings/annotations.ts';
export { textWidth, wrap } from '../../../../infra/local/drawings/font.ts';
export {
  type Box,
  grow,
  type Matrix,
  overlaps,
  transformBox,
  union,
} from '../../../../infra/local/drawings/geometry.ts';
export { PAGE_SIZES, type SheetOptions } from '../../../../infra/local/drawings/options.ts';
export { addPage, createDocument, documentBytes, type PageSize } from '../../../../infra/local/drawings/pdf.ts';
export {
  arc,
  type Color,
  circle,
  type Element,
  element,
  elementBox,
  hatch,
  line,
  lines,
  type PathPrimitive,
  type Point,
  type Primitive,
  polygon,
  rect,
  type TextPrimitive,
  text,
  Z,
} from '../../../../infra/local/drawings/primitives.ts';
export { type Random, random } from '../../../../infra/local/drawings/random.ts';
export { makeSheet, type Sheet } from '../../../../infra/local/drawings/sheet.ts';
export { table } from '../../../../infra/local/drawings/table.ts';
export { MM } from '../../../../infra/local/drawings/units.ts';
export type { View } from '../../../../infra/local/drawings/view.ts';
