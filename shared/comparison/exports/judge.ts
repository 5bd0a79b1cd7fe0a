import { type CostEstimate, estimateOf, type PriceList } from '../../domain/comparisons/price-list.ts';
import { matchReviews, type ReviewRecord, type ReviewStatus } from '../../domain/comparisons/review.ts';
import type { ComparisonItem } from '../engine/index.ts';
import type { Later } from '../report/index.ts';

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

/** Returns the additions to the report, by the numbers of the changes. */
export const laterOf = (items: readonly JudgedItem[]): Map<number, Later> =>
  new Map(
    items.flatMap(({ number, status, comment, cost_estimate }): [number, Later][] => {
      const texts = [
        ...(status === 'open' ? [] : [status === 'accepted' ? 'Accepted' : 'Rejected']),
        ...(comment === null ? [] : [comment]),
        ...(cost_estimate === null ? [] : [cost_estimate.arithmetic]),
      ];
      return texts.length === 0 ? [] : [[number!, { status: status === 'open' ? null : status, texts }]];
    }),
  );
