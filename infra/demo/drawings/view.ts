import type { DrawnBox } from './drawing-geometry.ts';
import type { DrawnPoint } from './primitives.ts';
import type { Units } from './units.ts';

/** The position of a drawing on the sheet: model millimetres to page points. */
export interface DrawnView {
  /** page point of the model's origin */
  x: number;
  y: number;
  /** points per model millimetre */
  k: number;
  units: Units;
  /** 1 on A1, smaller on smaller sheets: text and symbols */
  pen: number;
}

export const at = (v: DrawnView, x: number, y: number): DrawnPoint => [v.x + x * v.k, v.y + y * v.k];

export const boxAt = (v: DrawnView, r: DrawnBox): DrawnBox => ({
  x: v.x + r.x * v.k,
  y: v.y + r.y * v.k,
  width: r.width * v.k,
  height: r.height * v.k,
});
