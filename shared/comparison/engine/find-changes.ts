import type { Word } from '../../domain/page-text.ts';
import type { AlignedSheets } from './align/align-sheets.ts';
import type { Change } from './change.ts';
import { type Explained, visibleChanges, wipeExplained } from './differ/explained.ts';
import { onForeignLayers } from './differ/foreign-ink.ts';
import { findGraphicChanges } from './differ/graphic-changes.ts';
import { differInk, type InkTolerance } from './differ/ink-difference.ts';
import { clearOutsidePages } from './differ/marks.ts';
import { findMarkupChanges } from './differ/markup-changes.ts';
import { dropSeams, minimumSharpInk, minimumSoftInk } from './differ/rendering-artefacts.ts';
import { visibleWords } from './differ/showing-words.ts';
import { findTextChanges } from './differ/text-changes.ts';
import { compareText } from './differ/text-difference.ts';
import { type Box, centre, contains, type Matrix, type Point, wayOf } from './geometry.ts';
import { dropSlides } from './join/drop-slides.ts';
import type { FoundChanges } from './join/found-changes.ts';
import { joinMoves } from './join/join-moves.ts';
import { joinMovedParts } from './join/join-objects.ts';
import { joinOutlines, moveViews } from './join/join-views.ts';
import { displacementTolerancePoints } from './join/thresholds.ts';
import { LineEvidence } from './lines/line-evidence.ts';
import type { SheetLines } from './lines/sheet-lines.ts';
import { type PassOptions, runPasses } from './passes.ts';
import type { ChangedLayers } from './read/changed-layers.ts';
import { pairMarks, type SheetMarks } from './read/reference-marks.ts';
import type { SheetSource } from './read/sheet-source.ts';
import { Drawings } from './segment/drawings.ts';
import { explainMoves, moveRegions } from './segment/explain-moves.ts';
import { findDrifts } from './segment/line-drifts.ts';
import type { MovedRegion } from './segment/moved-region.ts';
import type { MovedTexts } from './segment/moved-words.ts';
import { placeBox, placeWords } from './segment/place-words.ts';
import { findRedrawn, type SheetContent } from './segment/redrawn.ts';
import { findMovedRegions } from './segment/verify-moves.ts';

/** What the texts and tables of two aligned sheets show before their rasters are compared. */
export interface SheetTexts {
  titleBlock: Box | null;
  /** All words of the older sheet in coordinates of the newer one. */
  olderWords: Word[];
  objects: Explained;
  /** The words of both sheets that are not part of these objects. */
  rest: { older: Word[]; newer: Word[] };
  moved: MovedTexts;
  /** The linework of both sheets; null unless both are drawn with lines. */
  lines: SheetLines | null;
  /** The boxes of objects of both sheets whose changes are one. */
  owners: Box[];
}

/** What names the changes of two sheets, and tells which of them belong together. */
export interface SheetNames {
  layers: ChangedLayers;
  /** The boxes of the doors that differ, in points of the newer sheet. */
  doors: Box[];
  /** The marks of sections, details and elevations of both sheets. */
  marks: SheetMarks;
  /** The boxes of the views of both sheets, in points of the newer one. */
  views: { older: Box[]; newer: Box[] };
}

/** Rotation in degrees below which edges are parallel to the pixel grid, where renderers round them to whole pixels. */
const maximumGridRotationDegrees = 0.02;
/** Contrast in grey levels required next to other ink, and on an even background. */
const contrastGreys = 40;
const minimumContrastGreys = 8;

/** Finds the parts of the sheet that moved within it, and returns the marks that they leave. */
const findMovedParts = async (
  older: SheetSource,
  olderWords: readonly Word[],
  newer: SheetSource,
  sheets: AlignedSheets,
  { removedWords, flocks }: MovedTexts,
  marks: Uint8Array<ArrayBuffer>,
  tolerance: InkTolerance,
  lines: SheetLines | null,
): Promise<{ regions: MovedRegion[]; marks: Uint8Array<ArrayBuffer> }> => {
  const newerWords = newer.text.words;
  const texts = { removed: removedWords, newer: newerWords };
  const regions = await findMovedRegions(older, sheets, marks, tolerance, flocks, texts);
  const left = explainMoves(marks, sheets, regions);
  const drifts = lines ? findDrifts(lines.linework.difference(regions), { older: olderWords, newer: newerWords }) : [];
  const drifted = await findMovedRegions(older, sheets, left, tolerance, drifts, texts);
  if (drifted.length === 0) return { regions, marks: left };
  const all = [...regions, ...drifted];
  return { regions: all, marks: explainMoves(marks, sheets, all) };
};

/** Ignores colour unless both sheets have it: a greyscale scan has no information about the other sheet's colours. */
export const dropUnpairedColours = (sheets: AlignedSheets): AlignedSheets =>
  sheets.olderColour && sheets.newerColour ? sheets : { ...sheets, olderColour: null, newerColour: null };

const isSameWay = ([, , , , x, y]: Matrix, way: Point): boolean =>
  Math.max(Math.abs(x - way.x), Math.abs(y - way.y)) < displacementTolerancePoints;

const isMove = ({ kind }: Change): boolean => kind === 'view_moved';

/** Returns the marks with those inside of the given changes. */
const marksWith = (
  marks: Uint8Array<ArrayBuffer>,
  changes: readonly Change[],
  all: Uint8Array,
  { width, height, density }: AlignedSheets,
): Uint8Array<ArrayBuffer> => {
  if (changes.length === 0) return marks;
  const out = marks.slice();
  for (const { box } of changes) {
    const [left, right] = [Math.max(0, Math.floor(box.x * density)), Math.min(width, (box.x + box.width) * density)];
    const bottom = Math.min(height, (box.y + box.height) * density);
    for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++)
      out.set(all.subarray(y * width + left, y * width + right), y * width + left);
  }
  return out;
};

