/** A rectangle in points (1/72 inch), origin at the top left of the page as displayed. */
export interface DrawnBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Affine matrix [a b c d e f]: x' = a x + c y + e, y' = b x + d y + f. */
export type DrawnMatrix = readonly [number, number, number, number, number, number];

export const IDENTITY: DrawnMatrix = [1, 0, 0, 1, 0, 0];

export const roundHundredth = (value: number): number => Math.round(value * 100) / 100;

export const unionOf = (boxes: readonly DrawnBox[]): DrawnBox => {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  const right = Math.max(...boxes.map((b) => b.x + b.width));
  const bottom = Math.max(...boxes.map((b) => b.y + b.height));
  return { x, y, width: right - x, height: bottom - y };
};

export const grow = (b: DrawnBox, by: number): DrawnBox => ({
  x: b.x - by,
  y: b.y - by,
  width: b.width + 2 * by,
  height: b.height + 2 * by,
});

export const overlaps = (a: DrawnBox, b: DrawnBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns intersection over union, 0 to 1. */
export const iou = (a: DrawnBox, b: DrawnBox): number => {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w <= 0 || h <= 0 ? 0 : (w * h) / (a.width * a.height + b.width * b.height - w * h);
};

/** Returns the bounding box of a transformed box. */
export const transformBox = (b: DrawnBox, m: DrawnMatrix): DrawnBox => {
  const corners = [
    [b.x, b.y],
    [b.x + b.width, b.y],
    [b.x, b.y + b.height],
    [b.x + b.width, b.y + b.height],
  ].map(([x, y]) => [m[0] * x! + m[2] * y! + m[4], m[1] * x! + m[3] * y! + m[5]] as const);
  const xs = corners.map((c) => c[0]);
  const ys = corners.map((c) => c[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

export const roundBox = (b: DrawnBox): DrawnBox => ({
  x: roundHundredth(b.x),
  y: roundHundredth(b.y),
  width: roundHundredth(b.width),
  height: roundHundredth(b.height),
});
