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

/** How much of two aligned sheets is alike, by cells of 16 × 16 pixels that hold ink but no mark of a change. */
export const measureSimilarity = (
  older: SheetSource,
  newer: SheetSource,
  { older: before, newer: after, width, height, alignment }: AlignedSheets,
  marks: Uint8Array,
): Similarity => {
  let [inked, alike] = [0, 0];
  for (let top = 0; top + cell <= height; top += cell) {
    for (let left = 0; left + cell <= width; left += cell) {
      let [ink, changed] = [false, false];
      for (let y = top; y < top + cell && !changed; y += 2) {
        for (let at = y * width + left, end = at + cell; at < end; at++) {
          if (before[at]! < paper || after[at]! < paper) ink = true;
          if (marks[at] !== unchanged) {
            changed = true;
            break;
          }
        }
      }
      if (ink || changed) inked++;
      if (ink && !changed) alike++;
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
