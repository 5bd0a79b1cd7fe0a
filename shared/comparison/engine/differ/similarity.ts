import type { AlignedSheets } from '../align/align-sheets.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { recoloured, unchanged } from './ink-difference.ts';
import {
  darkGreys,
  minimumAlikeShare,
  minimumAlikeShareWithWords,
  minimumCommonWordShare,
  similarityCellPixels,
} from './thresholds.ts';

export interface Similarity {
  /** Share (0..1) of the inked area of either sheet that the other has as well. */
  share: number;
  /** Whether both show the same drawing, so that listing changes makes sense. */
  same: boolean;
  /** Whether most of the drawing was redrawn, so that its changes are listed as one. */
  redrawn: boolean;
}

/** Flags of a cell: it contains ink of either sheet, or a mark of a change. */
const inkFlag = 1;
const changedFlag = 2;

interface Rows {
  before: Uint8Array;
  after: Uint8Array;
  marks: Uint8Array;
  /** The same bytes, four at a time. */
  words: { before: Int32Array; after: Int32Array; marks: Int32Array };
}

const rowsOf = (before: Uint8Array, after: Uint8Array, marks: Uint8Array): Rows => {
  const wordsOf = (bytes: Uint8Array) => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  return { before, after, marks, words: { before: wordsOf(before), after: wordsOf(after), marks: wordsOf(marks) } };
};

/** Sets the flags of a pixel's cell; `start` is the first pixel of its row. */
const recordPixel = ({ before, after, marks }: Rows, at: number, start: number, cells: Uint8Array): void => {
  const index = (at - start) >> 4;
  if (before[at]! < darkGreys || after[at]! < darkGreys) cells[index]! |= inkFlag;
  // Ink in another colour is there on both sheets.
  if (marks[at] !== unchanged && !(marks[at]! & recoloured)) cells[index]! |= changedFlag;
};

/** Sets the flags of the cells along a row of pixels, four at a time, because most are bare paper. */
const recordRow = (rows: Rows, start: number, length: number, cells: Uint8Array): void => {
  const { before: older, after: newer, marks: marked } = rows.words;
  const end = start + length;
  const last = end >> 2;
  let at = start;
  while (at < end && (at & 3) !== 0) recordPixel(rows, at++, start, cells);
  for (let word = at >> 2; word < last; word++) {
    if ((older[word]! & newer[word]! & ~marked[word]!) === -1) continue;
    for (let byte = word * 4; byte < word * 4 + 4; byte++) recordPixel(rows, byte, start, cells);
  }
  for (at = Math.max(at, last * 4); at < end; at++) recordPixel(rows, at, start, cells);
};

/** Measures how much of two aligned sheets is alike, by cells of 16 × 16 pixels that contain ink and no mark. */
export const measureSimilarity = (
  older: SheetSource,
  newer: SheetSource,
  { older: before, newer: after, width, height, alignment }: AlignedSheets,
  marks: Uint8Array,
): Similarity => {
  let [inked, alike] = [0, 0];
  const rows = rowsOf(before, after, marks);
  const columns = Math.floor(width / similarityCellPixels);
  const cells = new Uint8Array(columns);
  for (let top = 0; top + similarityCellPixels <= height; top += similarityCellPixels) {
    cells.fill(0);
    for (let y = top; y < top + similarityCellPixels; y += 2)
      recordRow(rows, y * width, columns * similarityCellPixels, cells);
    for (const found of cells) {
      if (found !== 0) inked++;
      if (found === inkFlag) alike++;
    }
  }
  const share = inked === 0 ? 1 : alike / inked;
  const words = commonWords(older, newer);
  const haveCommonWords = words !== null && words >= minimumCommonWordShare;
  const same =
    inked === 0 ||
    share >= (alignment.method === 'none' ? 0.6 : minimumAlikeShare) ||
    (haveCommonWords && share >= minimumAlikeShareWithWords);
  // A sheet that was only arranged anew keeps its words.
  return { share, same, redrawn: share < minimumAlikeShare && !haveCommonWords };
};

const commonWords = (older: SheetSource, newer: SheetSource): number | null => {
  const [a, b] = [older, newer].map((side) => new Set(side.text.words.map((word) => word.text))) as [
    Set<string>,
    Set<string>,
  ];
  if (a.size < 8 || b.size < 8) return null;
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(a.size, b.size);
};
