export { compareSheet, type SheetComparison } from './compare-sheet.ts';
export { pairSheets, type SheetPair } from './pair/pair-sheets.ts';
export { type Rating, rate } from './rate/rate.ts';
export type { SheetSource } from './read/sheet-source.ts';
export { applyRewordings, type Describer, type Rewording } from './say/describe.ts';
export { sortItems } from './say/sort-items.ts';
export { summarize } from './say/summarize.ts';
export type * from './types.ts';
