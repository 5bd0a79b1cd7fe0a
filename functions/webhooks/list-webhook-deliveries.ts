import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';
import { DeliveryView, toDelivery } from './view.ts';

export const operation = defineOperation({
  id: 'list-webhook-deliveries',
  method: 'GET',
  path: '/api/v1/webhooks/{id}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a webhook',
  description: 'Every attempt of the last 30 days with its outcome, newest first.',
  auth: { scope: 'webhooks:read', role: 'manager' },
  params: WebhookParams,
  query: z.object({
    cursor: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The `cursor` of the page before', example: '01980000-0000-7000-8000-00000000003c' }),
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(50),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z
        .object({
          items: z.array(DeliveryView),
          cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; null at the end' }),
        })
        .meta({ id: 'WebhookDeliveryPage' }),
    },
  },
  errors: [404],
  uses: ['webhooks.read', 'webhooks.log'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { organization_id, id } = await findWebhook(request, ports['webhooks.read']);
  const { deliveries, cursor } = await ports['webhooks.log'].list(organization_id, id, request.query);
  return { status: 200, body: { items: deliveries.map(toDelivery), cursor } };
};

export const handler = lambda(operation, handle);
