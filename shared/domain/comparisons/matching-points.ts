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

const Side = z.number().min(minimumDistance).max(1);
const ViewBox = z
  .strictObject({ x: Fraction, y: Fraction, width: Side, height: Side })
  .refine(({ x, y, width, height }) => x + width <= 1.001 && y + height <= 1.001, 'must lie on the page')
  .meta({
    id: 'ViewBox',
    description: 'A box around a view: fractions (0 to 1) of the width and height of the page as displayed',
  });

/** The boxes of one view on both pages: only this view is compared, whatever its place and scale. */
export const MatchingViews = z.strictObject({ original: ViewBox, comparison: ViewBox });
export type MatchingViews = z.infer<typeof MatchingViews>;

/** How a person aligned two pages; null if the engine aligns them. */
export interface GivenAlignment {
  matching_points: MatchingPoints | null;
  matching_views: MatchingViews | null;
}
