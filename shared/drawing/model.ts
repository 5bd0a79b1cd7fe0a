import type { DrawnWord, PageText, Word } from '../domain/page-text.ts';
import { aroundCircle, holdsCentre } from './boxes.ts';
import type { Bubble } from './bubble.ts';
import { type Cell, cellsOf } from './cells.ts';
import { cloudsOf, type RevisionCloud } from './clouds.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { type Dimension, dimensionsOf, type FoundScale } from './dimensions.ts';
import type { DrawnSymbol } from './drawn-symbol.ts';
import { type GridLine, gridOf, isPointed, linesToBubbles, type Mark, marksOf, sectionMarksOf } from './grid.ts';
import { type Hatch, hatchesOf } from './hatches.ts';
import { blockCellsOf, framesOf, headingsOf, printedScales } from './headings.ts';
import { type Leader, leadersOf } from './leaders.ts';
import { letteringOf } from './lettering.ts';
import { LineIndex } from './line-index.ts';
import type { Bounds, Linework } from './linework.ts';
import { type Room, roomsOf } from './rooms.ts';
import { type Rules, rulesOf } from './rules.ts';
import { type Pieces, piecesOf } from './straight-pieces.ts';
import { strokesOf } from './strokes.ts';
import { bubblesOf, symbolsOf } from './symbols.ts';
import type { Table } from './table.ts';
import { tablesOf } from './tables.ts';
import { textLinesOf } from './text-lines.ts';
import { turnBack, turnBox, turnCoverage, turnOf, turnWords } from './turn.ts';
import { type View, viewsOf } from './views.ts';
import { type Wall, wallsOf } from './walls.ts';

/** Maximum number of path points of a page; on denser pages no objects are detected. */
const maximumPoints = 1_500_000;

/** On a page with fewer words the lettering is drawn as strokes, and not all of it may have been read. */
const fewWords = 60;

/** Whether a word is read well enough to be a length: a wrong digit would confirm a wrong scale. */
const isCertain = ({ drawn = 1 }: Word): boolean => drawn >= 0.9;

/** The version of {@link DrawingModel} that {@link modelOf} returns. */
export const modelVersion = 6;

/** The objects detected on one page. Points, as displayed. */
export interface DrawingModel {
  /** 1 for models stored without hatches, walls, rooms, clouds and regions of views; below 3 without lettering; below 4 without leaders; below 6 without the other ends of section lines. */
  version: number;
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
  views: View[];
  hatches: Hatch[];
  walls: Wall[];
  rooms: Room[];
  clouds: RevisionCloud[];
  leaders: Leader[];
  /** The words drawn as strokes or outlines, which the other objects use like those of the text layer. */
  lettering: DrawnWord[];
}

/** Returns the model of a page whose objects are not detected. Points, as displayed. */
export const emptyModel = (page: number, width: number, height: number): DrawingModel => ({
  version: modelVersion,
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
  hatches: [],
  walls: [],
  rooms: [],
  clouds: [],
  leaders: [],
  lettering: [],
});

/** A model as it is stored, possibly by an earlier version. */
export type StoredModel = Pick<DrawingModel, 'page' | 'width' | 'height'> &
  Partial<Omit<DrawingModel, 'views'>> & {
    views?: (Omit<View, 'region' | 'confidence'> & Partial<View>)[];
  };

/** Returns a stored model of any version with all objects; those that its version lacks are empty. */
export const upgradeModel = (stored: StoredModel): DrawingModel => ({
  ...emptyModel(stored.page, stored.width, stored.height),
  version: 1,
  ...stored,
  views: (stored.views ?? []).map((view) => ({ region: null, confidence: 0.9, ...view })),
});

const isDetectable = ({ points }: Linework): boolean => points.length > 0 && points.length / 2 <= maximumPoints;

/** What several steps need of a page's paths. */
interface Basis {
  coverage: Coverage;
  rules: Rules;
  index: LineIndex;
}

const bases = new WeakMap<Linework, Basis>();

