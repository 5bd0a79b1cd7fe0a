import type { WebhookRecord } from '../domain/events/webhook.ts';
import { OutboundError } from '../domain/outbound-error.ts';
import type { Ports } from '../ports.ts';
import { webhookHeaders } from './sign-webhook.ts';

/** Milliseconds in which a receiver must respond. */
const TIMEOUT = 10_000;

/** What is sent: the id is the same for every attempt. */
export interface WebhookMessage {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

/** The outcome of one attempt, as it is shown to the user. */
export interface WebhookOutcome {
  success: boolean;
  status_code: number | null;
  error: string | null;
  duration_ms: number;
}

/** Returns the secrets that sign now: the current one and, for a day, the one before. */
export const secretsOf = async (
  webhook: WebhookRecord,
  now: Date,
  secrets: Ports['webhooks.open'],
): Promise<string[]> => {
  const { sealed_secret, sealed_former, former_until } = webhook;
  const isRotating = sealed_former !== null && former_until !== null && Date.parse(former_until) > now.getTime();
  const sealed = isRotating ? [sealed_secret, sealed_former] : [sealed_secret];
  return Promise.all(sealed.map((each) => secrets.open(webhook, each)));
};

/**
 * Sends one message to a receiver of the user's. Only a status of 200 to 299 is a success; redirects are not followed,
 * because a POST that becomes a GET somewhere else would count as delivered.
 */
export const sendWebhook = async (
  url: string,
  secrets: readonly string[],
  { id, ...message }: WebhookMessage,
  outbound: Ports['outbound'],
): Promise<WebhookOutcome> => {
  const started = performance.now();
  const body = JSON.stringify(message);
  const headers = webhookHeaders(secrets, { id, at: new Date(), body });
  const ended = (outcome: Omit<WebhookOutcome, 'duration_ms'>): WebhookOutcome => ({
    ...outcome,
    duration_ms: Math.round(performance.now() - started),
  });
  try {
    const request = { method: 'POST', url, headers, body } as const;
    const terms = { signal: AbortSignal.timeout(TIMEOUT), redirects: 'return', body: 'ignore' } as const;
    const { status } = await outbound.send(request, terms);
    const success = status >= 200 && status < 300;
    return ended({ success, status_code: status, error: success ? null : `The receiver responded with ${status}` });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return ended({ success: false, status_code: null, error: error.message });
  }
};
