import { type CostEstimate, estimateOf, type PriceList } from '../../domain/comparisons/price-list.ts';
import { matchReviews, type ReviewRecord, type ReviewStatus } from '../../domain/comparisons/review.ts';
import type { ComparisonItem } from '../engine/index.ts';

/** A change with its review status, comment and cost estimate. */
export interface JudgedItem extends ComparisonItem {
  status: ReviewStatus;
  comment: string | null;
  cost_estimate: CostEstimate | null;
}

/** Adds reviews and cost estimates to the changes of a result. */
export const judge = <I extends ComparisonItem>(
  items: readonly I[],
  reviews: readonly Pick<ReviewRecord, 'status' | 'comment' | 'page' | 'kind' | 'bounding_box'>[],
  prices: PriceList | null,
): (I & JudgedItem)[] => {
  const matched = matchReviews(items, reviews);
  return items.map((item, index) => ({
    ...item,
    status: matched.get(index)?.status ?? 'open',
    comment: matched.get(index)?.comment ?? null,
    cost_estimate: prices && estimateOf(item, prices),
  }));
};