/** Returns the basis of a page's paths, derived once: it takes most of the time of a call. */
const basisOf = (linework: Linework): Basis => {
  const known = bases.get(linework);
  if (known) return known;
  const coverage = coverageOf(strokesOf(linework));
  const basis = { coverage, rules: rulesOf(coverage), index: new LineIndex(coverage.lines) };
  bases.set(linework, basis);
  return basis;
};

/** The ink of a page's paths. */
export interface PageInk extends Pick<Coverage, 'areas'> {
  pieces: Pieces;
}

/** What a comparison needs of a page. */
export interface PageObjects {
  /** Null for a page without paths, with too many, or whose linework is truncated. */
  ink: PageInk | null;
  tables: Table[];
  /** The boxes of the headings of views: bubble, title, scale. */
  headings: Bounds[];
}

const isInside = ({ left, top, right, bottom }: Bounds, x: number, y: number): boolean =>
  x > left && x < right && y > top && y < bottom;

/** The headings of a page, and what they were found by on the page turned so that most of its text is level. */
const findHeadings = (
  linework: Linework,
  displayed: Coverage,
  printed: readonly Word[],
  displayedBubbles: readonly Bubble[],
  displayedIndex: LineIndex,
  ruled: readonly Cell[],
  tables: readonly Bounds[],
) => {
  const turn = turnOf(printed, linework);
  const isTurned = turn.angle !== 0;
  const coverage = isTurned ? turnCoverage(turn, displayed) : displayed;
  const words = isTurned ? turnWords(turn, printed) : printed;
  const index = isTurned ? new LineIndex(coverage.lines) : displayedIndex;
  const cells = isTurned ? ruled.map((cell) => ({ ...cell, box: turnBox(turn, cell.box) })) : ruled;
  const bubbles = isTurned ? bubblesOf(coverage, words, index) : displayedBubbles;
  const outside = tables.map((box) => turnBox(turn, box));
  const page = turn.angle % 180 === 0 ? linework : { width: linework.height, height: linework.width };
  const texts = textLinesOf(words);
  const headings = headingsOf(bubbles, texts, index, outside, cells, page);
  const boxes = headings.map(({ box }) => box);
  const back = turnBack(turn);
  return {
    boxes: boxes.map((box) => turnBox(back, box)),
    /** The views of the page as displayed. */
    views: (isLettered: boolean, measured: readonly Bounds[]): View[] =>
      viewsOf(
        headings,
        coverage,
        texts,
        page,
        { tables: outside, blocks: blockCellsOf(cells, page), frames: framesOf(cells, page) },
        isLettered,
        measured.map((box) => turnBox(turn, box)),
        linesToBubbles(
          coverage,
          bubbles.filter(({ x, y }) => !boxes.some((box) => isInside(box, x, y))),
          index,
        ),
      ).map((view) => ({
        ...view,
        box: turnBox(back, view.box),
        region: view.region && turnBox(back, view.region),
      })),
  };
};

/**
 * Returns the ink of a page's paths, its ruled tables and the headings of its views.
 * @param text the page's words; null if only the ink is needed
 */
export const readObjects = (linework: Linework, text: Pick<PageText, 'words'> | null): PageObjects => {
  if (!isDetectable(linework)) return { ink: null, tables: [], headings: [] };
  const { coverage, rules, index } = basisOf(linework);
  const found = { ink: linework.truncated ? null : { pieces: piecesOf(coverage), areas: coverage.areas } };
  if (!text) return { ...found, tables: [], headings: [] };
  const { words } = text;
  const cells = cellsOf(rules, words);
  const tables = tablesOf(cells, words, linework, { rules });
  const outside = tables.map(({ box }) => box);
  const bubbles = bubblesOf(coverage, words, index);
  return { ...found, tables, headings: findHeadings(linework, coverage, words, bubbles, index, cells, outside).boxes };
};

/** Maximum share of the page for a cell of a title block or a table; a larger one is an area of the drawing. */
const maximumBoxShare = 0.05;

/** Returns the boxes of cells that contain words, except areas of the drawing. */
export const boxesOf = (cells: readonly Cell[], { width, height }: Pick<Linework, 'width' | 'height'>): Bounds[] =>
  cells
    .filter(
      ({ box, words }) =>
        words.length > 0 && (box.right - box.left) * (box.bottom - box.top) < maximumBoxShare * width * height,
    )
    .map(({ box }) => box);

