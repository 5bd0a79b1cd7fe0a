import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Box, centre, contains } from '../geometry.ts';
import type { PlacedWord } from './text-difference.ts';

/** Grey levels within which a place is even: no lettering shows there. */
const even = 12;
/** Grey levels that lettering stands out by. */
const plain = 60;
/** Share of a word's box, across its direction, that is looked at: rules of a table run along its edges. */
const core = 0.4;

/** The darkest and the lightest pixel of a box. */
const rangeIn = (picture: Uint8Array, { width, height, density }: AlignedSheets, box: Box): number => {
  let [low, high] = [255, 0];
  const [right, bottom] = [
    Math.min(width, (box.x + box.width) * density),
    Math.min(height, (box.y + box.height) * density),
  ];
  for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x < right; x++) {
      const value = picture[y * width + x]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return high - low;
};

const coreOf = ({ x, y, width, height, angle }: Word): Box => {
  const off = (1 - core) / 2;
  return angle % 180 === 0
    ? { x, y: y + off * height, width, height: core * height }
    : { x: x + off * width, y, width: core * width, height };
};

/**
 * The words that show on either sheet: one that a mask covers stays in the text layer, and is gone all the same.
 * Only words that the other sheet shows at the same place are looked at; what shows on neither is no change.
 */
export const showingWords = (
  older: readonly PlacedWord[],
  newer: readonly Word[],
  sheets: AlignedSheets,
): { older: PlacedWord[]; newer: Word[] } => {
  const hidden = (word: Word, here: Uint8Array, there: Uint8Array): boolean => {
    const { x, y } = centre(word);
    if (
      !contains({ x: 0, y: 0, width: sheets.width / sheets.density, height: sheets.height / sheets.density }, { x, y })
    )
      return false;
    return rangeIn(here, sheets, coreOf(word)) < even && rangeIn(there, sheets, coreOf(word)) > plain;
  };
  return {
    older: older.filter((word) => !hidden(word, sheets.older, sheets.newer)),
    newer: newer.filter((word) => !hidden(word, sheets.newer, sheets.older)),
  };
};
