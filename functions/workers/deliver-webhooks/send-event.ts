import { type ChainedEvent, publicEvent } from '../../../shared/domain/events/event.ts';
import { subscribes, type WebhookRecord } from '../../../shared/domain/events/webhook.ts';
import { randomIds } from '../../../shared/http/identifiers.ts';
import { sendWebhook } from '../../../shared/outbound/send-webhook.ts';
import type { FeedEntry } from '../../../shared/ports.ts';
import type { DeliverPorts } from './deliver-ports.ts';

/** Returns a function that resolves to whether the creator of a webhook may see the events of a project, or of none, now. */
const accessOf = ({ organization_id, created_by }: WebhookRecord, ports: DeliverPorts) => {
  const memberships = ports['memberships.read'];
  const ask = async (projectId: string | null): Promise<boolean> => {
    if (projectId !== null && (await memberships.holds(organization_id, created_by._id, projectId))) return true;
    const person = await ports['people.read'].get(organization_id, created_by._id);
    if (person?.sees_every_project !== true) return false;
    return projectId === null || memberships.stands(organization_id, projectId);
  };
  const known = new Map<string | null, Promise<boolean>>();
  return (projectId: string | null): Promise<boolean> => {
    const allowed = known.get(projectId) ?? ask(projectId);
    known.set(projectId, allowed);
    return allowed;
  };
};

/** Returns the events of these lines that a webhook asks for and its creator may see now, with their positions. */
export const eventsFor = async (
  webhook: WebhookRecord,
  lines: readonly FeedEntry[],
  ports: DeliverPorts,
): Promise<{ position: number; event: ChainedEvent }[]> => {
  const mayRead = accessOf(webhook, ports);
  const asked = lines.filter((line) => subscribes(webhook, line));
  const seen = await Promise.all(asked.map(({ project_id }) => mayRead(project_id)));
  const wanted = asked.filter((_, index) => seen[index]);
  const events = await ports['events.read'].events(webhook.organization_id, wanted);
  const nameOf = (each: { project_id: string | null; sequence: number }) => `${each.project_id} ${each.sequence}`;
  const byName = new Map(events.map((event) => [nameOf(event), event]));
  return wanted.flatMap((line) => {
    const event = byName.get(nameOf(line));
    return event ? [{ position: line.position, event }] : [];
  });
};

/**
 * Returns whether an event may be sent at this moment: not if the webhook is other than it was read, and not if its creator
 * may not see the event any more.
 */
export const permissionNow = async (
  webhook: WebhookRecord,
  { project_id }: ChainedEvent,
  ports: DeliverPorts,
): Promise<'given' | 'hidden' | 'changed'> => {
  const [current, isSeen] = await Promise.all([
    ports['webhooks.read'].get(webhook.organization_id, webhook.id),
    accessOf(webhook, ports)(project_id),
  ]);
  if (current?.record_version !== webhook.record_version) return 'changed';
  return isSeen ? 'given' : 'hidden';
};

/** Sends one event and records the attempt. Returns whether the receiver took it. */
export const sendEvent = async (
  webhook: WebhookRecord,
  secrets: readonly string[],
  { position, event }: { position: number; event: ChainedEvent },
  terms: { attempt: number; is_replay: boolean },
  ports: DeliverPorts,
): Promise<{ success: boolean; error: string | null }> => {
  const { id: event_id, type: event_type, time: timestamp } = event;
  const at = new Date();
  const message = { id: event_id, type: event_type, timestamp, data: publicEvent(event) };
  const outcome = await sendWebhook(webhook.url, secrets, message, ports.outbound);
  const delivery = { id: randomIds(at)(), at: at.toISOString(), event_id, event_type, position, ...terms, ...outcome };
  await ports['webhooks.deliver'].log(webhook.organization_id, webhook.id, delivery);
  return outcome;
};