/** Returns the drawings and words of both sheets. */
const contentsOf = (
  evidence: LineEvidence,
  words: { older: readonly Word[]; newer: readonly Word[] },
  headings: readonly Box[],
  { text }: SheetSource,
): [SheetContent, SheetContent] => {
  const sides = evidence.sides();
  const contentOf = (side: 'older' | 'newer'): SheetContent => {
    const { lines, changed, filled } = sides[side];
    return { drawings: new Drawings(lines, changed, [...words[side], ...filled], headings, text), words: words[side] };
  };
  return [contentOf('older'), contentOf('newer')];
};

/**
 * Finds all differences between two aligned sheets, unrated and unordered, and returns the raster of the older sheet with
 * parts that moved at their new position as well. `areLinesRestyled`: whether other pens draw most of the newer sheet.
 */
export const findChanges = async (
  older: SheetSource,
  newer: SheetSource,
  aligned: AlignedSheets,
  { titleBlock, olderWords: words, objects, rest, moved: movedTexts, lines, owners }: SheetTexts,
  naming: () => Promise<SheetNames>,
  options: PassOptions = {},
): Promise<FoundChanges & { older: Uint8Array; areLinesRestyled: boolean }> => {
  const pale = older.imageOnly === newer.imageOnly ? null : older.imageOnly ? 'older' : 'newer';
  const areVector = !older.imageOnly && !newer.imageOnly;
  const tolerance: InkTolerance = {
    contrast: contrastGreys,
    least: areVector ? minimumContrastGreys : contrastGreys,
    pale,
  };
  const allMarks = differInk(areVector ? aligned : dropUnpairedColours(aligned), tolerance);
  clearOutsidePages(allMarks, aligned, older);
  const openMarks = allMarks.slice();
  const markups = await findMarkupChanges(older, newer, aligned, openMarks);
  const objectChanges = visibleChanges(objects, openMarks, aligned);
  wipeExplained(objects, objectChanges, openMarks, aligned);
  const parts = await findMovedParts(older, words, newer, aligned, movedTexts, openMarks, tolerance, lines);
  const { regions, marks } = parts;
  // From here on, moved parts are compared at their position on the newer sheet.
  const sheets = { ...aligned, older: moveRegions(aligned.older, aligned.width, regions) };
  const unexplained = marks.slice();
  const placed = placeWords(rest.older, rest.newer, regions);
  const visible = areVector ? visibleWords(placed, rest.newer, sheets) : { older: placed, newer: rest.newer };
  const text = compareText(visible.older, { ...newer.text, words: visible.newer });
  const kept = [...text.kept, ...objects.newer];
  const inTitleBlock = (box: Box) => titleBlock !== null && contains(titleBlock, centre(box));
  // If most words have no usable spelling, a difference in the text layer alone is not evidence.
  const reliable = text.kept.length >= rest.newer.length / 2;
  const haveText = older.text.words.length > 0 && newer.text.words.length > 0;
  const texts = haveText ? findTextChanges(unexplained, text.changes, sheets, inTitleBlock, reliable) : [];
  if (Math.abs(sheets.alignment.turn) < maximumGridRotationDegrees) dropSeams(unexplained, sheets);
  // Scans are blurred throughout; ink that is sharp on one sheet shifts more than it changes.
  const areScans = older.imageOnly && newer.imageOnly;
  const evidence = lines && new LineEvidence(lines.linework, lines.areas, regions);
  const graphicMarks = unexplained.slice();
  const movedTogether = joinMoves(texts);
  const moved = moveViews(dropSlides(regions, [...movedTogether, ...objectChanges]), newer.text.words);
  const redrawn =
    evidence &&
    findRedrawn(
      ...contentsOf(evidence, { older: placed, newer: newer.text.words }, owners, newer),
      movedTogether.filter(({ box }) => !inTitleBlock(box)),
      regions,
      sheets,
      marks,
      graphicMarks,
    );
  const graphics = findGraphicChanges(
    graphicMarks,
    kept,
    sheets,
    areScans ? minimumSoftInk : minimumSharpInk,
    evidence,
  );
  const names = graphics.changes.length > 0 ? await naming() : null;
  const areLinesRestyled = evidence?.areRestyled() ?? false;
  // A table within a view that moved by as much is part of it.
  const objectViews = objectChanges.filter(
    (one) => isMove(one) && !regions.some(({ matrix }) => isSameWay(matrix, wayOf(one.from!, one.box))),
  );
  const differences = [
    ...(redrawn
      ? [...redrawn.changes, ...redrawn.texts, ...movedTogether.filter(({ box }) => inTitleBlock(box))]
      : movedTogether),
    ...(names ? onForeignLayers(graphics.changes, names.layers) : graphics.changes),
  ];
  const { changes, clouds } = runPasses(
    differences,
    {
      ...{ sheets, unexplained, moved, owners, doors: names?.doors ?? [], inTitleBlock },
      areLinesRestyled,
      displaced: evidence?.displacedParts() ?? [],
      marks: names ? pairMarks(names.marks, (box) => placeBox(box, regions)) : [],
      views: names?.views ?? { older: [], newer: [] },
      words: { kept, stayed: [...text.stayed, ...objects.older] },
      rows: [...objectChanges.filter((one) => !isMove(one)), ...markups],
    },
    options,
  );
  return {
    changes: [...joinOutlines(changes, joinMovedParts(moved)), ...objectViews],
    clouds,
    marks: marksWith(marks, [...objectChanges, ...markups], allMarks, aligned),
    suppressed: graphics.suppressed,
    areLinesRestyled,
    older: sheets.older,
  };
};
