import { createHash } from 'node:crypto';
import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import {
  matchReviews,
  ReviewComment,
  type Reviewed,
  type ReviewRecord,
  ReviewStatus,
} from '../../shared/domain/comparisons/review.ts';
import { Conflict, Forbidden, NotFound } from '../../shared/domain/errors.ts';
import { hasFields } from '../../shared/domain/record-fields.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { ItemView } from './change-view.ts';
import { ComparisonParams, findComparison } from './lib/find-comparison.ts';
import { foundChanges } from './lib/reviewed-changes.ts';
import { toItem } from './view.ts';

export const operation = defineOperation({
  id: 'update-comparison-item',
  method: 'PATCH',
  path: '/api/v1/drawing-comparisons/{drawing_comparison_id}/items/{number}',
  tag: 'Drawing comparisons',
  summary: 'Accept, reject or comment a change',
  description:
    'Changes the given fields; null clears the comment. The review of a change is kept when the pair is compared ' +
    'again, by position and kind. The ETag of a change without a review is "0"; 409 if `If-Match` is not the ' +
    'current version.',
  auth: { scope: 'documents:write', role: 'member', viewerLink: 'drawing_comparison_id' },
  params: ComparisonParams.extend({ number: z.coerce.number().int().min(1).max(100_000) }),
  body: z.strictObject({ status: ReviewStatus.optional(), comment: ReviewComment.nullable().optional() }),
  responses: { 200: versioned('The change', ItemView) },
  errors: [404, 409],
  uses: ['comparisons.read', 'reviews.read', 'reviews.write', 'files.read', 'files.presign'],
  memoryMegabytes: 1024,
});

/** Derives the identifier from the change, so that two concurrent reviews of it are one record. */
const reviewId = (comparisonId: string, { page, kind, bounding_box: { x, y, width, height } }: Reviewed): string =>
  createHash('sha256')
    .update(JSON.stringify([comparisonId, page, kind, x, y, width, height]))
    .digest('hex')
    .slice(0, 32);

type Judge = Pick<Request<typeof operation>, 'body' | 'caller' | 'ifMatch' | 'now' | 'newId'>;

/**
 * Writes the review of a change: updates the existing one or creates the first.
 * @throws Conflict if `If-Match` is not the current version
 */
const review = async (
  { body, caller, ifMatch, now, newId }: Judge,
  ports: PortsOf<typeof operation>,
  existing: ReviewRecord | undefined,
  first: Pick<ReviewRecord, 'id' | 'organization_id' | 'project_id' | 'comparison_id'> & Reviewed,
): Promise<Pick<ReviewRecord, 'status' | 'comment' | 'record_version'>> => {
  const reviews = ports['reviews.write'];
  const ifVersion = versionOf(ifMatch);
  const writeId = newId();
  const reviewed_by = userOf(caller);
  const change = (id: string) =>
    reviews.change(
      caller.organizationId,
      id,
      { ...body, ...(hasFields(body) && { reviewed_by }) },
      { ifVersion, writeId, now },
    );
  if (existing) return change(existing.id);
  if (ifVersion !== undefined && ifVersion !== 0) {
    throw new Conflict('The change has not been reviewed: its current version is "0"', 'version_conflict');
  }
  const at = now.toISOString();
  const { status = 'open', comment = null } = body;
  if (!hasFields(body)) return { status, comment, record_version: 0 };
  const made = { ...first, status, comment, reviewed_by, created_at: at, updated_at: at };
  try {
    return await reviews.create({ ...made, record_version: 1, write_id: writeId });
  } catch (error) {
    // Another caller created the review first; without an expected version, this one updates it.
    const known = error instanceof Conflict && ifVersion === undefined;
    if (!known || !(await ports['reviews.read'].get(caller.organizationId, first.id))) throw error;
    return change(first.id);
  }
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  if (request.caller.viewerLink?.permission === 'comment' && request.body.status !== undefined) {
    throw new Forbidden('The viewer link permits comments only', 'outside_viewer_link');
  }
  const record = await findComparison(request, ports['comparisons.read']);
  const { items, reviews } = await foundChanges(record, ports);
  const index = request.params.number - 1;
  const item = items[index];
  if (!item) throw new NotFound();
  const { page, kind, bounding_box } = item;
  const judged = await review(request, ports, matchReviews(items, reviews).get(index), {
    id: reviewId(record.id, item),
    organization_id: record.organization_id,
    project_id: record.project_id,
    comparison_id: record.id,
    page,
    kind,
    bounding_box,
  });
  const { status, comment } = judged;
  return {
    status: 200,
    headers: { ETag: etag(judged.record_version) },
    body: await toItem(record, { ...item, status, comment }, ports['files.presign']),
  };
};

export const handler = lambda(operation, handle);
