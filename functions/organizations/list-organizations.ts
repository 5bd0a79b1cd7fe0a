import * as z from 'zod';
import { hasRole } from '../../shared/domain/access/caller.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { Organization, toOrganization } from './view.ts';

export const operation = defineOperation({
  id: 'list-organizations',
  method: 'GET',
  path: '/api/v1/organizations',
  tag: 'Organizations',
  summary: 'List organizations',
  description:
    'Your own; a platform_admin sees all, newest first. A page past the end is empty but has the true total.',
  auth: { scope: 'organizations:read', role: 'viewer', projects: false },
  query: z.object({ updated_since: UpdatedSince, ...shortPageQuery }),
  responses: { 200: { description: 'One page', schema: ShortPage(Organization) } },
  uses: ['organizations.read'],
});

export const handle: Handle<typeof operation> = async ({ query, caller }, ports) => {
  const [skip, limit, updatedFrom] = [skipOf(query), query.page_size, query.updated_since];
  const { organizationId } = caller;
  if (hasRole(caller, 'platform_admin')) {
    const place = { list: 'all', skip, limit, updatedFrom } as const;
    const { records, total } = await ports['organizations.read'].page(organizationId, place);
    return { status: 200, body: toShortPage(query, records.map(toOrganization), total) };
  }
  const record = await ports['organizations.read'].get(organizationId, organizationId);
  const own = record && record.updated_at >= (updatedFrom ?? '') ? [toOrganization(record)] : [];
  return { status: 200, body: toShortPage(query, own.slice(skip, skip + limit), own.length) };
};

export const handler = lambda(operation, handle);
