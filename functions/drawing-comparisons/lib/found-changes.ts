import { createHash } from 'node:crypto';
import type { ComparisonItem, ComparisonResult } from '../../../shared/comparison/engine/index.ts';
import { type JudgedItem, judge } from '../../../shared/comparison/exports/judge.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import type { ReviewRecord } from '../../../shared/domain/comparisons/review.ts';
import type { Ports } from '../../../shared/ports.ts';

/** A change as the worker stores it, with the names of its pictures. */
export interface StoredItem extends ComparisonItem {
  crop?: string;
  older_crop?: string;
  newer_crop?: string;
}

export interface FoundChanges {
  items: (StoredItem & JudgedItem)[];
  sheets: ComparisonResult['sheets'];
  reviews: readonly ReviewRecord[];
  /** Tells this state of result, reviews and prices from every other one. */
  state: string;
}

/** Made anew with each way that exports are written, so that none of a former way is found. */
const FORM = 1;

/** What people said of the changes of a comparison. */
export const reviewsOf = async (
  { organization_id, id }: ComparisonRecord,
  reviews: Ports['reviews.read'],
): Promise<ReviewRecord[]> => {
  const ids = await reviews.ids(organization_id, { list: 'ofComparison', parent: id });
  return (await reviews.getMany(organization_id, ids)).filter((review) => review !== undefined);
};

/** What was found, judged and priced; nothing while no result stands. */
export const foundChanges = async (
  record: ComparisonRecord,
  ports: Pick<Ports, 'files.read' | 'reviews.read'>,
): Promise<FoundChanges> => {
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
