import * as z from 'zod';
import type { JudgedItem } from '../../shared/comparison/exports/judge.ts';
import { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import { comparisonPath } from '../../shared/domain/comparisons/paths.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import { ReviewStatus } from '../../shared/domain/comparisons/review.ts';
import type { Ports } from '../../shared/ports.ts';
import { foundChanges, type StoredItem } from './lib/found-changes.ts';

/** Seconds the links to pictures and report live. */
const LINK_SECONDS = 3600;

const time = z.string().meta({ format: 'date-time' });
const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const CostEstimate = z.object({ amount: z.number(), currency: z.string(), arithmetic: z.string() });

/** One change, with links to its pictures. */
export const Item = z
  .looseObject({
    number: z.int().min(1).meta({ description: 'Its place among the items: the path of what is said of it' }),
    sheet: z.int().min(1).meta({ description: 'Its place among the sheets' }),
    description: z.string(),
    rule_description: z
      .string()
      .optional()
      .meta({ description: 'What the rules said, where a language model wrote the description' }),
    difference_rating: z.int().min(1).max(5).meta({ description: '1 cosmetic to 5 changes what is built' }),
    cost_effect: z.int().min(-5).max(5).meta({ description: '-5 large saving to 5 large extra cost, 0 none' }),
    bounding_box: Box.meta({ description: "Fractions of the newer page's width and height, origin top left" }),
    page: z.int().min(1),
    pixel_box: Box,
    kind: z.string(),
    confidence: z.number(),
    trade: z.string().optional(),
    division: z.string().optional().meta({ description: 'Of the CSI MasterFormat: two digits' }),
    meaning: z
      .string()
      .optional()
      .meta({ description: 'What a changed text is: `dimension`, `level`, `note`, `label`, …' }),
    encloses: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Changes that a revision cloud goes round: 0 for a cloud round nothing' }),
    layer: z
      .string()
      .optional()
      .meta({ description: 'The layer of the PDF that most of it is drawn on, where the PDF has layers' }),
    quantity: z.object({ value: z.number(), unit: z.enum(['m', 'm²', 'each']) }).optional(),
    status: ReviewStatus,
    comment: z.string().nullable(),
    cost_estimate: CostEstimate.nullable().meta({ description: 'By the price list, with its arithmetic' }),
    /** Presigned pictures of the place: both sheets over each other, and each alone. */
    crop_url: z.string().optional(),
    older_crop_url: z.string().optional(),
    newer_crop_url: z.string().optional(),
  })
  .meta({ id: 'DrawingComparisonItem' });

/** A comparison in a list: everything but its items and what only the service knows. */
export const ComparisonListItem = ComparisonRecord.omit({
  organization_id: true,
  result_path: true,
  files: true,
  price_list: true,
  attempts: true,
  queued_at: true,
  requested_by: true,
  lease: true,
  record_version: true,
  write_id: true,
})
  .extend({ created_at: time, updated_at: time })
  .meta({ id: 'DrawingComparisonListItem' });

/** The whole comparison; `items` is empty until it is ready. */
export const Comparison = ComparisonListItem.extend({
  price_list: PriceList.nullable(),
  items: z.array(Item),
  /** What was found on each pair of sheets, alignment included. */
  sheets: z.array(z.unknown()),
  /** Presigned links by name: overlay, added-only and removed-only pictures of each sheet, and the report. */
  files: z.record(z.string(), z.string()),
}).meta({ id: 'DrawingComparison' });

/** The record without what a list leaves out: the schema drops every other field. */
export const toListItem = (record: ComparisonRecord): z.output<typeof ComparisonListItem> =>
  ComparisonListItem.parse(record);

/** A change with links to its pictures in the place of their names. */
export const toItem = async (
  record: ComparisonRecord,
  { crop, older_crop, newer_crop, ...item }: StoredItem & JudgedItem,
  presign: Ports['files.presign'],
): Promise<z.input<typeof Item>> => {
  const names = Object.entries({ crop_url: crop, older_crop_url: older_crop, newer_crop_url: newer_crop });
  const links = names.map(async ([field, name]) =>
    name === undefined ? [] : [[field, await presign.view(comparisonPath(record, `${name}.png`), LINK_SECONDS)]],
  );
  const { number = 0, sheet = 0, ...rest } = item;
  return { number, sheet, ...rest, ...Object.fromEntries((await Promise.all(links)).flat()) };
};

/** The comparison with what was found, and links to its pictures and its report; without items while it is not made. */
export const toComparison = async (
  record: ComparisonRecord,
  ports: Pick<Ports, 'files.read' | 'files.presign' | 'reviews.read'>,
): Promise<z.input<typeof Comparison>> => {
  const presign = ports['files.presign'];
  const link = async ([name, path]: [string, string]) => [name, await presign.view(path, LINK_SECONDS)] as const;
  const [found, links] = await Promise.all([
    foundChanges(record, ports),
    Promise.all(Object.entries(record.files).map(link)),
  ]);
  return {
    ...toListItem(record),
    price_list: record.price_list,
    items: await Promise.all(found.items.map((item) => toItem(record, item, presign))),
    sheets: found.sheets,
    files: Object.fromEntries(links),
  };
};
