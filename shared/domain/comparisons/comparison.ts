import * as z from 'zod';
import { ChangedBy } from '../events/event.ts';
import { Lease } from '../lease.ts';
import type { StatusTransition } from '../transition.ts';
import { User } from '../user.ts';
import { MatchingPoints, MatchingViews } from './matching-points.ts';
import { PriceList } from './price-list.ts';

const COMPARISON_STATUSES = ['queued', 'running', 'ready', 'failed'] as const;
export const ComparisonStatus = z.enum(COMPARISON_STATUSES);
export type ComparisonStatus = z.infer<typeof ComparisonStatus>;

const text = z.string().nullable();

/**
 * A stored comparison of two documents, or of one page of each. Its items and images are in the object store, at the
 * paths in the record. The identifier is derived from the pair, so that a pair has one comparison.
 */
export const ComparisonRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  status: ComparisonStatus,
  original_drawing_id: z.string(),
  comparison_drawing_id: z.string(),
  /** The compared pages, from 1; null for a comparison of whole documents. */
  original_page: z.int().nullable().default(null),
  comparison_page: z.int().nullable().default(null),
  /** Places that align the two pages; null if the engine aligns them. */
  matching_points: MatchingPoints.nullable().default(null),
  /** The boxes of the only view that is compared; null for whole pages. */
  matching_views: MatchingViews.nullable().default(null),
  original_drawing_number: text,
  comparison_drawing_number: text,
  original_drawing_revision: text,
  comparison_drawing_revision: text,
  description: text,
  summary: text,
  item_count: z.int().nullable(),
  result_path: text,
  /** The prices of its changes; null if none were given. */
  price_list: PriceList.nullable().default(null),
  /** Images of whole sheets and the report by name, each with its path in the object store. */
  files: z.record(z.string(), z.string()),
  error: text,
  error_detail: z.record(z.string(), z.unknown()).nullable(),
  attempts: z.int(),
  queued_at: z.string(),
  /** The user who last requested it and is notified when it is ready; null for older comparisons. */
  requested_by: User.nullable().default(null),
  lease: Lease.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  record_version: z.int(),
  write_id: z.string(),
});
export type ComparisonRecord = z.infer<typeof ComparisonRecord>;

/** The fields that the sweep reads of a queued or running comparison. */
export const BusyComparison = ComparisonRecord.pick({
  organization_id: true,
  id: true,
  attempts: true,
  queued_at: true,
  lease: true,
});
export type BusyComparison = z.infer<typeof BusyComparison>;

export type ComparisonChange = Partial<
  Omit<
    ComparisonRecord,
    'id' | 'organization_id' | 'project_id' | 'created_at' | 'record_version' | 'write_id' | 'updated_at'
  >
>;

/** A permitted transition of a comparison's status. */
export type ComparisonTransition = StatusTransition<ComparisonStatus>;

export const COMPARISON_TRANSITIONS = {
  /** A worker takes the comparison, or takes it over after the previous worker's lease has expired. */
  start: { name: 'start', from: ['queued', 'running'], to: 'running' },
  finish: { name: 'finish', from: ['running'], to: 'ready' },
  fail: { name: 'fail', from: ['queued', 'running'], to: 'failed' },
  retry: { name: 'retry', from: ['failed'], to: 'queued' },
  /** A pair is compared again. */
  again: { name: 'again', from: ['ready'], to: 'queued' },
} as const satisfies Record<string, ComparisonTransition>;
