import * as z from 'zod';
import type { Caller } from '../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { exactLine, line, ProjectId, prose } from '../../shared/domain/fields.ts';
import { flag, LowerBound, SortOrder, UpperBound } from '../../shared/domain/query-values.ts';
import { DocumentTypes, SortBy } from '../../shared/domain/register/list-parameters.ts';
import { MergedPage } from '../../shared/domain/register/merged-page.ts';
import type { RegisterQuery } from '../../shared/domain/register/register.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, ProjectAccess } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { readRegister } from '../../shared/http/read-register.ts';
import { shortenContents } from './lib/shorten-contents.ts';
import { LATEST_PORTS, withLatest } from './lib/with-latest.ts';
import { ListItem, toDocumentListItem } from './view.ts';

export const operation = defineOperation({
  id: 'search-documents',
  method: 'GET',
  path: '/api/v1/documents/search',
  tag: 'Documents',
  summary: 'Search documents',
  description:
    'Documents whose title, description or reference contains the text, case-insensitively, or all of its words in ' +
    'any order and inflection, each of which may be a prefix; without `query`, all documents. Documents are found ' +
    'as soon as they are written. Without `project_id` the search covers all projects that you may see. Deleted ' +
    'documents are not found. `start_date` and `end_date` limit `created_at`. Sorted like the list; documents ' +
    'without a value come last. `content` is the beginning of the text, shortened if the response would exceed 5.5 ' +
    'MB.',
  auth: { scope: 'documents:read', role: 'viewer' },
  query: z.object({
    query: prose(512).optional().meta({ description: 'Matched against title, description and reference.' }),
    project_id: ProjectId.optional(),
    organization_id: OrganizationId.optional(),
    document_type: DocumentTypes,
    status: line(64).min(1).optional(),
    category: line(256).min(1).optional(),
    uploaded_by: exactLine(255).min(1).optional().meta({ description: 'The `_id` of the user.' }),
    start_date: LowerBound.optional(),
    end_date: UpperBound.optional(),
    sort_by: SortBy.default('uploaded_at'),
    sort_order: SortOrder.default('desc'),
    include_content: flag(false),
    skip: wholeNumber({ minimum: 0 }).default(0),
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(10),
  }),
  responses: { 200: { description: 'The documents found', schema: z.array(ListItem) } },
  errors: [404],
  uses: [...LATEST_PORTS, 'search.read', 'documents.read', 'projects.read'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** Registers updated concurrently, each with one request. */
const AT_ONCE = 16;

/** Returns the ids of those projects that are not being deleted. */
const existingProjects = async (caller: Caller, ports: PortsOf<typeof operation>, ids: readonly string[]) =>
  (await ports['projects.read'].getMany(caller.organizationId, ids)).flatMap((project) =>
    project ? [project.id] : [],
  );

/** Searches the organization's index, or the registers of all visible projects if the index does not exist yet. */
const pageOfVisible = async (
  caller: Caller,
  access: ProjectAccess,
  ports: PortsOf<typeof operation>,
  query: RegisterQuery,
): Promise<readonly string[]> => {
  const visible = await access.visible();
  const found = await ports['search.read'].documents(caller.organizationId, { ...query, projects: visible });
  if (found) return found;
  const ids =
    visible === 'all'
      ? await ports['projects.read'].ids(caller.organizationId, { list: 'inOrganization' })
      : await existingProjects(caller, ports, [...visible]);
  const merged = new MergedPage(query);
  const readOneByOne = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      merged.add(await ports['register.read'].read(caller.organizationId, id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOneByOne));
  return merged.page.ids;
};

export const handle: Handle<typeof operation> = async ({ query, caller, projects }, ports) => {
  const { organizationId } = caller;
  ownOrganization(caller, query.organization_id, 'query');
  const asked: RegisterQuery = {
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    skip: query.skip,
    limit: query.limit,
    isDeleted: false,
    documentTypes: query.document_type,
    statuses: query.status === undefined ? undefined : [query.status],
    category: query.category,
    uploadedBy: query.uploaded_by,
    createdFrom: query.start_date,
    createdTo: query.end_date,
    text: query.query?.toLowerCase(),
  };
  const ids =
    query.project_id === undefined
      ? await pageOfVisible(caller, projects, ports, asked)
      : (await readRegister({ caller, projects }, ports, query.project_id)).page(asked).ids;
  const records = ids.length === 0 ? [] : await ports['documents.read'].getMany(organizationId, ids);
  // Leaves out documents deleted since the register was read.
  const found = records.filter((record): record is DocumentRecord => record !== undefined && !record.is_deleted);
  const answered = await withLatest(found, ports);
  return {
    status: 200,
    body: shortenContents(answered.map((record) => toDocumentListItem(record, { content: query.include_content }))),
  };
};

export const handler = lambda(operation, handle);
