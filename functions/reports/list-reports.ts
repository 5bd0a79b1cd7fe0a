import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listedPage } from '../../shared/http/listed-page.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { Report, toReport } from './view.ts';

export const operation = defineOperation({
  id: 'list-reports',
  method: 'GET',
  path: '/api/v1/reports',
  tag: 'Reports',
  summary: 'List reports',
  description:
    'Newest first: those of one project, or of all projects that the caller is a member of; administrators see all ' +
    'of the organization. A page past the end is empty but has the true total.',
  auth: { scope: 'reports:read', role: 'viewer' },
  query: z.object({ project_id: ProjectId.optional(), updated_since: UpdatedSince, ...shortPageQuery }),
  responses: { 200: { description: 'One page', schema: ShortPage(Report) } },
  errors: [404],
  uses: ['projects.read', 'reports.read'],
});

/** Identifiers are UUIDs of version 7, so they sort by time of creation. */
const newestFirst = (a: string, b: string): number => (a < b ? 1 : -1);

/** Returns the projects whose reports are listed. */
const projectsOf = async (request: Request<typeof operation>, ports: PortsOf<typeof operation>): Promise<string[]> => {
  const { query, caller, projects } = request;
  if (query.project_id !== undefined) return [(await requireProject(request, query.project_id)).id];
  const [visible, all] = await Promise.all([
    projects.visible(),
    ports['projects.read'].ids(caller.organizationId, { list: 'inOrganization' }),
  ]);
  // Excludes reports of projects that are being deleted, which remain stored for a while.
  return visible === 'all' ? all : all.filter((id) => visible.has(id));
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { organizationId } = request.caller;
  const reports = ports['reports.read'];
  const parents = await projectsOf(request, ports);
  const lists = await Promise.all(parents.map((parent) => reports.ids(organizationId, { list: 'inProject', parent })));
  const entries = lists
    .flat()
    .sort(newestFirst)
    .map((id) => ({ id }));
  const page = await listedPage(request.query, entries, (ids) => reports.getMany(organizationId, ids));
  return { status: 200, body: { ...page, items: page.items.map(toReport) } };
};

export const handler = lambda(operation, handle);
