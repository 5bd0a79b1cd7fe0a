import * as createWebhook from './create-webhook.ts';
import * as deleteWebhook from './delete-webhook.ts';
import * as getWebhook from './get-webhook.ts';
import * as listWebhookDeliveries from './list-webhook-deliveries.ts';
import * as listWebhooks from './list-webhooks.ts';
import * as replayWebhook from './replay-webhook.ts';
import * as rotateWebhookSecret from './rotate-webhook-secret.ts';
import * as testWebhook from './test-webhook.ts';
import * as updateWebhook from './update-webhook.ts';

/** In the order of the reference pages. */
export const operations = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookDeliveries,
];
