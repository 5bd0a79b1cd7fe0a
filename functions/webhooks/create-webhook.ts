import * as z from 'zod';
import { Conflict, Forbidden } from '../../shared/domain/errors.ts';
import { MAXIMUM_WEBHOOKS } from '../../shared/domain/events/webhook.ts';
import { ProjectId } from '../../shared/domain/fields.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { newRecordFields } from '../../shared/http/records.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { created } from '../../shared/http/versioned.ts';
import { newWebhookSecret } from '../../shared/outbound/sign-webhook.ts';
import { mayManage } from './lib/find-webhook.ts';
import { checkAddress, webhookFields } from './lib/webhook-body.ts';
import { toWebhook, WebhookWithSecret } from './view.ts';

export const operation = defineOperation({
  id: 'create-webhook',
  method: 'POST',
  path: '/api/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'Sends the events of a project or, for administrators, of the whole organization to an address: each as a POST ' +
    'signed according to Standard Webhooks, in order, and only those that you may see at that moment. The `secret` is ' +
    'shown only now. A delivery that is not answered with 200 to 299 within 10 seconds is repeated with growing delays; ' +
    `after 3 days the webhook is disabled. An organization has at most ${MAXIMUM_WEBHOOKS} webhooks (409).`,
  auth: { scope: 'webhooks:write', role: 'manager' },
  body: z.strictObject({
    ...webhookFields,
    description: webhookFields.description.default(null),
    types: webhookFields.types.default([]),
    project_id: ProjectId.nullable().default(null).meta({ description: 'null for the whole organization' }),
  }),
  responses: { 201: created('The webhook with its secret', WebhookWithSecret, '/api/v1/webhooks/{id}') },
  errors: [404, 409],
  uses: ['webhooks.read', 'webhooks.write', 'webhooks.seal'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller } = request;
  const { organizationId: organization_id } = caller;
  if (body.project_id !== null) await requireProject(request, body.project_id);
  else if (!(await mayManage(request, null))) {
    throw new Forbidden('Webhooks of the whole organization require the role org_admin', 'insufficient_role', [
      'body',
      'project_id',
    ]);
  }
  checkAddress(body.url);
  const fields = newRecordFields(request);
  const { id } = fields;
  const known = await ports['webhooks.read'].ids(organization_id, { list: 'inOrganization' });
  if (known.length >= MAXIMUM_WEBHOOKS && !known.includes(id)) {
    throw new Conflict(`The organization already has ${MAXIMUM_WEBHOOKS} webhooks`);
  }
  const secret = newWebhookSecret();
  const record = await ports['webhooks.write'].create({
    ...{ ...fields, ...body, status: 'active', disabled_reason: null },
    sealed_secret: await ports['webhooks.seal'].seal({ organization_id, id }, secret),
    ...{ sealed_former: null, former_until: null },
  });
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: { ...toWebhook(record), secret } };
};

export const handler = lambda(operation, handle);
