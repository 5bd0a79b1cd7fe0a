import * as z from 'zod';
import type { SystemRecord } from '../../shared/domain/external-systems/system.ts';
import { flag, UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { ExternalSystem, toExternalSystem } from './view.ts';

/** Records per read. */
const READ = 100;

export const operation = defineOperation({
  id: 'list-external-systems',
  method: 'GET',
  path: '/api/v1/external-systems',
  tag: 'External systems',
  summary: 'List external systems',
  description: 'Those of your organization, newest first, without their credentials; 100 of them by default.',
  auth: { scope: 'systems:read', role: 'org_admin', projects: false },
  query: z.object({
    organization_id: OrganizationId.optional(),
    updated_since: UpdatedSince,
    include_inactive: flag(false),
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(100),
    skip: wholeNumber({ minimum: 0 }).default(0),
  }),
  responses: { 200: { description: 'The systems', schema: z.array(ExternalSystem) } },
  uses: ['systems.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, query } = request;
  ownOrganization(caller, query.organization_id, 'query');
  const found: SystemRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await ports['systems.read'].list(caller.organizationId, {
      list: 'inOrganization',
      cursor,
      limit: READ,
    });
    const wanted = ({ is_active, updated_at }: SystemRecord) =>
      (is_active || query.include_inactive) && updated_at >= (query.updated_since ?? '');
    found.push(...page.records.filter(wanted));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && found.length < query.skip + query.limit);
  return { status: 200, body: found.slice(query.skip, query.skip + query.limit).map(toExternalSystem) };
};

export const handler = lambda(operation, handle);
