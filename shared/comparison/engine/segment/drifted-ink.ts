import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { eachMark } from '../differ/each-mark.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { centre, contains, inflate } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import { cell, piecesOf, spanOf } from './cells.ts';
import { findDriftedSymbols, leastTogether } from './drifted-symbols.ts';
import { boxOfCells, leastWay, peaksOf, pixelsIn, refine } from './ink-shifts.ts';
import type { Flock } from './moved-words.ts';

/** Marked pixels that make a cell inked. */
const leastInk = 4;
/**
 * Points of white that part two views, and of a view's shorter side at least: of windows, doors and symbols one may have
 * gone and another of the same come.
 */
const whitespace = 12;
const leastSide = 100;
/** Inked cells of a view at least, and pieces that are looked for, the largest first. */
const leastCells = 40;
const mostPieces = 16;
/** The same of symbols that may have moved together. */
const leastSideOfSymbol = 12;
const leastOfSymbol = 8;
/** Share of a view's ink that stands where the shift leads. */
const leastAlong = 0.55;
/** How well a shift may fit that is not next to the best. */
const closestRival = 0.8;
/** Points that a word may stand off from where the shift leads. */
const slack = 0.8;

interface Cells {
  set: Uint8Array;
  columns: number;
  rows: number;
}

const cellsOf = (marks: Uint8Array, width: number, height: number): { gone: Cells; come: Cells } => {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const went = new Uint16Array(columns * rows);
  const came = new Uint16Array(columns * rows);
  eachMark(marks, (at) => {
    const y = Math.floor(at / width);
    const index = Math.floor(y / cell) * columns + Math.floor((at - y * width) / cell);
    if (marks[at]! & removed) went[index]!++;
    if (marks[at]! & added) came[index]!++;
  });
  const inked = (counts: Uint16Array): Cells => {
    const set = new Uint8Array(counts.length);
    for (let at = 0; at < counts.length; at++) if (counts[at]! >= leastInk) set[at] = 1;
    return { set, columns, rows };
  };
  return { gone: inked(went), come: inked(came) };
};

/** Blocks of linework that white bounds, the largest first: views fit at one place only, as broad and high as they are. */
const blocksOf = ({ set, columns, rows }: Cells, density: number): { views: number[][]; symbols: number[][] } => {
  const sideOf = (piece: readonly number[]) => {
    const wide = spanOf(piece.map((at) => at % columns)) + 1;
    return Math.min(wide, spanOf(piece.map((at) => Math.floor(at / columns))) + 1) * (cell / density);
  };
  const views: number[][] = [];
  const symbols: number[][] = [];
  const pieces = piecesOf(set, columns, rows, Math.max(1, Math.round((whitespace * density) / cell)));
  for (const piece of pieces.toSorted((a, b) => b.length - a.length || a[0]! - b[0]!)) {
    const side = piece.length >= leastOfSymbol ? sideOf(piece) : 0;
    if (side >= leastSide && piece.length >= leastCells) views.push(piece);
    else if (side >= leastSideOfSymbol) symbols.push(piece);
  }
  return { views: views.slice(0, mostPieces), symbols: symbols.slice(0, mostPieces) };
};

/**
 * Views that moved on the sheet, told by their linework: blocks of ink that went, bounded by white, each with the shift
 * that lays it on ink that came. Needs no words, and looks over the marks alone where no block of a view's size went.
 * @param marks what no other move explains
 * @param words of both sheets, on the newer sheet's coordinates
 */
export const findDrifts = (
  sheets: AlignedSheets,
  marks: Uint8Array,
  words: { older: readonly Word[]; newer: readonly Word[] },
): Flock[] => {
  const { width, height, density } = sheets;
  const { gone, come: came } = cellsOf(marks, width, height);
  const { views, symbols } = blocksOf(gone, density);
  if (views.length === 0 && symbols.length < leastTogether) return [];
  const { set, columns, rows } = came;
  const come = [...set.keys()].filter((at) => set[at]);
  if (come.length < leastCells) return [];
  const places = new Spellings(words.newer);
  const drifts = views.flatMap((block): Flock[] => {
    const sample = pixelsIn(block, columns, marks, removed, sheets);
    const fits = peaksOf(block, come, columns, rows).map((peak) => refine(sample, marks, sheets, peak));
    const fit = fits.reduce((a, b) => (b.share > a.share ? b : a), { x: 0, y: 0, share: 0, rival: 1 });
    const shift = { x: fit.x / density, y: fit.y / density };
    if (fit.share < leastAlong || fit.rival > closestRival || Math.hypot(shift.x, shift.y) < leastWay) return [];
    const from = boxOfCells(block, columns, density);
    const about = inflate(from, whitespace);
    const along = words.older.flatMap((word) => {
      const to = contains(about, centre(word)) ? places.at(word, shift, slack) : null;
      return to ? [{ from: word, to }] : [];
    });
    const place = { ...from, x: from.x + shift.x, y: from.y + shift.y };
    return [{ matrix: [1, 0, 0, 1, shift.x, shift.y], weight: along.length, words: along, place }];
  });
  return [...drifts, ...findDriftedSymbols(symbols, come, { columns, rows }, marks, sheets)];
};
