import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import { type GivenAlignment, MatchingPoints, MatchingViews } from '../../shared/domain/comparisons/matching-points.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict, Invalid, NotFound } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { REQUEST_PORTS, requestComparison } from './lib/request-comparison.ts';
import { Comparison, toComparison, VIEW_PORTS } from './view.ts';

const PageNumber = z.int().min(1).max(100_000);

export const operation = defineOperation({
  id: 'create-comparison',
  method: 'POST',
  path: '/api/v1/drawing-comparisons',
  tag: 'Drawing comparisons',
  summary: 'Compare two revisions of a drawing',
  description:
    'Both documents must be PDF drawings of the same project whose images exist: otherwise 404, 409 or 422 names ' +
    'the one that is not. The request returns at once and the comparison is completed asynchronously. The same pair ' +
    'returns the existing comparison, with its items once they are known. It runs again if it had failed, or, with ' +
    '`again`, if it is ready: reviews of its changes are kept. `price_list` replaces the existing one; without it, ' +
    "a new comparison uses the organization's.",
  auth: { scope: 'documents:write', role: 'member' },
  body: z.strictObject({
    original_document_id: DocumentId,
    comparison_document_id: DocumentId,
    original_page: PageNumber.optional().meta({
      description: 'Compares only this page of the older document, with `comparison_page`',
    }),
    comparison_page: PageNumber.optional().meta({ description: 'The page of the newer document' }),
    matching_points: MatchingPoints.optional().meta({
      description:
        'The same places on both pages, for drawings that cannot be aligned by their texts and lines. Needs ' +
        '`original_page` and `comparison_page`. Other points than before compare the pair again.',
    }),
    matching_views: MatchingViews.optional().meta({
      description:
        'Boxes around the same view on both pages: only this view is compared, wherever and at whatever scale the pages ' +
        'show it. Needs `original_page` and `comparison_page`; excludes `matching_points`. Other boxes than before ' +
        'compare the pair again.',
    }),
    price_list: PriceList.optional(),
    again: z.boolean().optional().meta({ description: 'Compares a pair again whose comparison is ready.' }),
  }),
  responses: {
    202: {
      description: 'The comparison is queued or exists already',
      schema: Comparison.extend({ drawing_comparison_id: z.string() }),
      location: '/api/v1/drawing-comparisons/{drawing_comparison_id}',
    },
  },
  errors: [404, 409],
  uses: ['documents.read', 'organizations.read', ...REQUEST_PORTS, ...VIEW_PORTS],
  memoryMegabytes: 1769,
});

type Field = 'original_document_id' | 'comparison_document_id';

/**
 * Asserts that a document can be compared.
 * @throws Invalid or Conflict naming the field whose document cannot be compared
 */
const requireImages = (field: Field, record: DocumentRecord): void => {
  if (record.mime_type !== null && record.mime_type !== 'application/pdf') {
    throw Invalid.at(['body', field], `${record.mime_type} cannot be compared: only PDF drawings can`);
  }
  if (record.full_image_path === null) {
    throw new Conflict(`${field}: the document has no images, it is ${record.processing_status}`);
  }
};

/**
 * Returns the pages to compare; undefined for whole documents.
 * @throws Invalid naming the field that is missing, or that names no page
 */
const requirePages = (
  { original_page, comparison_page }: Request<typeof operation>['body'],
  older: DocumentRecord,
  newer: DocumentRecord,
): { original_page: number; comparison_page: number } | undefined => {
  if (original_page === undefined && comparison_page === undefined) return undefined;
  const given = { original_page, comparison_page };
  const counts = { original_page: older.page_count ?? 0, comparison_page: newer.page_count ?? 0 };
  for (const field of ['original_page', 'comparison_page'] as const) {
    const page = given[field];
    if (page === undefined) throw Invalid.at(['body', field], 'must be given with the page of the other document');
    if (page > counts[field]) throw Invalid.at(['body', field], `the document has ${counts[field]} pages`);
  }
  return given as { original_page: number; comparison_page: number };
};

/**
 * Returns how the request aligns the pages; undefined if it does not say so.
 * @throws Invalid if it does so in two ways, or for whole documents
 */
const givenAlignment = (
  { matching_points, matching_views }: Request<typeof operation>['body'],
  hasPages: boolean,
): GivenAlignment | undefined => {
  if (!matching_points && !matching_views) return undefined;
  const field = matching_points ? 'matching_points' : 'matching_views';
  if (!hasPages) throw Invalid.at(['body', field], 'needs original_page and comparison_page');
  if (matching_points && matching_views) throw Invalid.at(['body', 'matching_views'], 'excludes matching_points');
  return { matching_points: matching_points ?? null, matching_views: matching_views ?? null };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { original_document_id, comparison_document_id } = request.body;
  const { organizationId } = request.caller;
  if (original_document_id === comparison_document_id) {
    throw Invalid.at(['body', 'comparison_document_id'], 'must be another document than original_document_id');
  }
  const ids = [original_document_id, comparison_document_id];
  const records = await ports['documents.read'].getMany(organizationId, ids);
  const [old, newer] = await Promise.all(
    records.map(async (record) => {
      const visible = record && !record.is_deleted && (await request.projects.allows(record.project_id));
      return visible ? record : undefined;
    }),
  );
  // Checked in this order, so that the response does not distinguish a hidden document from a missing one.
  if (!old) throw NotFound.of({ name: 'Older document', loc: ['body', 'original_document_id'] });
  if (!newer) throw NotFound.of({ name: 'Newer document', loc: ['body', 'comparison_document_id'] });
  requireImages('original_document_id', old);
  requireImages('comparison_document_id', newer);
  if (old.project_id !== newer.project_id) {
    throw Invalid.at(['body', 'comparison_document_id'], 'belongs to a different project than original_document_id');
  }

  const pages = requirePages(request.body, old, newer);
  const organization = await ports['organizations.read'].get(organizationId, organizationId);
  const { price_list, again = false } = request.body;
  const record = await requestComparison(
    { older: old, newer, ...(pages && { pages }) },
    {
      requestedBy: userOf(request.caller),
      prices: price_list ?? organization?.price_list ?? null,
      newPrices: price_list,
      given: givenAlignment(request.body, pages !== undefined),
      again,
      now: request.now,
      newId: request.newId,
    },
    ports,
  );
  return { status: 202, body: { drawing_comparison_id: record.id, ...(await toComparison(record, ports)) } };
};

export const handler = lambda(operation, handle);