/** Detects the boxes of ruled cells alone; see boxesOf. Empty for a page without paths, or with too many. */
export const findCells = (linework: Linework, { words }: Pick<PageText, 'words'>): Bounds[] =>
  isDetectable(linework) ? boxesOf(cellsOf(basisOf(linework).rules, words), linework) : [];

/** Returns the tables that are neither dimension chains nor bays of a plan: most numbers in these are dimensions. */
const withoutChains = (tables: readonly Table[], dimensions: readonly Dimension[]): Table[] =>
  tables.filter(({ kind, box, cells }) => {
    if (kind !== 'table') return true;
    const inside = dimensions.filter((dimension) => holdsCentre(box, dimension.box)).length;
    return inside === 0 || inside < cells.filter(({ text }) => /\d/.test(text)).length / 2;
  });

/** How the objects of a page are detected. */
interface ModelOptions {
  /** Receives the ruled cells, which are not part of the model. */
  ruled?: Cell[];
  /** Unless true, words drawn as strokes and blocks are not searched for, which takes most of the time on dense pages. */
  isComplete?: boolean;
  /** The words drawn as strokes or outlines, if they have been read. */
  lettering?: readonly DrawnWord[];
}

/**
 * Detects the objects of a page. Deterministic: equal linework and words give equal models.
 */
export const modelOf = (
  linework: Linework,
  { page, words: printed }: Pick<PageText, 'page' | 'words'>,
  { ruled = [], isComplete = true, lettering: given }: ModelOptions = {},
): DrawingModel => {
  const { width, height, layers } = linework;
  const empty = emptyModel(page, width, height);
  if (!isDetectable(linework)) return empty;
  const lettering = given ? [...given] : isComplete ? letteringOf(linework, printed) : [];
  const words = [...printed, ...lettering];
  const { coverage, rules, index } = basisOf(linework);
  const cells = cellsOf(rules, words);
  ruled.push(...cells);
  const isLettered = words.length >= fewWords;
  // On a page with words the cells without them are empty.
  const texts = textLinesOf(words);
  const { dimensions, scales } = dimensionsOf(coverage, words.filter(isCertain), index, printedScales(texts));
  const tables = withoutChains(tablesOf(cells, words, linework, isLettered ? { rules } : { rules, index }), dimensions);
  const bubbles = bubblesOf(coverage, words, index);
  const outside = tables.map(({ box }) => box);
  const headings = findHeadings(linework, coverage, words, bubbles, index, cells, outside);
  // The bubble of a view heading is no mark and belongs to no grid line, and neither does the end of a section line.
  const free = bubbles.filter(({ x, y }) => !headings.boxes.some((box) => isInside(box, x, y)));
  const pointed = new Set(free.filter((bubble) => isPointed(bubble, index)));
  const grid = gridOf(
    coverage,
    free.filter((bubble) => !pointed.has(bubble)),
    index,
  );
  const marks = marksOf(free, pointed, coverage.areas);
  const leaders = leadersOf(coverage, texts, index, bubbles.map(aroundCircle), [
    ...outside,
    ...dimensions.map(({ box }) => box),
  ]);
  const { hatches, members } = hatchesOf(coverage, layers, tables);
  return {
    ...empty,
    source: 'vector',
    lettering,
    tables,
    dimensions,
    scales,
    symbols: symbolsOf(linework, coverage, {
      bubbles,
      words,
      tables,
      texts,
      index,
      dimensions,
      leaders,
      scale: scales[0]?.scale,
      hasBlocks: isComplete,
    }),
    grid,
    marks: [
      ...marks,
      ...sectionMarksOf(texts, grid, [...outside, ...marks.map(({ box }) => box)], index, coverage.areas),
    ],
    views: headings.views(
      isLettered,
      dimensions.map(({ box }) => box),
    ),
    hatches,
    walls: wallsOf(coverage, index, scales[0]?.scale, { lines: members, boxes: outside }),
    rooms: roomsOf(texts, [...outside, ...headings.boxes, ...dimensions.map(({ box }) => box)]),
    clouds: cloudsOf(coverage, layers),
    leaders,
  };
};
