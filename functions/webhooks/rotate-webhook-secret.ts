import { ROTATION_MS } from '../../shared/domain/events/webhook.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { newWebhookSecret } from '../../shared/outbound/sign-webhook.ts';
import { findWebhook, WebhookParams } from './lib/find-webhook.ts';
import { toWebhook, WebhookWithSecret } from './view.ts';

export const operation = defineOperation({
  id: 'rotate-webhook-secret',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Replace the secret of a webhook',
  description:
    'Returns the new secret, which is shown only now. For 24 hours every delivery has a signature of both secrets, ' +
    'so that the receiver can be changed in the meantime; a further rotation ends that of the older one.',
  auth: { scope: 'webhooks:write', role: 'manager' },
  params: WebhookParams,
  responses: { 200: versioned('The webhook with its new secret', WebhookWithSecret) },
  errors: [404, 409],
  uses: ['webhooks.read', 'webhooks.write', 'webhooks.seal'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const before = await findWebhook(request, ports['webhooks.read']);
  const secret = newWebhookSecret();
  const record = await ports['webhooks.write'].change(
    before.organization_id,
    before.id,
    {
      sealed_secret: await ports['webhooks.seal'].seal(before, secret),
      sealed_former: before.sealed_secret,
      former_until: new Date(request.now.getTime() + ROTATION_MS).toISOString(),
    },
    {
      ifVersion: versionOf(request.ifMatch) ?? before.record_version,
      writeId: request.newId(),
      now: request.now,
      before,
    },
  );
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: { ...toWebhook(record), secret } };
};

export const handler = lambda(operation, handle);
