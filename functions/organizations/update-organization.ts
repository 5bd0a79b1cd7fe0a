import * as z from 'zod';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import { OrganizationDescription, OrganizationName } from '../../shared/domain/projects/organization.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { guardOf } from '../../shared/http/records.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findOrganization, OrganizationParams } from './find-organization.ts';
import { Organization, toOrganization } from './view.ts';

export const operation = defineOperation({
  id: 'update-organization',
  method: 'PATCH',
  path: '/api/v1/organizations/{id}',
  tag: 'Organizations',
  summary: 'Update an organization',
  description:
    'Your own; a platform_admin may update all. Changes the given fields; null clears the description or the price ' +
    'list, which is used for new comparisons of drawings. 409 if `If-Match` is not the current version: the detail ' +
    'names it.',
  auth: { scope: 'organizations:write', role: 'org_admin', projects: false },
  params: OrganizationParams,
  body: z.strictObject({
    name: OrganizationName.optional(),
    description: OrganizationDescription.nullable().optional(),
    price_list: PriceList.nullable().optional(),
  }),
  responses: { 200: versioned('The organization', Organization) },
  errors: [404, 409],
  uses: ['organizations.read', 'organizations.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const before = await findOrganization(request, ports['organizations.read']);
  const { organization_id } = before;
  const record = await ports['organizations.write'].change(
    organization_id,
    organization_id,
    request.body,
    guardOf(request, before),
  );
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toOrganization(record) };
};

export const handler = lambda(operation, handle);
