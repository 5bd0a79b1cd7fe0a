export { compareSheet, type SheetComparison } from './compare-sheet.ts';
export { isSilent, pairSheets, type SheetPair } from './pair/pair-sheets.ts';
export { type Thumbnail, thumbnailSide } from './pair/thumbnail.ts';
export { disciplineOf } from './rate/trades.ts';
export type { Inked, SheetSource } from './read/sheet-source.ts';
export { singleChanges } from './say/describe.ts';
export { sortItems } from './say/sort-items.ts';
export { summarize } from './say/summarize.ts';
export type * from './types.ts';
