import * as z from 'zod';

const Fraction = z.number().min(0).max(1);
export const Position = z.strictObject({ x: Fraction, y: Fraction }).meta({
  id: 'PagePosition',
  description: 'A position on a page: fractions (0 to 1) of its width and height as displayed, from the upper left',
});

/** Minimum distance between two positions on one page that determine an alignment, as a fraction of the page. */
const minimumDistance = 0.02;

/** The same places of the drawing on both pages, which align them instead of their texts or linework. */
export const MatchingPoints = z
  .array(z.strictObject({ original: Position, comparison: Position }))
  .min(2)
  .max(10)
  .refine(
    (points) =>
      (['original', 'comparison'] as const).every((side) =>
        points.some(
          (point) =>
            Math.hypot(point[side].x - points[0]![side].x, point[side].y - points[0]![side].y) >= minimumDistance,
        ),
      ),
    'must name at least two places that are apart on both pages',
  );
export type MatchingPoints = z.infer<typeof MatchingPoints>;
