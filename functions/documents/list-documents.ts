import * as z from 'zod';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { Invalid } from '../../shared/domain/errors.ts';
import { ProjectId } from '../../shared/domain/fields.ts';
import { flag, LowerBound, SortOrder, UpdatedSince, UpperBound } from '../../shared/domain/query-values.ts';
import { DocumentTypes, ProcessingStatuses, SortBy } from '../../shared/domain/register/list-parameters.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { readRegister } from '../../shared/http/read-register.ts';
import type { FilesPresign } from '../../shared/ports.ts';
import { shortenContents } from './lib/shorten-contents.ts';
import { LATEST_PORTS, withLatest } from './lib/with-latest.ts';
import { ListItem, toDocumentListItem } from './view.ts';

export const operation = defineOperation({
  id: 'list-documents',
  method: 'GET',
  path: '/api/v1/documents',
  tag: 'Documents',
  summary: 'List documents',
  description:
    'The documents of a project. The list is exact and includes every change confirmed before the request. Titles, ' +
    'references and file names sort without regard to case and accents; documents without a value come last, and ' +
    'equal values sort by `_id`. A page past the end is empty but carries the true total. With `as_of`, the list ' +
    'contains from each chain of revisions the document that was the latest at that instant and not deleted, with its ' +
    'current data; `is_deleted` cannot be true at the same time. `content` is the beginning of the text; if the page ' +
    'would exceed 5.5 MB it is shortened further and `content_truncated` is true.',
  auth: { scope: 'documents:read', role: 'viewer' },
  query: z.object({
    project_id: ProjectId,
    organization_id: OrganizationId.optional(),
    document_type: DocumentTypes,
    ...pageQuery,
    created_at_start: LowerBound.optional(),
    created_at_end: UpperBound.optional(),
    updated_since: UpdatedSince,
    sort_by: SortBy.default('created_at'),
    sort_order: SortOrder.default('desc'),
    processing_status: ProcessingStatuses,
    exclude_processing_status: ProcessingStatuses,
    is_deleted: flag(false),
    include_images: flag(true),
    image_expiration: wholeNumber({ minimum: 1, maximum: 604_800 })
      .default(3600)
      .meta({ description: 'Lifetime of the image links in seconds, at most seven days.' }),
    compact: flag(false),
    as_of: UpperBound.optional(),
  }),
  responses: { 200: { description: 'One page', schema: Page(ListItem) } },
  errors: [404],
  uses: [...LATEST_PORTS, 'documents.read', 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** Returns links to the images of the first page; empty if the record has no images. */
const imageLinks = async (record: DocumentRecord, presign: FilesPresign, seconds: number) => {
  const { full_image_path, thumbnail_image_path } = record;
  const [full_image_url, thumbnail_url] = await Promise.all([
    full_image_path === null ? undefined : presign.view(full_image_path, seconds),
    thumbnail_image_path === null ? undefined : presign.view(thumbnail_image_path, seconds),
  ]);
  return { ...(full_image_url && { full_image_url }), ...(thumbnail_url && { thumbnail_url }) };
};

export const handle: Handle<typeof operation> = async ({ query, caller, projects }, ports) => {
  const { organizationId } = caller;
  ownOrganization(caller, query.organization_id, 'query');
  if (query.as_of !== undefined && query.is_deleted) {
    throw Invalid.at(['query', 'is_deleted'], 'cannot be true together with as_of');
  }
  const register = await readRegister({ caller, projects }, ports, query.project_id);
  const { ids, total } = register.page({
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    skip: skipOf(query),
    limit: query.size,
    isDeleted: query.is_deleted,
    documentTypes: query.document_type,
    processingStatuses: query.processing_status,
    excludedProcessingStatuses: query.exclude_processing_status,
    createdFrom: query.created_at_start,
    createdTo: query.created_at_end,
    updatedFrom: query.updated_since,
    asOf: query.as_of,
  });
  const records = ids.length === 0 ? [] : await ports['documents.read'].getMany(organizationId, ids);
  // Leaves out documents deleted or restored since the register was read.
  const listed = records.filter(
    (record): record is DocumentRecord =>
      record !== undefined && (query.as_of !== undefined || record.is_deleted === query.is_deleted),
  );
  const items = await Promise.all(
    (await withLatest(listed, ports)).map(async (record) => ({
      ...toDocumentListItem(record, { content: !query.compact }),
      ...(query.include_images && (await imageLinks(record, ports['files.presign'], query.image_expiration))),
    })),
  );
  return { status: 200, body: toPage(query, shortenContents(items), total) };
};

export const handler = lambda(operation, handle);
