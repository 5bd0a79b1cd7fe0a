export type { Arc } from './arcs.ts';
export type { Bubble } from './bubble.ts';
export { type Cell, cellsOf } from './cells.ts';
export { cloudsOf, type RevisionCloud } from './clouds.ts';
export { type Coverage, coverageOf } from './coverage.ts';
export { type Dimension, dimensionsOf, type FoundScale } from './dimensions.ts';
export { type DrawnSymbol, type SymbolKind, symbolKinds } from './drawn-symbol.ts';
export { type GridLine, gridOf, type Mark, marksOf, sectionMarksOf } from './grid.ts';
export { Groups } from './groups.ts';
export { type Hatch, hatchesOf } from './hatches.ts';
export { headingsOf, type ViewHeading } from './headings.ts';
export { type Leader, leadersOf } from './leaders.ts';
export { letteringOf } from './lettering.ts';
export { type Line, lengthOf } from './line.ts';
export {
  type Bounds,
  type FormInstance,
  type Linework,
  type PathRange,
  type PathStyle,
  pathAt,
  pathCount,
  type Ring,
  ringsOf,
  TOLERANCE,
} from './linework.ts';
export { type Location, locate } from './locate.ts';
export { type LengthUnit, type Measure, measuresOf } from './measure.ts';
export { type DrawingModel, modelOf, type PageInk, type PageObjects, type StoredModel, upgradeModel } from './model.ts';
export { packLinework, unpackLinework } from './pack.ts';
export { type Room, roomsOf } from './rooms.ts';
export { type Rule, type Rules, rulesOf } from './rules.ts';
export { anyDashes, type Pieces, piecesOf, piecesWithin } from './straight-pieces.ts';
export { type FilledArea, type Pen, type Strokes, strokesOf } from './strokes.ts';
export { bubblesOf, symbolsOf } from './symbols.ts';
export type { Table, TableCell, TableKind } from './table.ts';
export { tablesOf } from './tables.ts';
export { type TextLine, textLinesOf } from './text-lines.ts';
export { type View, viewsOf } from './views.ts';
export { type Wall, wallsOf } from './walls.ts';
