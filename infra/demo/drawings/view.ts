import type { Box } from './drawing-geometry.ts';
import type { Point } from './primitives.ts';
import type { Units } from './units.ts';

/** The position of a drawing on the sheet: model millimetres to page points. */
export interface View {
  /** page point of the model's origin */
  x: number;
  y: number;
  /** points per model millimetre */
  k: number;
  units: Units;
  /** 1 on A1, smaller on smaller sheets: text and symbols */
  pen: number;
}

export const at = (v: View, x: number, y: number): Point => [v.x + x * v.k, v.y + y * v.k];

export const boxAt = (v: View, r: Box): Box => ({
  x: v.x + r.x * v.k,
  y: v.y + r.y * v.k,
  width: r.width * v.k,
  height: r.height * v.k,
});
