import * as z from 'zod';
import { ComparisonRecord } from './comparison.ts';

const text = z.string().nullable();
const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** One change (specification 2.4, decisions section 3). */
export const ComparisonItem = z
  .looseObject({
    description: z.string(),
    difference_rating: z.int().min(1).max(5).meta({ description: '1 cosmetic to 5 changes what is built' }),
    cost_effect: z.int().min(-5).max(5).meta({ description: '-5 large saving to 5 large extra cost, 0 none' }),
    bounding_box: Box.meta({ description: "Fractions of the newer page's width and height, origin top left" }),
    page: z.int().min(1),
    pixel_box: Box,
    kind: z.string(),
    confidence: z.number(),
    /** A presigned picture of the place, old and new. */
    crop_url: z.string().optional(),
  })
  .meta({ id: 'DrawingComparisonItem' });

/** What the engine found, as the worker stores it and `npm run compare` writes it. */
export const ComparisonResult = z.looseObject({
  original_drawing_number: text,
  comparison_drawing_number: text,
  original_drawing_revision: text,
  comparison_drawing_revision: text,
  description: z.string(),
  summary: z.string(),
  items: z.array(ComparisonItem),
});
export type ComparisonResult = z.infer<typeof ComparisonResult>;

const time = z.string().meta({ format: 'date-time' });

/** A comparison in a list: everything but its items and what only the service knows. */
export const ComparisonListItem = ComparisonRecord.omit({
  organization_id: true,
  result_path: true,
  files: true,
  attempts: true,
  queued_at: true,
  lease: true,
  record_version: true,
  write_id: true,
})
  .extend({ created_at: time, updated_at: time })
  .meta({ id: 'DrawingComparisonListItem' });

/** The whole comparison; `items` is empty until it is ready. */
export const Comparison = ComparisonListItem.extend({
  items: z.array(ComparisonItem),
  /** What was found on each pair of sheets, alignment included. */
  sheets: z.array(z.unknown()),
  /** Presigned links by name: overlay, added-only and removed-only pictures of each sheet, and the report. */
  files: z.record(z.string(), z.string()),
}).meta({ id: 'DrawingComparison' });

/** The record without what a list leaves out: the schema drops every other field. */
export const toListItem = (record: ComparisonRecord): z.output<typeof ComparisonListItem> =>
  ComparisonListItem.parse(record);
