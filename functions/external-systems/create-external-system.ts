import * as z from 'zod';
import { SystemId, SystemType } from '../../shared/domain/external-systems/system-values.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { serverOwned } from '../../shared/http/server-owned.ts';
import { created } from '../../shared/http/versioned.ts';
import { fittingCredentials } from './lib/fitting-credentials.ts';
import { requestedActivity } from './lib/requested-activity.ts';
import { systemFields } from './lib/system-schemas.ts';
import { ExternalSystem, toExternalSystem } from './view.ts';

const { system_name, base_url, ...optional } = systemFields;

export const operation = defineOperation({
  id: 'create-external-system',
  method: 'POST',
  path: '/api/v1/external-systems',
  tag: 'External systems',
  summary: 'Create an external system',
  description:
    '`system_id` is unique in the organization (else 409). `base_url` is http or https, without user name, query or ' +
    'fragment; only public addresses are ever called. `custom_headers` are stored and returned in plain text: ' +
    'headers that carry secrets are rejected (send them as credentials), and so are those that the HTTP client sets ' +
    'itself. `is_active: false` and `status: inactive` mean the same. Timestamps, `created_by_user_id` and test ' +
    'results are set by the service, whatever the body contains.',
  auth: { scope: 'systems:write', role: 'org_admin', projects: false },
  body: z.strictObject({
    system_id: SystemId,
    system_name,
    system_type: SystemType,
    base_url,
    ...z.object(optional).partial().shape,
    organization_id: OrganizationId,
    created_by_user_id: z.string().max(1024).meta({ description: 'Ignored: set from the token' }),
    ...serverOwned('_id', 'created_at', 'updated_at', 'updated_by', 'last_tested_at', 'last_test_status'),
  }),
  responses: {
    201: created('The system', ExternalSystem, '/api/v1/organizations/{organization_id}/external-systems/{system_id}'),
  },
  errors: [409],
  uses: ['credentials.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller } = request;
  ownOrganization(caller, body.organization_id, 'body');
  const authentication_type = body.authentication_type ?? 'none';
  const credentials = body.credentials ? fittingCredentials(authentication_type, body.credentials) : undefined;
  const at = request.now.toISOString();
  const record = await ports['credentials.write'].create(
    {
      system_id: body.system_id,
      organization_id: caller.organizationId,
      system_name: body.system_name,
      system_type: body.system_type,
      description: body.description ?? null,
      base_url: body.base_url,
      authentication_type,
      timeout: body.timeout ?? 30,
      retry_attempts: body.retry_attempts ?? 3,
      rate_limit_per_minute: body.rate_limit_per_minute ?? null,
      custom_headers: body.custom_headers ?? {},
      created_by_user_id: caller.subject,
      ...requestedActivity(body, { is_active: true, status: 'testing' }),
      is_shared: body.is_shared ?? false,
      allowed_template_ids: body.allowed_template_ids ?? [],
      metadata: body.metadata ?? {},
      last_tested_at: null,
      last_test_status: null,
      credentials_id: null,
      credential_fields: [],
      created_at: at,
      updated_at: at,
      record_version: 1,
      write_id: request.newId(),
    },
    credentials,
  );
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: toExternalSystem(record) };
};

export const handler = lambda(operation, handle);
