import { randomUUID } from 'node:crypto';
import {
  nextAttempt,
  RETRIED_MS,
  type WebhookRecord,
  type WebhookState,
} from '../../../shared/domain/events/webhook.ts';
import { secretsOf } from '../../../shared/outbound/send-webhook.ts';
import type { FeedEntry } from '../../../shared/ports.ts';
import type { DeliverPorts } from './deliver-ports.ts';
import { eventsFor, permissionNow, sendEvent } from './send-event.ts';

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

/** One run: who holds the deliveries, and until when an attempt may begin. */
interface Holding {
  owner: string;
  end: number;
}

/**
 * Sends the events of these lines in order.
 * @returns the state after the last event that needs no further delivery, and whether all of them were sent, a change of the
 * webhook prevents the rest, or the run ends
 */
const sendLines = async (
  webhook: WebhookRecord,
  lines: readonly FeedEntry[],
  before: WebhookState,
  { owner, end }: Holding,
  ports: DeliverPorts,
): Promise<{ state: WebhookState; left: 'none' | 'changed' | 'ended' }> => {
  const secrets = await secretsOf(webhook, new Date(), ports['webhooks.open']);
  let state = before;
  let stored = before.position;
  for (const found of await eventsFor(webhook, lines, ports)) {
    if (Date.now() > end) return { state, left: 'ended' };
    // The release stores the last position; whoever takes over in between repeats one event at most.
    const isBehind = state.position > stored;
    if (isBehind && !(await ports['webhooks.deliver'].advance(state, owner, end + 30_000))) {
      return { state, left: 'ended' };
    }
    stored = state.position;
    const permission = await permissionNow(webhook, found.event, ports);
    if (permission === 'changed') return { state, left: 'changed' };
    if (permission === 'hidden') continue;
    const terms = { attempt: state.failures + 1, is_replay: false };
    const { success, error } = await sendEvent(webhook, secrets, found, terms, ports);
    if (!success) return { state: await failed(webhook, state, error, ports), left: 'ended' };
    state = { ...state, position: found.position, failures: 0, failing_since: null };
  }
  const position = Math.max(state.position, lines.at(-1)?.position ?? 0);
  return { state: { ...state, position }, left: 'none' };
};

/**
 * Sends the events after a webhook's position in order, as long as it is active, and as its record says at the moment of
 * each. A failed attempt ends it: the event is sent again when it is due, and none of its successors before.
 * @returns the state to release
 */
export const deliverEvents = async (
  claimed: WebhookState,
  owner: string,
  end: number,
  ports: DeliverPorts,
): Promise<WebhookState> => {
  const { organization_id, id } = claimed;
  let webhook = await ports['webhooks.read'].get(organization_id, id);
  if (webhook?.status !== 'active') return claimed;
  let state: WebhookState = { ...claimed, retry_at: null };
  while (webhook?.status === 'active') {
    const lines = await ports['events.read'].feed(organization_id, state.position, AT_ONCE);
    if (lines.length === 0) return state;
    const sent = await sendLines(webhook, lines, state, { owner, end }, ports);
    state = sent.state;
    if (sent.left === 'ended' || Date.now() > end) return state;
    if (sent.left === 'none' && lines.length < AT_ONCE) return state;
    if (sent.left === 'changed') webhook = await ports['webhooks.read'].get(organization_id, id);
  }
  return state;
};
