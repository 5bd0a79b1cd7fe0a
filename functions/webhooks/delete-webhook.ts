import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';

export const operation = defineOperation({
  id: 'delete-webhook',
  method: 'DELETE',
  path: '/api/v1/webhooks/{id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Cannot be undone; nothing further is sent. 409 if `If-Match` is not the current version.',
  auth: { scope: 'webhooks:write', role: 'manager' },
  params: WebhookParams,
  responses: { 204: { description: 'The webhook is deleted' } },
  errors: [404, 409],
  uses: ['webhooks.read', 'webhooks.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findWebhook(request, ports['webhooks.read']);
  await ports['webhooks.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
