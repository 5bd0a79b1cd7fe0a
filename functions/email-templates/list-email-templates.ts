import * as z from 'zod';
import { NO_ORGANIZATION } from '../../shared/domain/access/no-organization.ts';
import { TemplateType } from '../../shared/domain/mail/mail-values.ts';
import { flag, UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { builtInTemplates } from '../../shared/mail/built-in/built-in-templates.ts';
import { EmailTemplate, toEmailTemplate } from './view.ts';

export const operation = defineOperation({
  id: 'list-email-templates',
  method: 'GET',
  path: '/api/v1/email-templates',
  tag: 'Email templates',
  summary: 'List email templates',
  description:
    'Those of your organization, newest first, then those for all organizations, then the built-in ones; 100 of ' +
    "them by default. With `organization_id`, only your organization's own; with `updated_since`, no built-in ones.",
  auth: { scope: 'templates:read', role: 'viewer', projects: false },
  query: z.object({
    template_type: TemplateType.optional(),
    organization_id: OrganizationId.optional(),
    active_only: flag(true),
    updated_since: UpdatedSince,
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(100),
    skip: wholeNumber({ minimum: 0 }).default(0),
  }),
  responses: { 200: { description: 'The templates', schema: z.array(EmailTemplate) } },
  uses: ['templates.read'],
});

type Used = PortsOf<typeof operation>;

/** Returns the list entries of a tenant's templates, with `updatedFrom` of those changed since then. */
const placesOf = async (tenancy: string, updatedFrom: string | undefined, ports: Used) => {
  const entries = await ports['templates.read'].entries(tenancy, { list: 'inOrganization' });
  const places = entries.map((entry) => ({ ...entry, tenancy }));
  if (updatedFrom === undefined || places.length === 0) return places;
  const ids = places.map(({ id }) => id);
  const records = await ports['templates.read'].getMany(tenancy, ids);
  return places.filter((_, i) => (records[i]?.updated_at ?? '') >= updatedFrom);
};

export const handle: Handle<typeof operation> = async ({ caller, query }, ports) => {
  ownOrganization(caller, query.organization_id, 'query');
  const wanted = ({ template_type, is_active }: { template_type: string; is_active: boolean }) =>
    (query.template_type ?? template_type) === template_type && (is_active || !query.active_only);
  const { updated_since, organization_id } = query;
  const own = await placesOf(caller.organizationId, updated_since, ports);
  const others = organization_id === undefined ? await placesOf(NO_ORGANIZATION, updated_since, ports) : [];
  const hasBuiltIn = organization_id === undefined && updated_since === undefined;
  const builtIn = hasBuiltIn ? builtInTemplates().filter(wanted) : [];
  const stored = [...own, ...others].filter(wanted);
  const page = [...stored, ...builtIn].slice(query.skip, query.skip + query.limit);
  const read = async (tenancy: string) => {
    const ids = page.flatMap((each) => ('tenancy' in each && each.tenancy === tenancy ? [each.id] : []));
    return ids.length > 0 ? ports['templates.read'].getMany(tenancy, ids) : [];
  };
  const records = [...(await read(caller.organizationId)), ...(await read(NO_ORGANIZATION))].filter(
    (record) => record !== undefined,
  );
  const shown = [...records, ...page.flatMap((each) => ('tenancy' in each ? [] : [each]))];
  return { status: 200, body: shown.map(toEmailTemplate) };
};

export const handler = lambda(operation, handle);
