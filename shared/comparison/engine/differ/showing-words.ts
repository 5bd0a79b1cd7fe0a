import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Box, centre, contains } from '../geometry.ts';
import type { PlacedWord } from './text-difference.ts';
import { maximumEvenRangeGreys, minimumVisibleRangeGreys, wordCoreShare } from './thresholds.ts';

/** Returns the difference between the lightest and the darkest pixel of a box. */
const greyRangeIn = (picture: Uint8Array, { width, height, density }: AlignedSheets, box: Box): number => {
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
  const off = (1 - wordCoreShare) / 2;
  return angle % 180 === 0
    ? { x, y: y + off * height, width, height: wordCoreShare * height }
    : { x: x + off * width, y, width: wordCoreShare * width, height };
};

/**
 * Returns the words visible on each sheet. A word covered by a mask remains in the text layer but is not visible. A
 * word is dropped only if the other sheet shows something at the same position; a word visible on neither is no
 * change.
 */
export const visibleWords = (
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
    return (
      greyRangeIn(here, sheets, coreOf(word)) < maximumEvenRangeGreys &&
      greyRangeIn(there, sheets, coreOf(word)) > minimumVisibleRangeGreys
    );
  };
  return {
    older: older.filter((word) => !hidden(word, sheets.older, sheets.newer)),
    newer: newer.filter((word) => !hidden(word, sheets.newer, sheets.older)),
  };
};
