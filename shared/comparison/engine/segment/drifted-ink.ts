import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { eachMark } from '../differ/each-mark.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { centre, contains, inflate } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import { moveCellPixels, piecesOf, spanOf } from './cells.ts';
import { findDriftedSymbols, minimumBlocks } from './drifted-symbols.ts';
import { boxOfCells, minimumDisplacementPoints, peaksOf, pixelsIn, refineShift } from './ink-shifts.ts';
import type { Flock } from './moved-words.ts';

/** Minimum number of marked pixels of an inked cell. */
const minimumInkPixels = 4;
/**
 * White space in points that separates two views, and minimum shorter side of a view: a smaller window, door or
 * symbol may have been removed and an equal one added.
 */
const whitespacePoints = 12;
const minimumViewSidePoints = 100;
/** Minimum number of inked cells of a view, and maximum number of pieces examined, largest first. */
const minimumViewCells = 40;
const maximumPieces = 16;
/** The same minima for symbols that may have moved together. */
const minimumSymbolSidePoints = 12;
const minimumSymbolCells = 8;
/** Minimum share of a view's ink that lies where the shift maps it. */
const minimumShiftedInkShare = 0.55;
/** Maximum fit of another, distant shift relative to the best. */
const maximumRivalFit = 0.8;
/** Maximum distance in points of a word from where the shift maps it. */
const wordTolerancePoints = 0.8;

interface Cells {
  set: Uint8Array;
  columns: number;
  rows: number;
}

const cellsOf = (marks: Uint8Array, width: number, height: number): { gone: Cells; come: Cells } => {
  const [columns, rows] = [Math.ceil(width / moveCellPixels), Math.ceil(height / moveCellPixels)];
  const went = new Uint16Array(columns * rows);
  const came = new Uint16Array(columns * rows);
  eachMark(marks, (at) => {
    const y = Math.floor(at / width);
    const index = Math.floor(y / moveCellPixels) * columns + Math.floor((at - y * width) / moveCellPixels);
    if (marks[at]! & removed) went[index]!++;
    if (marks[at]! & added) came[index]!++;
  });
  const inked = (counts: Uint16Array): Cells => {
    const set = new Uint8Array(counts.length);
    for (let at = 0; at < counts.length; at++) if (counts[at]! >= minimumInkPixels) set[at] = 1;
    return { set, columns, rows };
  };
  return { gone: inked(went), come: inked(came) };
};

/**
 * Returns blocks of linework bounded by white space, largest first, separated by size into views and symbols. A view
 * fits at one position only, because of its breadth and height.
 */
const blocksOf = ({ set, columns, rows }: Cells, density: number): { views: number[][]; symbols: number[][] } => {
  const sideOf = (piece: readonly number[]) => {
    const wide = spanOf(piece.map((at) => at % columns)) + 1;
    return Math.min(wide, spanOf(piece.map((at) => Math.floor(at / columns))) + 1) * (moveCellPixels / density);
  };
  const views: number[][] = [];
  const symbols: number[][] = [];
  const pieces = piecesOf(set, columns, rows, Math.max(1, Math.round((whitespacePoints * density) / moveCellPixels)));
  for (const piece of pieces.toSorted((a, b) => b.length - a.length || a[0]! - b[0]!)) {
    const side = piece.length >= minimumSymbolCells ? sideOf(piece) : 0;
    if (side >= minimumViewSidePoints && piece.length >= minimumViewCells) views.push(piece);
    else if (side >= minimumSymbolSidePoints) symbols.push(piece);
  }
  return { views: views.slice(0, maximumPieces), symbols: symbols.slice(0, maximumPieces) };
};

/**
 * Finds views that moved on the sheet by their linework: removed blocks of ink bounded by white space, each with the
 * shift that maps it to added ink. Needs no words; returns early if no removed block is as large as a view.
 * @param marks marks that no other move explains
 * @param words words of both sheets in coordinates of the newer sheet
 */
export const findDrifts = (
  sheets: AlignedSheets,
  marks: Uint8Array,
  words: { older: readonly Word[]; newer: readonly Word[] },
): Flock[] => {
  const { width, height, density } = sheets;
  const { gone, come: came } = cellsOf(marks, width, height);
  const { views, symbols } = blocksOf(gone, density);
  if (views.length === 0 && symbols.length < minimumBlocks) return [];
  const { set, columns, rows } = came;
  const addedCells = [...set.keys()].filter((at) => set[at]);
  if (addedCells.length < minimumViewCells) return [];
  const places = new Spellings(words.newer);
  const drifts = views.flatMap((block): Flock[] => {
    const sample = pixelsIn(block, columns, marks, removed, sheets);
    const fits = peaksOf(block, addedCells, columns, rows).map((peak) => refineShift(sample, marks, sheets, peak));
    const fit = fits.reduce((a, b) => (b.share > a.share ? b : a), { x: 0, y: 0, share: 0, rival: 1 });
    const shift = { x: fit.x / density, y: fit.y / density };
    if (
      fit.share < minimumShiftedInkShare ||
      fit.rival > maximumRivalFit ||
      Math.hypot(shift.x, shift.y) < minimumDisplacementPoints
    )
      return [];
    const from = boxOfCells(block, columns, density);
    const about = inflate(from, whitespacePoints);
    const along = words.older.flatMap((word) => {
      const to = contains(about, centre(word)) ? places.at(word, shift, wordTolerancePoints) : null;
      return to ? [{ from: word, to }] : [];
    });
    const place = { ...from, x: from.x + shift.x, y: from.y + shift.y };
    return [{ matrix: [1, 0, 0, 1, shift.x, shift.y], weight: along.length, words: along, place }];
  });
  return [...drifts, ...findDriftedSymbols(symbols, addedCells, { columns, rows }, marks, sheets)];
};
