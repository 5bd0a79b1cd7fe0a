/**
 * A straight line of the drawing at its full length, in points as displayed; directed to the right, or straight down.
 */
export interface Line {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Index of the pen in {@link Coverage.pens}. */
  pen: number;
  /** Whether it is drawn with gaps, by a dash pattern or in separate pieces. */
  dashed: boolean;
}

/** Returns the distance of two positions. Unlike Math.hypot it is fast; coordinates of a page cannot overflow. */
export const lengthBetween = (x0: number, y0: number, x1: number, y1: number): number => {
  const dx = x1 - x0;
  const dy = y1 - y0;
  return Math.sqrt(dx * dx + dy * dy);
};

/** Returns the length in points. */
export const lengthOf = ({ x0, y0, x1, y1 }: Line): number => lengthBetween(x0, y0, x1, y1);

/** Creates a line directed to the right, or straight down. */
export const directed = (x0: number, y0: number, x1: number, y1: number, pen: number, dashed: boolean): Line =>
  x1 - x0 > 1e-6 || (Math.abs(x1 - x0) <= 1e-6 && y1 >= y0)
    ? { x0, y0, x1, y1, pen, dashed }
    : { x0: x1, y0: y1, x1: x0, y1: y0, pen, dashed };
