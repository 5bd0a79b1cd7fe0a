import * as z from 'zod';
import { prose } from '../fields.ts';
import { User } from '../user.ts';

export const ReviewStatus = z.enum(['open', 'accepted', 'rejected']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;
export const ReviewComment = prose(4000);

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/**
 * A person's review of one change of a comparison. It identifies the change by kind and location, not by number, so
 * that it still applies when the pair is compared again.
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

/** The fields of a change by which reviews are matched. */
export interface Reviewed {
  page: number;
  kind: string;
  bounding_box: BoxOf;
}

/** Returns the intersection over union of two boxes. */
const overlap = (a: BoxOf, b: BoxOf): number => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width < 0 || height < 0) return 0;
  const both = width * height;
  const all = a.width * a.height + b.width * b.height - both;
  return all > 0 ? both / all : 1;
};

/** The least intersection over union of boxes at the same location. */
const samePlace = 0.5;

/**
 * Returns the review of each change, by the change's index. Changes and reviews of one kind on one page are matched by
 * location, best match first. A review of a change that no longer exists is not matched.
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
