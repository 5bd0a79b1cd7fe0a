import type { PageText, Word } from '../page-text.ts';

/** Extent along the reading direction (u) and down the lines (v) in points, in a frame rotated with the text. */
export interface Extent {
  u0: number;
  u1: number;
  v0: number;
  v1: number;
}

/** Transforms a box of the page to the frame of text read at `angle`. */
export const rotateToText = (
  word: Pick<Word, 'x' | 'y' | 'width' | 'height'>,
  angle: number,
  page: PageText,
): Extent => {
  const { x, y, width, height } = word;
  if (angle === 90) return { u0: y, u1: y + height, v0: page.width - x - width, v1: page.width - x };
  if (angle === 180) {
    return { u0: page.width - x - width, u1: page.width - x, v0: page.height - y - height, v1: page.height - y };
  }
  if (angle === 270) return { u0: page.height - y - height, u1: page.height - y, v0: x, v1: x + width };
  return { u0: x, u1: x + width, v0: y, v1: y + height };
};

export const union = (extents: readonly Extent[]): Extent => ({
  u0: Math.min(...extents.map((each) => each.u0)),
  u1: Math.max(...extents.map((each) => each.u1)),
  v0: Math.min(...extents.map((each) => each.v0)),
  v1: Math.max(...extents.map((each) => each.v1)),
});
