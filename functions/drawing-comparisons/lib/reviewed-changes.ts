import { createHash } from 'node:crypto';
import type { ComparisonItem, ComparisonResult } from '../../../shared/comparison/engine/index.ts';
import { type JudgedItem, judge } from '../../../shared/comparison/exports/judge.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import type { ReviewRecord } from '../../../shared/domain/comparisons/review.ts';
import type { Ports } from '../../../shared/ports.ts';

/** A change as the worker stores it, with the names of its images. */
export interface StoredItem extends ComparisonItem {
  crop?: string;
  older_crop?: string;
  newer_crop?: string;
}

export interface ReviewedChanges {
  items: (StoredItem & JudgedItem)[];
  sheets: ComparisonResult['sheets'];
  reviews: readonly ReviewRecord[];
  /** Hash that identifies this combination of result, reviews and prices. */
  state: string;
}

/**
 * Version of the export formats; increment it with every change of them, so that older stored exports are not reused.
 */
const FORM = 3;

/** Returns the reviews of a comparison's changes. */
export const reviewsOf = async (
  { organization_id, id }: ComparisonRecord,
  reviews: Ports['reviews.read'],
): Promise<ReviewRecord[]> => {
  const ids = await reviews.ids(organization_id, { list: 'ofComparison', parent: id });
  return (await reviews.getMany(organization_id, ids)).filter((review) => review !== undefined);
};

/** Returns the changes with reviews and estimated costs; empty as long as no result is stored. */
export const foundChanges = async (
  record: ComparisonRecord,
  ports: Pick<Ports, 'files.read' | 'reviews.read'>,
): Promise<ReviewedChanges> => {
  if (record.result_path === null) return { items: [], sheets: [], reviews: [], state: 'none' };
  const [bytes, reviews] = await Promise.all([
    ports['files.read'].bytes(record.result_path),
    reviewsOf(record, ports['reviews.read']),
  ]);
  const result: ComparisonResult & { items: StoredItem[] } = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const versions = reviews.map(({ id, record_version }) => [id, record_version]);
  const state = createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([FORM, versions, record.price_list]))
    .digest('hex')
    .slice(0, 32);
  return { items: judge(result.items, reviews, record.price_list), sheets: result.sheets, reviews, state };
};
