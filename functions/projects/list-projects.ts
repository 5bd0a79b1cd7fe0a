import * as z from 'zod';
import { SearchText } from '../../shared/domain/fields.ts';
import { ProjectStatus } from '../../shared/domain/projects/project.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listedPage } from '../../shared/http/listed-page.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { Project, toProject } from './view.ts';

export const operation = defineOperation({
  id: 'list-projects',
  method: 'GET',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'List projects',
  description:
    'The projects that the caller is a member of, newest first; administrators see all of the organization. `query` ' +
    'finds text in the name or description. A page past the end is empty but has the true total.',
  auth: { scope: 'projects:read', role: 'viewer' },
  query: z.object({
    status: ProjectStatus.optional(),
    query: SearchText,
    updated_since: UpdatedSince,
    ...shortPageQuery,
  }),
  responses: { 200: { description: 'One page', schema: ShortPage(Project) } },
  uses: ['projects.read', 'projects.search'],
});

/**
 * Administrators without a filter get one page of the list with its total. Otherwise all list entries of the
 * organization are read (about 5,000 per request to the table): they determine which projects exist, their order and
 * their status. Records are read only for the requested page.
 */
export const handle: Handle<typeof operation> = async ({ query, caller, projects }, ports) => {
  const { organizationId } = caller;
  const visible = await projects.visible();
  if (visible === 'all' && query.status === undefined && query.query === undefined) {
    const place = { skip: skipOf(query), limit: query.page_size, updatedFrom: query.updated_since };
    const { records, total } = await ports['projects.read'].page(organizationId, { list: 'inOrganization', ...place });
    return { status: 200, body: toShortPage(query, records.map(toProject), total) };
  }
  const [entries, holding] = await Promise.all([
    ports['projects.read'].entries(organizationId, { list: 'inOrganization' }),
    query.query === undefined ? undefined : ports['projects.search'].holding(organizationId, query.query),
  ]);
  const listed = entries.filter(
    ({ id, status }) =>
      (visible === 'all' || visible.has(id)) &&
      (query.status === undefined || status === query.status) &&
      (holding === undefined || holding.has(id)),
  );
  const page = await listedPage(query, listed, (ids) => ports['projects.read'].getMany(organizationId, ids));
  return { status: 200, body: { ...page, items: page.items.map(toProject) } };
};

export const handler = lambda(operation, handle);
