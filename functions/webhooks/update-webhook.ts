import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import { hasFields } from '../../shared/domain/record-fields.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { guardOf } from '../../shared/http/records.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';
import { checkAddress, webhookFields } from './lib/webhook-body.ts';
import { toWebhook, Webhook } from './view.ts';

export const operation = defineOperation({
  id: 'update-webhook',
  method: 'PATCH',
  path: '/api/v1/webhooks/{id}',
  tag: 'Webhooks',
  summary: 'Update a webhook',
  description:
    'Changes the given fields. `status` is `paused` or `active`: activated again, it continues after the last event ' +
    'that was delivered, as far as the feed reaches. Activated, or with another `url`, it has no failures, and what is ' +
    'waiting is sent at once. From then on your rights determine which events are sent. 409 if `If-Match` is not the ' +
    'current version.',
  auth: { scope: 'webhooks:write', role: 'manager' },
  params: WebhookParams,
  body: z.strictObject({
    url: webhookFields.url.optional(),
    description: webhookFields.description.optional(),
    types: webhookFields.types.optional(),
    status: z.enum(['active', 'paused']).optional(),
  }),
  responses: { 200: versioned('The webhook', Webhook) },
  errors: [404, 409],
  uses: ['webhooks.read', 'webhooks.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body } = request;
  if (body.url !== undefined) checkAddress(body.url);
  const before = await findWebhook(request, ports['webhooks.read']);
  // Failures of another address, or before a pause, say nothing about the deliveries to come.
  const isFresh = body.url !== undefined || body.status === 'active';
  const record = await ports['webhooks.write'][isFresh ? 'resume' : 'change'](
    before.organization_id,
    before.id,
    {
      ...body,
      ...(hasFields(body) && { created_by: userOf(request.caller) }),
      ...(body.status === 'active' && { disabled_reason: null }),
    },
    guardOf(request, before),
  );
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toWebhook(record) };
};

export const handler = lambda(operation, handle);
