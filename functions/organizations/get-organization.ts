import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findOrganization, OrganizationParams } from './find-organization.ts';
import { Organization, toOrganization } from './view.ts';

export const operation = defineOperation({
  id: 'get-organization',
  method: 'GET',
  path: '/api/v1/organizations/{id}',
  tag: 'Organizations',
  summary: 'Get an organization',
  description: 'Your own organization; a platform_admin may read all.',
  auth: { scope: 'organizations:read', role: 'viewer', projects: false },
  params: OrganizationParams,
  responses: { 200: versioned('The organization', Organization) },
  errors: [404],
  uses: ['organizations.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findOrganization(request, ports['organizations.read']);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toOrganization(record) };
};

export const handler = lambda(operation, handle);
