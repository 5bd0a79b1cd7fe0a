import { randomUUID } from 'node:crypto';
import {
  nextAttempt,
  RETRIED_MS,
  type WebhookRecord,
  type WebhookState,
} from '../../../shared/domain/events/webhook.ts';
import { secretsOf } from '../../../shared/outbound/send-webhook.ts';
import type { DeliverPorts } from './deliver-ports.ts';
import { eventsFor, sendEvent } from './send-event.ts';

/** Lines of the feed read at once. */
const AT_ONCE = 100;

/** Returns the state after a failed attempt, and disables a webhook that has failed for three days. */
const failed = async (
  webhook: WebhookRecord,
  state: WebhookState,
  error: string | null,
  ports: DeliverPorts,
): Promise<WebhookState> => {
  const now = new Date();
  const failing_since = state.failing_since ?? now.toISOString();
  const failures = state.failures + 1;
  if (now.getTime() - Date.parse(failing_since) < RETRIED_MS) {
    return { ...state, failures, failing_since, retry_at: nextAttempt(failures, now) };
  }
  const { organization_id } = webhook;
  const disabled_reason = `Every delivery has failed since ${failing_since}: ${error ?? 'no response'}`;
  const administrators = await ports['people.read'].administrators(organization_id);
  await ports['webhooks.write'].disable(webhook, disabled_reason, administrators, { writeId: randomUUID(), now });
  return { ...state, failures, failing_since, retry_at: null };
};

/**
 * Sends the events after a webhook's position in order. A failed attempt ends it: the event is sent again when it is
 * due, and none of its successors before.
 * @returns the state to release
 */
export const deliverEvents = async (
  webhook: WebhookRecord,
  claimed: WebhookState,
  owner: string,
  end: number,
  ports: DeliverPorts,
): Promise<WebhookState> => {
  const secrets = await secretsOf(webhook, new Date(), ports['webhooks.open']);
  let state: WebhookState = { ...claimed, retry_at: null };
  let stored = claimed.position;
  for (;;) {
    const lines = await ports['events.read'].feed(webhook.organization_id, state.position, AT_ONCE);
    const last = lines.at(-1);
    if (!last) return state;
    for (const found of await eventsFor(webhook, lines, ports)) {
      if (Date.now() > end) return state;
      // The release stores the last position; whoever takes over in between repeats one event at most.
      const isBehind = state.position > stored;
      if (isBehind && !(await ports['webhooks.deliver'].advance(state, owner, end + 30_000))) return state;
      stored = state.position;
      const terms = { attempt: state.failures + 1, is_replay: false };
      const { success, error } = await sendEvent(webhook, secrets, found, terms, ports);
      if (!success) return failed(webhook, state, error, ports);
      state = { ...state, position: found.position, failures: 0, failing_since: null };
    }
    if (last.position > state.position) state = { ...state, position: last.position };
    if (lines.length < AT_ONCE || Date.now() > end) return state;
  }
};
