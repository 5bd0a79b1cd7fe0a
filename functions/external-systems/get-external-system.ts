import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findSystem } from './lib/find-system.ts';
import { InOrganization, SystemParams } from './lib/system-schemas.ts';
import { ExternalSystem, toExternalSystem } from './view.ts';

export const operation = defineOperation({
  id: 'get-external-system',
  method: 'GET',
  path: '/api/v1/external-systems/{system_id}',
  tag: 'External systems',
  summary: 'Get an external system',
  description: 'The configuration and the names of the stored credentials, never their values.',
  auth: { scope: 'systems:read', role: 'org_admin', projects: false },
  params: SystemParams,
  query: InOrganization,
  responses: { 200: versioned('The system', ExternalSystem) },
  errors: [404],
  uses: ['systems.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSystem(request, ports['systems.read']);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toExternalSystem(record) };
};

export const handler = lambda(operation, handle);
