import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listedPage } from '../../shared/http/listed-page.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery } from '../../shared/http/paging.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { mayManage } from './lib/find-webhook.ts';
import { toWebhook, Webhook } from './view.ts';

export const operation = defineOperation({
  id: 'list-webhooks',
  method: 'GET',
  path: '/api/v1/webhooks',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description: 'Those of your projects and, for administrators, of the organization, newest first.',
  auth: { scope: 'webhooks:read', role: 'manager' },
  query: z.object({ project_id: ProjectId.optional(), updated_since: UpdatedSince, ...shortPageQuery }),
  responses: { 200: { description: 'One page', schema: ShortPage(Webhook) } },
  errors: [404],
  uses: ['webhooks.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, caller } = request;
  if (query.project_id !== undefined) await requireProject(request, query.project_id);
  const { organizationId } = caller;
  const all = await ports['webhooks.read'].entries(organizationId, { list: 'inOrganization' });
  const asked = all.filter(({ project_id }) => query.project_id === undefined || project_id === query.project_id);
  const allowed = await Promise.all(asked.map(({ project_id }) => mayManage(request, project_id)));
  const own = asked.filter((_, index) => allowed[index]);
  const page = await listedPage(query, own, (ids) => ports['webhooks.read'].getMany(organizationId, ids));
  return { status: 200, body: { ...page, items: page.items.map(toWebhook) } };
};

export const handler = lambda(operation, handle);
