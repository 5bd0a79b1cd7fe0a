import type { Line } from './line.ts';
import type { Bounds } from './linework.ts';

/** Returns the box around boxes; inverted if there are none. */
export const around = (boxes: readonly Bounds[]): Bounds => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of boxes) {
    if (left < box.left) box.left = left;
    if (top < box.top) box.top = top;
    if (right > box.right) box.right = right;
    if (bottom > box.bottom) box.bottom = bottom;
  }
  return box;
};

/** Whether a box contains the centre of another. */
export const holdsCentre = (outer: Bounds, { left, top, right, bottom }: Bounds): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
};

/** Whether two boxes overlap. */
export const overlap = (a: Bounds, b: Bounds): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the intersection of two boxes; inverted if it is empty. */
export const intersectionOf = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/** Returns the area of a box in square points; 0 if it is inverted. */
export const areaOfBox = ({ left, top, right, bottom }: Bounds): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** Returns a box that is larger on each side by some points. */
export const grown = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Returns the distance between two boxes in points, 0 if they overlap. */
export const gapBetween = (a: Bounds, b: Bounds): number =>
  Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));

/** Returns the square around a point whose sides are `reach` points away. */
export const aroundPoint = (x: number, y: number, reach: number): Bounds => ({
  left: x - reach,
  top: y - reach,
  right: x + reach,
  bottom: y + reach,
});

/** Returns the box around a circle. */
export const aroundCircle = ({ x, y, radius }: { x: number; y: number; radius: number }): Bounds =>
  aroundPoint(x, y, radius);

/** Returns the box around a line. */
export const aroundLine = ({ x0, y0, x1, y1 }: Line): Bounds => ({
  left: Math.min(x0, x1),
  top: Math.min(y0, y1),
  right: Math.max(x0, x1),
  bottom: Math.max(y0, y1),
});
