import * as z from 'zod';
import type { Bounds } from '../drawing/index.ts';

export const BoxView = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ description: "Fractions of the page's width and height, origin top left" });

const rounded = (value: number): number => Math.round(value * 100_000) / 100_000;

/** Converts a box in page units to fractions of the page, with the origin at the top left. */
export const fractionsOf = (
  { left, top, right, bottom }: Bounds,
  { width, height }: { width: number; height: number },
): z.input<typeof BoxView> => ({
  x: rounded(left / width),
  y: rounded(top / height),
  width: rounded((right - left) / width),
  height: rounded((bottom - top) / height),
});
