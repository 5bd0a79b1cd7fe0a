/**
 * Realistic construction documents, drawn by the project itself: for the demonstration and for tests.
 * Everything follows from options and seed; nothing reads the clock or the network.
 */
export { CHANGES, type Change } from './changes.ts';
export { drawSet, drawSheet, type SetOptions, type SheetFacts, setFacts, sheetFacts, threeSheets } from './draw.ts';
export type { Box, Matrix } from './geometry.ts';
export { encryptedPdf, memoryBomb, notAPdf, timeBomb, truncatedPdf, zeroByteFile } from './hostile.ts';
export type { SheetKind, SheetOptions, SheetSize, TitleBlockStyle } from './options.ts';
export { type Revision, type RevisionOptions, reviseSheet, type Transform } from './revise.ts';
export { drawScan, type ScanOptions } from './scan.ts';
export {
  drawSpecification,
  type SpecificationOptions,
  specificationSections,
} from './specification/draw-specification.ts';
export type { TruthItem } from './truth.ts';
