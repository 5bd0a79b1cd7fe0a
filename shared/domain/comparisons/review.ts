import * as z from 'zod';
import { User } from '../documents/document.ts';
import { prose } from '../fields.ts';

export const ReviewStatus = z.enum(['open', 'accepted', 'rejected']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;
export const ReviewComment = prose(4000);

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/**
 * What a person says of one change of a comparison. It names the change by what it is and where, not by its number, so
 * that the change keeps it when the pair is compared again.
 */
export const ReviewRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  comparison_id: z.string(),
  status: ReviewStatus,
  comment: z.string().nullable(),
  page: z.int(),
  kind: z.string(),
  bounding_box: Box,
  reviewed_by: User,
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type ReviewRecord = z.infer<typeof ReviewRecord>;

type BoxOf = z.infer<typeof Box>;

/** What a review looks at in a change. */
export interface Reviewed {
  page: number;
  kind: string;
  bounding_box: BoxOf;
}

/** Share of their common area that two boxes overlap by (intersection over union). */
const overlap = (a: BoxOf, b: BoxOf): number => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width < 0 || height < 0) return 0;
  const both = width * height;
  const all = a.width * a.height + b.width * b.height - both;
  return all > 0 ? both / all : 1;
};

/** Below this share the places of two changes are different ones. */
const samePlace = 0.5;

/**
 * The review of each change, by its index: changes of one kind on one page belong together by their places, the nearest
 * first. A review whose change is gone belongs to none.
 */
export const matchReviews = <R extends Reviewed>(
  items: readonly Reviewed[],
  reviews: readonly R[],
): ReadonlyMap<number, R> => {
  const pairs = reviews.flatMap((review, at) =>
    items.flatMap((item, index) => {
      if (item.page !== review.page || item.kind !== review.kind) return [];
      const share = overlap(item.bounding_box, review.bounding_box);
      return share >= samePlace ? [{ at, review, index, share }] : [];
    }),
  );
  pairs.sort((a, b) => b.share - a.share || a.index - b.index || a.at - b.at);
  const matched = new Map<number, R>();
  const taken = new Set<R>();
  for (const { review, index } of pairs) {
    if (matched.has(index) || taken.has(review)) continue;
    matched.set(index, review);
    taken.add(review);
  }
  return matched;
};
