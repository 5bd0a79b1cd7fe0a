/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const apply = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Returns the transformation that applies `m`, then `n`. */
export const compose = (m: Matrix, n: Matrix): Matrix => [
  n[0] * m[0] + n[2] * m[1],
  n[1] * m[0] + n[3] * m[1],
  n[0] * m[2] + n[2] * m[3],
  n[1] * m[2] + n[3] * m[3],
  n[0] * m[4] + n[2] * m[5] + n[4],
  n[1] * m[4] + n[3] * m[5] + n[5],
];

export const invert = ([a, b, c, d, e, f]: Matrix): Matrix => {
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
};

export const scaling = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0];

/** Scale, and rotation in degrees clockwise on a page whose y axis points down. */
export const scaleOf = ([a, b]: Matrix): number => Math.hypot(a, b);
export const rotationOf = ([a, b]: Matrix): number => (Math.atan2(b, a) * 180) / Math.PI;

/** Returns the bounding box of a box transformed by `m`. */
export const applyToBox = (m: Matrix, box: Box): Box => {
  const [a, b, c, d, e, f] = m;
  const { x: left, y: top } = box;
  const right = left + box.width;
  const bottom = top + box.height;
  // The four corners, as plain numbers: boxes of all objects of a page pass through here.
  const [x0, y0] = [a * left + c * top + e, b * left + d * top + f];
  const [x1, y1] = [a * right + c * top + e, b * right + d * top + f];
  const [x2, y2] = [a * left + c * bottom + e, b * left + d * bottom + f];
  const [x3, y3] = [a * right + c * bottom + e, b * right + d * bottom + f];
  const x = Math.min(x0, x1, x2, x3);
  const y = Math.min(y0, y1, y2, y3);
  return { x, y, width: Math.max(x0, x1, x2, x3) - x, height: Math.max(y0, y1, y2, y3) - y };
};

export const union = (a: Box, b: Box): Box => {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
};

/** Returns the box between four sides. */
export const boxBetween = ({ left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>): Box => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

export const inflate = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

export const centre = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Returns the displacement between the centres of two boxes. */
export const wayOf = (from: Box, to: Box): Point => {
  const [was, is] = [centre(from), centre(to)];
  return { x: is.x - was.x, y: is.y - was.y };
};

export const contains = (box: Box, { x, y }: Point): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** Returns the free space between two boxes along each axis; negative where they overlap. */
export const gaps = (a: Box, b: Box): Point => ({
  x: Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width),
  y: Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height),
});

export const overlapArea = (a: Box, b: Box): number => {
  const { x, y } = gaps(a, b);
  return x < 0 && y < 0 ? x * y : 0;
};

/** Returns the intersection over union of two boxes. */
export const shareInCommon = (a: Box, b: Box): number => {
  const both = overlapArea(a, b);
  return both / (a.width * a.height + b.width * b.height - both);
};

/** Returns the distance between the nearest edges; 0 when the boxes touch or overlap. */
export const distance = (a: Box, b: Box): number => {
  const { x, y } = gaps(a, b);
  return Math.hypot(Math.max(0, x), Math.max(0, y));
};

/** A point of the older sheet and its counterpart on the newer one. */
export interface Match {
  from: Point;
  to: Point;
}

/**
 * Fits the similarity (shift, rotation, scale) with the least squared error over the matches; null when they do not
 * determine one.
 */
export const fitSimilarity = (matches: readonly Match[]): Matrix | null => {
  const n = matches.length;
  if (n < 2) return null;
  let [fx, fy, tx, ty] = [0, 0, 0, 0];
  for (const { from, to } of matches) {
    fx += from.x;
    fy += from.y;
    tx += to.x;
    ty += to.y;
  }
  [fx, fy, tx, ty] = [fx / n, fy / n, tx / n, ty / n];
  let [dot, cross, spread] = [0, 0, 0];
  for (const { from, to } of matches) {
    const [x, y, u, v] = [from.x - fx, from.y - fy, to.x - tx, to.y - ty];
    dot += x * u + y * v;
    cross += x * v - y * u;
    spread += x * x + y * y;
  }
  if (spread < 1e-9) return null;
  const a = dot / spread;
  const b = cross / spread;
  if (a * a + b * b < 1e-9) return null;
  return [a, b, -b, a, tx - a * fx + b * fy, ty - b * fx - a * fy];
};

/** Returns a generator of pseudo-random numbers in [0, 1). A fixed seed makes comparisons reproducible. */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
