/** A character or word on the displayed page, in points; `angle` in degrees clockwise. */
interface Placed {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  angle: number;
  /** The actual direction of slanting text; NaN for others. */
  slant: number;
}

/** Widest space between characters that touch, in font sizes. */
export const TOUCHING = 0.1;
/** In font sizes: distance off the baseline, and how far a character may extend over its predecessor. */
const OFF_BASELINE = 0.2;
const OVERLAP = 0.12;
/** Maximum difference of two sizes that count as one, as a share. */
const OTHER_SIZE = 0.05;

/** Returns where a word begins and ends along its reading direction, and its baseline across it. */
const alongOf = ({ x, y, width, height, angle }: Placed): { from: number; to: number; base: number } => {
  if (angle === 90) return { from: y, to: y + height, base: x };
  if (angle === 180) return { from: -x - width, to: -x, base: y };
  if (angle === 270) return { from: -y - height, to: -y, base: x };
  return { from: x, to: x + width, base: y };
};

/**
 * Returns the space between two characters or words in font sizes; undefined if the second does not follow the first on
 * one baseline in the same size.
 */
export const spaceBetween = (one: Placed, other: Placed): number | undefined => {
  const isAlike = one.angle === other.angle && Math.abs(one.size - other.size) < OTHER_SIZE * one.size;
  if (!isAlike || !Number.isNaN(one.slant) || !Number.isNaN(other.slant)) return undefined;
  const [before, after] = [alongOf(one), alongOf(other)];
  const space = (after.from - before.to) / one.size;
  return space > -OVERLAP && Math.abs(before.base - after.base) < OFF_BASELINE * one.size ? space : undefined;
};
