import * as z from 'zod';
import type { ComparisonItem, ComparisonResult } from '../../shared/comparison/engine/index.ts';
import { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import type { Ports } from '../../shared/ports.ts';

/** Seconds the links to pictures and report live. */
const LINK_SECONDS = 3600;

const time = z.string().meta({ format: 'date-time' });
const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** One change, with a link to its picture. */
const Item = z
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
  items: z.array(Item),
  /** What was found on each pair of sheets, alignment included. */
  sheets: z.array(z.unknown()),
  /** Presigned links by name: overlay, added-only and removed-only pictures of each sheet, and the report. */
  files: z.record(z.string(), z.string()),
}).meta({ id: 'DrawingComparison' });

/** The result as the worker stores it: each item names its picture among the record's `files`. */
type StoredResult = Omit<ComparisonResult, 'items'> & { items: (ComparisonItem & { crop?: string })[] };

/** The record without what a list leaves out: the schema drops every other field. */
export const toListItem = (record: ComparisonRecord): z.output<typeof ComparisonListItem> =>
  ComparisonListItem.parse(record);

/** The comparison with what was found, and links to its pictures and its report; without items while it is not made. */
export const toComparison = async (
  record: ComparisonRecord,
  ports: Pick<Ports, 'files.read' | 'files.presign'>,
): Promise<z.input<typeof Comparison>> => {
  const link = async ([name, path]: [string, string]) =>
    [name, await ports['files.presign'].view(path, LINK_SECONDS)] as const;
  const [bytes, links] = await Promise.all([
    record.result_path === null ? undefined : ports['files.read'].bytes(record.result_path),
    Promise.all(Object.entries(record.files).map(link)),
  ]);
  const files = Object.fromEntries(links);
  const found: Pick<StoredResult, 'items' | 'sheets'> = bytes
    ? JSON.parse(Buffer.from(bytes).toString('utf8'))
    : { items: [], sheets: [] };
  const items = found.items.map(({ crop, ...item }) => {
    const crop_url = crop && files[crop];
    return crop_url ? { ...item, crop_url } : item;
  });
  return { ...toListItem(record), items, sheets: found.sheets, files };
};
