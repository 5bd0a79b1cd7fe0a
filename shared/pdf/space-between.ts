import type { Word } from '../domain/page-text.ts';

/** Left, top, right and bottom on the displayed page, in points. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** A character or word on the displayed page; `slant` is NaN unless its text slants. */
interface Placed extends Pick<Word, 'x' | 'y' | 'width' | 'height' | 'size' | 'angle'> {
  slant: number;
}

/** Widest space between characters that touch, in font sizes. */
export const TOUCHING = 0.1;
/** Maximum distance off the baseline of characters on one line, in font sizes. */
export const OFF_BASELINE = 0.2;
/** How far a character may extend over its predecessor, in font sizes. */
const OVERLAP = 0.12;
/** Maximum difference of two sizes that count as one, as a share. */
const OTHER_SIZE = 0.05;

type Lettering = Pick<Word, 'size' | 'angle'>;

/** Whether two texts have one size and reading direction. */
export const isSameLettering = (one: Lettering, other: Lettering): boolean =>
  one.angle === other.angle && Math.abs(one.size - other.size) < OTHER_SIZE * one.size;

/** Returns where a box begins and ends along a reading direction, and its lower edge as seen in that direction. */
export const frameOf = ([x0, y0, x1, y1]: Box, angle: number): { from: number; to: number; bottom: number } => {
  if (angle === 90) return { from: y0, to: y1, bottom: -x0 };
  if (angle === 180) return { from: -x1, to: -x0, bottom: -y0 };
  if (angle === 270) return { from: -y1, to: -y0, bottom: x1 };
  return { from: x0, to: x1, bottom: y1 };
};

/** Returns the edge across the reading direction by which words are on one line: boxes of one size are equally high. */
const edgeOf = ({ x, y, angle }: Placed): number => (angle % 180 === 0 ? y : x);

const frameOfPlaced = ({ x, y, width, height, angle }: Placed) => frameOf([x, y, x + width, y + height], angle);

/**
 * Returns the space between two characters or words in font sizes; undefined if the second does not follow the first on
 * one baseline in the same size.
 */
export const spaceBetween = (one: Placed, other: Placed): number | undefined => {
  if (!isSameLettering(one, other) || !Number.isNaN(one.slant) || !Number.isNaN(other.slant)) return undefined;
  const [before, after] = [frameOfPlaced(one), frameOfPlaced(other)];
  const space = (after.from - before.to) / one.size;
  return space > -OVERLAP && Math.abs(edgeOf(one) - edgeOf(other)) < OFF_BASELINE * one.size ? space : undefined;
};
