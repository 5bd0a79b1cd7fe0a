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
  page: Pick<PageText, 'width' | 'height'>,
): Extent => {
  const { x, y, width, height } = word;
  if (angle === 90) return { u0: y, u1: y + height, v0: page.width - x - width, v1: page.width - x };
  if (angle === 180) {
    return { u0: page.width - x - width, u1: page.width - x, v0: page.height - y - height, v1: page.height - y };
  }
  if (angle === 270) return { u0: page.height - y - height, u1: page.height - y, v0: x, v1: x + width };
  return { u0: x, u1: x + width, v0: y, v1: y + height };
};

export const union = (extents: readonly Extent[]): Extent => {
  let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const each of extents) {
    if (each.u0 < u0) u0 = each.u0;
    if (each.u1 > u1) u1 = each.u1;
    if (each.v0 < v0) v0 = each.v0;
    if (each.v1 > v1) v1 = each.v1;
  }
  return { u0, u1, v0, v1 };
};
