import { createHash } from 'node:crypto';
import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import type { ComparisonRecord, ComparisonTransition } from '../../shared/domain/comparisons/comparison.ts';
import { COMPARISON_TRANSITIONS } from '../../shared/domain/comparisons/comparison.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import type { DocumentRecord, User } from '../../shared/domain/documents/document.ts';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict, Invalid } from '../../shared/domain/errors.ts';
import { HttpError } from '../../shared/http/http-error.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Comparison, toComparison } from './view.ts';

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
  uses: [
    'documents.read',
    'organizations.read',
    'comparisons.write',
    'reviews.read',
    'queue.compare',
    'files.read',
    'files.presign',
  ],
  memoryMegabytes: 1024,
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

/** Derives the identifier from the pair, so that a pair has only one comparison. */
const comparisonId = (organizationId: string, original: string, comparison: string): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, original, comparison]))
    .digest('hex')
    .slice(0, 32);

const firstSheet = (record: DocumentRecord, field: 'sheet_number' | 'revision'): string | null =>
  record.sheets.length === 1 ? (record.sheets[0]?.[field] ?? null) : null;

/** Returns the transition by which an existing comparison runs again; undefined if it does not. */
const transitionOf = ({ status }: ComparisonRecord, again: boolean): ComparisonTransition | undefined => {
  if (status === 'failed') return COMPARISON_TRANSITIONS.retry;
  return again && status === 'ready' ? COMPARISON_TRANSITIONS.again : undefined;
};

const queued = (
  id: string,
  old: DocumentRecord,
  newer: DocumentRecord,
  price_list: PriceList | null,
  requested_by: User,
  now: string,
  writeId: string,
) =>
  ({
    id,
    organization_id: old.organization_id,
    project_id: old.project_id,
    status: 'queued',
    original_drawing_id: old.document_id,
    comparison_drawing_id: newer.document_id,
    original_drawing_number: old.document_reference ?? firstSheet(old, 'sheet_number'),
    comparison_drawing_number: newer.document_reference ?? firstSheet(newer, 'sheet_number'),
    original_drawing_revision: old.revision ?? firstSheet(old, 'revision'),
    comparison_drawing_revision: newer.revision ?? firstSheet(newer, 'revision'),
    description: null,
    summary: null,
    item_count: null,
    result_path: null,
    price_list,
    files: {},
    error: null,
    error_detail: null,
    attempts: 0,
    queued_at: now,
    requested_by,
    lease: null,
    created_at: now,
    updated_at: now,
    record_version: 1,
    write_id: writeId,
  }) satisfies ComparisonRecord;

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
  if (!old) throw new HttpError('not_found', 'original_document_id: Not Found');
  if (!newer) throw new HttpError('not_found', 'comparison_document_id: Not Found');
  requireImages('original_document_id', old);
  requireImages('comparison_document_id', newer);
  if (old.project_id !== newer.project_id) {
    throw Invalid.at(['body', 'comparison_document_id'], 'belongs to another project than original_document_id');
  }

  const id = comparisonId(organizationId, original_document_id, comparison_document_id);
  const { now } = request;
  const writeId = request.newId();
  const at = now.toISOString();
  const requested_by = userOf(request.caller);
  const organization = await ports['organizations.read'].get(organizationId, organizationId);
  const prices = request.body.price_list ?? organization?.price_list ?? null;
  let record = await ports['comparisons.write'].create(queued(id, old, newer, prices, requested_by, at, writeId));
  const isNew = record.write_id === writeId;
  const transition = transitionOf(record, request.body.again ?? false);
  const price_list = isNew ? undefined : request.body.price_list;
  if (transition !== undefined || price_list !== undefined) {
    record = await ports['comparisons.write'].change(
      organizationId,
      id,
      {
        ...(price_list && { price_list }),
        ...(transition && { queued_at: at, requested_by, attempts: 0, lease: null, error: null, error_detail: null }),
      },
      { ...(transition && { transition }), writeId, now },
    );
  }
  if (isNew || transition !== undefined) {
    await ports['queue.compare'].send({ organization_id: organizationId, comparison_id: id });
  }
  return { status: 202, body: { drawing_comparison_id: id, ...(await toComparison(record, ports)) } };
};

export const handler = lambda(operation, handle);
