import type { AlignedSheets } from '../align/align-sheets.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { unchanged } from './ink-difference.ts';

export interface Similarity {
  /** 0..1: share of the inked places of either sheet that the other has as well. */
  share: number;
  /** The two show the same thing, so that listing changes makes sense. */
  same: boolean;
}

const cell = 16;
const paper = 200;
/** Below this share of alike places a sheet is another drawing; the words may still speak for it. */
const leastShare = 0.3;
const leastWords = 0.35;

/** What a cell holds: ink of either sheet, a mark of a change. */
const ink = 1;
const changed = 2;

interface Rows {
  before: Uint8Array;
  after: Uint8Array;
  marks: Uint8Array;
  /** The same four pixels at a time. */
  words: { before: Int32Array; after: Int32Array; marks: Int32Array };
}

const rowsOf = (before: Uint8Array, after: Uint8Array, marks: Uint8Array): Rows => {
  const wordsOf = (bytes: Uint8Array) => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  return { before, after, marks, words: { before: wordsOf(before), after: wordsOf(after), marks: wordsOf(marks) } };
};

/** Notes what the cell of a pixel holds; `start` is the first pixel of its row. */
const note = ({ before, after, marks }: Rows, at: number, start: number, cells: Uint8Array): void => {
  const index = (at - start) >> 4;
  if (before[at]! < paper || after[at]! < paper) cells[index]! |= ink;
  if (marks[at] !== unchanged) cells[index]! |= changed;
};

/** Notes what the cells along a row of pixels hold. Four at a time: most are bare paper. */
const lookAlong = (rows: Rows, start: number, length: number, cells: Uint8Array): void => {
  const { before: older, after: newer, marks: marked } = rows.words;
  const end = start + length;
  const last = end >> 2;
  let at = start;
  while (at < end && (at & 3) !== 0) note(rows, at++, start, cells);
  for (let word = at >> 2; word < last; word++) {
    if ((older[word]! & newer[word]!) === -1 && marked[word] === 0) continue;
    for (let byte = word * 4; byte < word * 4 + 4; byte++) note(rows, byte, start, cells);
  }
  for (at = Math.max(at, last * 4); at < end; at++) note(rows, at, start, cells);
};

/** How much of two aligned sheets is alike, by cells of 16 × 16 pixels that hold ink but no mark of a change. */
export const measureSimilarity = (
  older: SheetSource,
  newer: SheetSource,
  { older: before, newer: after, width, height, alignment }: AlignedSheets,
  marks: Uint8Array,
): Similarity => {
  let [inked, alike] = [0, 0];
  const rows = rowsOf(before, after, marks);
  const columns = Math.floor(width / cell);
  const cells = new Uint8Array(columns);
  for (let top = 0; top + cell <= height; top += cell) {
    cells.fill(0);
    for (let y = top; y < top + cell; y += 2) lookAlong(rows, y * width, columns * cell, cells);
    for (const found of cells) {
      if (found !== 0) inked++;
      if (found === ink) alike++;
    }
  }
  const share = inked === 0 ? 1 : alike / inked;
  const words = commonWords(older, newer);
  const silent = words === null;
  const same =
    inked === 0 ||
    (alignment.method === 'none'
      ? share > 0.6
      : share >= leastShare || (!silent && words >= leastWords && share >= 0.12));
  return { share, same };
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
