export { compareSheet, type SheetComparison, sortItems } from './compare-sheet.ts';
export { applyRewordings, type Describer, type Rewording } from './describe.ts';
export { pairSheets, type SheetPair } from './pair-sheets.ts';
export { type Rating, rate } from './rate.ts';
export type { SheetSource } from './sheet-source.ts';
export { summarize } from './summarize.ts';
export type * from './types.ts';
