import * as z from 'zod';
import { RecordId } from '../../shared/domain/fields.ts';
import { OrganizationDescription, OrganizationName } from '../../shared/domain/projects/organization.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { newRecordFields } from '../../shared/http/records.ts';
import { serverOwned } from '../../shared/http/server-owned.ts';
import { created } from '../../shared/http/versioned.ts';
import { Organization, toOrganization } from './view.ts';

export const operation = defineOperation({
  id: 'create-organization',
  method: 'POST',
  path: '/api/v1/organizations',
  tag: 'Organizations',
  summary: 'Create an organization',
  description:
    "`id` is the `org_id` that the identity provider writes into the tokens of the organization's users; without it " +
    'the service generates one. 409 if the id is taken or belonged to an organization that has been deleted.',
  auth: { scope: 'organizations:write', role: 'platform_admin', projects: false },
  body: z.strictObject({
    id: RecordId.optional(),
    name: OrganizationName,
    description: OrganizationDescription.nullable().default(null),
    ...serverOwned('_id', 'created_at', 'updated_at', 'updated_by', 'created_by'),
  }),
  responses: { 201: created('The organization', Organization, '/api/v1/organizations/{id}') },
  errors: [409],
  uses: ['organizations.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body } = request;
  const { id, ...fields } = newRecordFields(request);
  const record = await ports['organizations.write'].create({
    ...fields,
    organization_id: body.id ?? id,
    name: body.name,
    description: body.description,
    price_list: null,
  });
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: toOrganization(record) };
};

export const handler = lambda(operation, handle);
