import { Conflict } from '../../shared/domain/errors.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findOrganization, OrganizationParams } from './find-organization.ts';

export const operation = defineOperation({
  id: 'delete-organization',
  method: 'DELETE',
  path: '/api/v1/organizations/{id}',
  tag: 'Organizations',
  summary: 'Delete an organization',
  description:
    '409 while it has projects, or if `If-Match` is not the current version. From the response on, every token of ' +
    'the organization gets 403 and its id can never be used again; the stored data is removed in the background.',
  auth: { scope: 'organizations:write', role: 'platform_admin', projects: false },
  params: OrganizationParams,
  responses: { 204: { description: 'The organization is deleted' } },
  errors: [404, 409],
  uses: ['organizations.read', 'organizations.delete', 'projects.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findOrganization(request, ports['organizations.read']);
  const projects = { list: 'inOrganization' as const, limit: 1 };
  const { records } = await ports['projects.read'].list(record.organization_id, projects);
  if (records.length > 0) throw new Conflict('The organization has projects');
  await ports['organizations.delete'].begin(record, { ifVersion: versionOf(request.ifMatch), now: request.now });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
