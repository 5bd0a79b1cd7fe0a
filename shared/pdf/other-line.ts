import type { Box } from './space-between.ts';

/** Minimum ratio of two sizes of lettering of different lines. */
const minimumSizeRatio = 1.3;
/** Maximum common height of letters of different lines, as a share of the smaller size; a raised digit shares more. */
const maximumCommonShare = 0.2;

/**
 * Whether a character of another size stands above or below a word, as seen in the reading direction: the number of a view
 * and the sheet below it in one bubble, which PDFium takes for one word where they are upright.
 */
export const isOnOtherLine = (
  [left, top, right, bottom]: Box,
  word: { size: number; angle: number },
  [x0, y0, x1, y1]: Box,
  { size }: { size: number },
): boolean => {
  const common =
    word.angle % 180 === 0 ? Math.min(bottom, y1) - Math.max(top, y0) : Math.min(right, x1) - Math.max(left, x0);
  const [smaller, larger] = [Math.min(size, word.size), Math.max(size, word.size)];
  return larger > minimumSizeRatio * smaller && common < maximumCommonShare * smaller;
};
