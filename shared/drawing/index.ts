export type { Arc } from './arcs.ts';
export { type Cell, cellsOf } from './cells.ts';
export { type Coverage, coverageOf } from './coverage.ts';
export { type Dimension, dimensionsOf, type FoundScale } from './dimensions.ts';
export { type GridLine, gridOf, headingsOf, type Mark, marksOf, type ViewHeading } from './grid.ts';
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
export { type LengthUnit, type Measure, measuresOf } from './measure.ts';
export { type DrawingModel, modelOf } from './model.ts';
export { packLinework, unpackLinework } from './pack.ts';
export { type Rule, type Rules, rulesOf } from './rules.ts';
export { type FilledArea, type Pen, type Strokes, strokesOf } from './strokes.ts';
export { type Bubble, bubblesOf, type DrawnSymbol, type SymbolKind, symbolsOf } from './symbols.ts';
export { type Table, type TableCell, type TableKind, tablesOf } from './tables.ts';
