import type { PageText } from '../domain/page-text.ts';
import { cellsOf } from './cells.ts';
import { coverageOf } from './coverage.ts';
import { type Dimension, dimensionsOf, type FoundScale } from './dimensions.ts';
import { type GridLine, gridOf, headingsOf, type Mark, marksOf, type ViewHeading } from './grid.ts';
import { LineIndex } from './line-index.ts';
import type { Linework } from './linework.ts';
import { rulesOf } from './rules.ts';
import { strokesOf } from './strokes.ts';
import { bubblesOf, type DrawnSymbol, symbolsOf } from './symbols.ts';
import { type Table, tablesOf } from './tables.ts';

/** Maximum number of path points of a page; on denser pages no objects are detected. */
const maximumPoints = 1_500_000;

/** The objects detected on one page. Points, as displayed. */
export interface DrawingModel {
  /** 1-based. */
  page: number;
  width: number;
  height: number;
  /** `raster` if the page has no paths (a scan) or too many, so that only its pixels are usable. */
  source: 'vector' | 'raster';
  tables: Table[];
  dimensions: Dimension[];
  /** Scales that the dimensions confirm, the one with most dimensions first. */
  scales: FoundScale[];
  symbols: DrawnSymbol[];
  grid: GridLine[];
  marks: Mark[];
  views: ViewHeading[];
}

const isDetectable = ({ points }: Linework): boolean => points.length > 0 && points.length / 2 <= maximumPoints;

/** Detects the tables of a page alone; empty for one without paths, or with too many. */
export const findTables = (linework: Linework, { words }: Pick<PageText, 'words'>): Table[] =>
  isDetectable(linework) ? tablesOf(cellsOf(rulesOf(coverageOf(strokesOf(linework))), words), words, linework) : [];

/** Detects the objects of a page. Deterministic: equal linework and words give equal models. */
export const modelOf = (linework: Linework, { page, words }: Pick<PageText, 'page' | 'words'>): DrawingModel => {
  const { width, height } = linework;
  if (!isDetectable(linework))
    return {
      page,
      width,
      height,
      source: 'raster',
      tables: [],
      dimensions: [],
      scales: [],
      symbols: [],
      grid: [],
      marks: [],
      views: [],
    };
  const coverage = coverageOf(strokesOf(linework));
  const index = new LineIndex(coverage.lines);
  const cells = cellsOf(rulesOf(coverage), words);
  const bubbles = bubblesOf(coverage, words);
  const views = headingsOf(coverage, bubbles, words, index);
  return {
    page,
    width,
    height,
    source: 'vector',
    tables: tablesOf(cells, words, linework),
    ...dimensionsOf(coverage, words, index),
    symbols: symbolsOf(linework, coverage, bubbles),
    // The bubble of a view heading belongs to no grid line.
    grid: gridOf(
      coverage,
      bubbles.filter(
        ({ x, y }) => !views.some(({ box }) => x > box.left && x < box.right && y > box.top && y < box.bottom),
      ),
    ),
    marks: marksOf(bubbles),
    views,
  };
};
