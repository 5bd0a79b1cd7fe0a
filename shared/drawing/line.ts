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

/** Returns the length in points. */
export const lengthOf = ({ x0, y0, x1, y1 }: Line): number => Math.hypot(x1 - x0, y1 - y0);

/** Creates a line directed to the right, or straight down. */
export const directed = (x0: number, y0: number, x1: number, y1: number, pen: number, dashed: boolean): Line =>
  x1 - x0 > 1e-6 || (Math.abs(x1 - x0) <= 1e-6 && y1 >= y0)
    ? { x0, y0, x1, y1, pen, dashed }
    : { x0: x1, y0: y1, x1: x0, y1: y0, pen, dashed };
