import { createHmac, randomBytes } from 'node:crypto';

/**
 * Signatures of Standard Webhooks.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

const PREFIX = 'whsec_';

/** Returns a new secret as its holder receives it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Returns the headers of a delivery, with one signature per secret. */
export const webhookHeaders = (
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};
