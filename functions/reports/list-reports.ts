import * as z from 'zod';
import type { Caller } from '../../shared/domain/access/caller.ts';
import { ProjectId } from '../../shared/domain/fields.ts';
import type { ReportRecord } from '../../shared/domain/reports/report.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, ProjectAccess } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import type { Ports } from '../../shared/ports.ts';
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
  query: z.object({ project_id: ProjectId.optional(), ...shortPageQuery }),
  responses: { 200: { description: 'One page', schema: ShortPage(Report) } },
  errors: [404],
  uses: ['projects.read', 'reports.read'],
});

interface Window {
  skip: number;
  limit: number;
}

/** Identifiers are UUIDs of version 7, so they sort by time of creation. */
const newestFirst = (a: string, b: string): number => (a < b ? 1 : -1);

/** Returns one page of the merged lists of several projects; only the records of that page are read. */
const pageOf = async (
  reports: Ports['reports.read'],
  organizationId: string,
  projects: readonly string[],
  { skip, limit }: Window,
): Promise<{ records: ReportRecord[]; total: number }> => {
  const lists = await Promise.all(projects.map((parent) => reports.ids(organizationId, { list: 'inProject', parent })));
  const ids = lists.flat().sort(newestFirst);
  const found = await reports.getMany(organizationId, ids.slice(skip, skip + limit));
  return { records: found.filter((record) => record !== undefined), total: ids.length };
};

const read = async (
  request: { caller: Caller; projects: ProjectAccess },
  ports: PortsOf<typeof operation>,
  projectId: string | undefined,
  window: Window,
): Promise<{ records: ReportRecord[]; total: number }> => {
  const { organizationId } = request.caller;
  const reports = ports['reports.read'];
  if (projectId !== undefined) {
    await requireProject(request, projectId);
    return reports.page(organizationId, { list: 'inProject', parent: projectId, ...window });
  }
  const [visible, all] = await Promise.all([
    request.projects.visible(),
    ports['projects.read'].ids(organizationId, { list: 'inOrganization' }),
  ]);
  // Excludes reports of projects that are being deleted, which remain stored for a while.
  const projects = visible === 'all' ? all : all.filter((id) => visible.has(id));
  return pageOf(reports, organizationId, projects, window);
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const window = { skip: skipOf(query), limit: query.page_size };
  const { records, total } = await read(request, ports, query.project_id, window);
  return { status: 200, body: toShortPage(query, records.map(toReport), total) };
};

export const handler = lambda(operation, handle);
