import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';
import { toWebhook, Webhook } from './view.ts';

export const operation = defineOperation({
  id: 'get-webhook',
  method: 'GET',
  path: '/api/v1/webhooks/{id}',
  tag: 'Webhooks',
  summary: 'Get a webhook',
  description: 'Without its secret. A webhook that the service has disabled says why in `disabled_reason`.',
  auth: { scope: 'webhooks:read', role: 'manager' },
  params: WebhookParams,
  responses: { 200: versioned('The webhook', Webhook) },
  errors: [404],
  uses: ['webhooks.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findWebhook(request, ports['webhooks.read']);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toWebhook(record) };
};

export const handler = lambda(operation, handle);
