import { type DrawnBox, grow, roundHundredth, unionOf } from './drawing-geometry.ts';
import { type DrawingFont, textExtent, textWidth } from './font.ts';

/** Grey level 0 (black) to 1 (white), or red, green, blue 0 to 1. */
export type Color = number | readonly [number, number, number];
export type DrawnPoint = readonly [number, number];

export interface Stroke {
  /** points */
  width: number;
  color?: Color;
  dash?: readonly number[];
}

/** Drawing order, lowest first. All walls are outlined and then filled, which joins their corners. */
export const Z = { hatch: 0, outline: 1, fill: 2, wallHatch: 3, opening: 4, line: 5, text: 6, mask: 7, over: 8 };

export interface PathPrimitive {
  type: 'path';
  z: number;
  /** PDF path operators in page points, y downwards */
  path: string;
  stroke?: Stroke | undefined;
  fill?: Color | undefined;
  /** the ink, stroke width included */
  box: DrawnBox;
}

export interface TextPrimitive {
  type: 'text';
  z: number;
  text: string;
  /** the anchor on the baseline, before rotation */
  x: number;
  y: number;
  size: number;
  font: DrawingFont;
  align: 'left' | 'center' | 'right';
  /** reading direction, degrees clockwise */
  angle: 0 | 90 | 270;
  color: Color;
  box: DrawnBox;
}

export type Primitive = PathPrimitive | TextPrimitive;

/** What a person would describe as one object on the sheet; the unit of every change. */
export interface Element {
  id: string;
  role: string;
  primitives: Primitive[];
}

export const element = (id: string, role: string, ...primitives: (Primitive | Primitive[])[]): Element => ({
  id,
  role,
  primitives: primitives.flat(),
});

export const elementBox = (e: Element): DrawnBox => unionOf(e.primitives.map((p) => p.box));

const p = (x: number, y: number): string => `${roundHundredth(x)} ${roundHundredth(y)}`;

const bounds = (points: readonly DrawnPoint[], stroke?: Stroke): DrawnBox =>
  grow(unionOf(points.map(([x, y]) => ({ x, y, width: 0, height: 0 }))), (stroke?.width ?? 0) / 2);

interface PathOptions {
  stroke?: Stroke;
  fill?: Color;
  z?: number;
}

/** Returns separate straight lines as one primitive. */
export const lines = (
  segments: readonly (readonly [DrawnPoint, DrawnPoint])[],
  stroke: Stroke,
  z = Z.line,
): PathPrimitive => ({
  type: 'path',
  z,
  path: segments.map(([a, b]) => `${p(...a)} m ${p(...b)} l`).join(' '),
  stroke,
  box: bounds(segments.flat(), stroke),
});

export const line = (a: DrawnPoint, b: DrawnPoint, stroke: Stroke, z = Z.line): PathPrimitive =>
  lines([[a, b]], stroke, z);

export const polygon = (points: readonly DrawnPoint[], { stroke, fill, z = Z.line }: PathOptions): PathPrimitive => ({
  type: 'path',
  z,
  path: `${points.map((q, i) => `${p(...q)} ${i === 0 ? 'm' : 'l'}`).join(' ')} h`,
  stroke,
  fill,
  box: bounds(points, stroke),
});

export const rect = (b: DrawnBox, options: PathOptions): PathPrimitive =>
  polygon(
    [
      [b.x, b.y],
      [b.x + b.width, b.y],
      [b.x + b.width, b.y + b.height],
      [b.x, b.y + b.height],
    ],
    options,
  );

/**
 * Returns an arc of at most a quarter turn from `start` to `end`, in degrees clockwise as displayed, 0 pointing right.
 */
export const arc = (
  c: DrawnPoint,
  r: number,
  start: number,
  end: number,
  stroke: Stroke,
  z = Z.line,
): PathPrimitive => {
  const a = (start * Math.PI) / 180;
  const b = (end * Math.PI) / 180;
  const k = (4 / 3) * Math.tan((b - a) / 4) * r;
  const from: DrawnPoint = [c[0] + r * Math.cos(a), c[1] + r * Math.sin(a)];
  const to: DrawnPoint = [c[0] + r * Math.cos(b), c[1] + r * Math.sin(b)];
  const one = p(from[0] - k * Math.sin(a), from[1] + k * Math.cos(a));
  const two = p(to[0] + k * Math.sin(b), to[1] - k * Math.cos(b));
  return {
    type: 'path',
    z,
    path: `${p(...from)} m ${one} ${two} ${p(...to)} c`,
    stroke,
    box: bounds([from, to], stroke),
  };
};

export const circle = (c: DrawnPoint, r: number, { stroke, fill, z = Z.line }: PathOptions): PathPrimitive => {
  const [x, y] = c;
  const k = r * 0.5522847;
  const path = [
    `${p(x + r, y)} m`,
    `${p(x + r, y + k)} ${p(x + k, y + r)} ${p(x, y + r)} c`,
    `${p(x - k, y + r)} ${p(x - r, y + k)} ${p(x - r, y)} c`,
    `${p(x - r, y - k)} ${p(x - k, y - r)} ${p(x, y - r)} c`,
    `${p(x + k, y - r)} ${p(x + r, y - k)} ${p(x + r, y)} c h`,
  ].join(' ');
  const box = grow({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, (stroke?.width ?? 0) / 2);
  return { type: 'path', z, path, stroke, fill, box };
};

/** Returns lines at 45 degrees, `step` points apart, clipped to a rectangle. */
export const hatch = (b: DrawnBox, step: number, stroke: Stroke, z = Z.hatch, falling = false): PathPrimitive => {
  const segments: [DrawnPoint, DrawnPoint][] = [];
  const first = Math.ceil((b.x + b.y) / (step * Math.SQRT2)) * step * Math.SQRT2;
  for (let s = first; s < b.x + b.width + b.y + b.height; s += step * Math.SQRT2) {
    const x0 = Math.max(b.x, s - b.y - b.height);
    const x1 = Math.min(b.x + b.width, s - b.y);
    if (x1 - x0 < 0.2) continue;
    const flip = (y: number): number => (falling ? 2 * b.y + b.height - y : y);
    segments.push([
      [x0, flip(s - x0)],
      [x1, flip(s - x1)],
    ]);
  }
  return lines(
    segments.length > 0
      ? segments
      : [
          [
            [b.x, b.y],
            [b.x, b.y],
          ],
        ],
    stroke,
    z,
  );
};

interface TextOptions {
  size: number;
  font?: DrawingFont;
  align?: 'left' | 'center' | 'right';
  angle?: 0 | 90 | 270;
  color?: Color;
  z?: number;
}

/** Returns one line of text; `x`, `y` anchor its baseline. */
export const text = (content: string, x: number, y: number, options: TextOptions): TextPrimitive => {
  const { size, font = 'regular', align = 'left', angle = 0, color = 0, z = Z.text } = options;
  const width = textWidth(content, size, font);
  const start = align === 'left' ? 0 : align === 'center' ? -width / 2 : -width;
  const { top, bottom } = textExtent(content, size);
  const height = top - bottom;
  const box =
    angle === 0
      ? { x: x + start, y: y - top, width, height }
      : angle === 90
        ? { x: x + bottom, y: y + start, width: height, height: width }
        : { x: x - top, y: y - start - width, width: height, height: width };
  return { type: 'text', z, text: content, x, y, size, font, align, angle, color, box };
};

/** Returns the text primitive with another text. */
export const retext = (t: TextPrimitive, content: string): TextPrimitive => text(content, t.x, t.y, t);
