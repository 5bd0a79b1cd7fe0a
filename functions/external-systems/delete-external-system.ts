import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findSystem } from './lib/find-system.ts';
import { InOrganization, SystemParams } from './lib/system-schemas.ts';

export const operation = defineOperation({
  id: 'delete-external-system',
  method: 'DELETE',
  path: '/api/v1/external-systems/{system_id}',
  tag: 'External systems',
  summary: 'Delete an external system',
  description: 'Permanently removes the configuration and its encrypted credentials.',
  auth: { scope: 'systems:write', role: 'org_admin', projects: false },
  params: SystemParams,
  query: InOrganization,
  responses: { 204: { description: 'The system is deleted' } },
  errors: [404, 409],
  uses: ['systems.read', 'credentials.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSystem(request, ports['systems.read']);
  await ports['credentials.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
