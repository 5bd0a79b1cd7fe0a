import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { secretsOf, sendWebhook } from '../../shared/outbound/send-webhook.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';

export const operation = defineOperation({
  id: 'test-webhook',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/test',
  tag: 'Webhooks',
  summary: 'Send a test to a webhook',
  description:
    'Sends a signed message of the type `webhook.test` at once and returns the outcome. Responds with 200 even if the ' +
    'receiver does not; nothing is repeated.',
  auth: { scope: 'webhooks:write', role: 'manager' },
  params: WebhookParams,
  responses: {
    200: {
      description: 'The outcome',
      schema: z
        .object({
          success: z.boolean(),
          status_code: z.int().nullable().meta({ description: 'null if the receiver did not respond' }),
          error: z.string().nullable(),
          duration_ms: z.int().meta({ description: 'Milliseconds from the request to the response or the failure' }),
        })
        .meta({ id: 'WebhookTest' }),
    },
  },
  errors: [404],
  uses: ['webhooks.read', 'webhooks.open', 'outbound'],
  timeoutSeconds: 20,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const webhook = await findWebhook(request, ports['webhooks.read']);
  const secrets = await secretsOf(webhook, request.now, ports['webhooks.open']);
  const timestamp = request.now.toISOString();
  const message = { id: request.newId(), type: 'webhook.test', timestamp, data: { webhook_id: webhook.id } };
  return { status: 200, body: await sendWebhook(webhook.url, secrets, message, ports.outbound) };
};

export const handler = lambda(operation, handle);
