import type { PixelBox } from '../../../shared/pdf/page-matrix.ts';
import type { ReadWord } from './read-word.ts';

/** Height in pixels of a line as it is recognised. */
export const LINE_PIXELS = 48;
/** Maximum width in pixels of all lines of an image together, as they are recognised: about 10 s. */
const MAXIMUM_READ_PIXELS = 30_000;
/** Minimum share of a line's length that words cover which need not be read again. */
const MINIMUM_READ_SHARE = 0.6;
/** By how much the box of a line is longer than its letters, in its heights. */
const MARGIN_HEIGHTS = 0.5;

/** Returns the width in pixels that a line has when it is recognised, whichever way it reads. */
const widthToRead = ({ left, top, right, bottom }: PixelBox): number => {
  const [wide, high] = [right - left, bottom - top];
  return (LINE_PIXELS * Math.max(wide, high)) / Math.max(1, Math.min(wide, high));
};

/** Whether words that need not be read again cover a line. */
const isRead = ({ left, top, right, bottom }: PixelBox, read: readonly ReadWord['bbox'][]): boolean => {
  const own = read.filter(({ x0, y0, x1, y1 }) => {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  const length = right - left - MARGIN_HEIGHTS * (bottom - top);
  return own.length > 0 && own.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0) >= MINIMUM_READ_SHARE * length;
};

/**
 * Returns the lines of an image that are to be read, the shortest ones first and as many as the time allows.
 * @param read boxes of words that need not be read again
 */
export const linesToRead = (boxes: readonly PixelBox[], read: readonly ReadWord['bbox'][]): PixelBox[] => {
  let sum = 0;
  return boxes
    .filter((box) => !isRead(box, read))
    .sort((a, b) => widthToRead(a) - widthToRead(b))
    .filter((box) => {
      sum += widthToRead(box);
      return sum <= MAXIMUM_READ_PIXELS;
    });
};
