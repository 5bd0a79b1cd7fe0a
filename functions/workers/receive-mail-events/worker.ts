import { ACTIVITY_TRANSITIONS } from '../../../shared/domain/mail/activity.ts';
import { activityOfTags } from '../../../shared/domain/mail/tags.ts';
import { log } from '../../../shared/log.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';
import { outcomeOf } from './outcome.ts';

export const worker = defineWorker({
  id: 'receive-mail-events',
  description: 'Records the fate of mails, and suppresses addresses to which none may be sent',
  queue: 'mail-events',
  timeoutSeconds: 30,
  memoryMegabytes: 512,
  uses: ['activities.read', 'activities.write', 'suppressions.write'],
  task: {
    agent: 'notifications',
    name: 'Record the fate of mails',
    shownBy: 'list-email-activities',
    steps: [
      'Reads events of deliveries, bounces and complaints.',
      'Updates the status of the activity, and suppresses addresses to which nothing may be sent.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;

/**
 * Events arrive more than once and in any order; the status only moves forward. After a conflicting write the event is
 * delivered again.
 */
export const handle: Handle = async (event, ports, run) => {
  const outcome = outcomeOf(event);
  if (!outcome) return;
  const { transition: name, why, suppress } = outcome;
  const { tags, messageId, timestamp } = event.mail;
  const named = activityOfTags(tags);
  const record = named && (await ports['activities.read'].get(named.organization_id, named.id));

  if (suppress) {
    // The bounce of a forwarded mail names an address that the service has not written to.
    const addresses = record ? [record.recipient_email] : suppress.addresses;
    const terms = { reason: suppress.reason, detail: why?.code ?? null, now: run.now };
    for (const address of addresses) await ports['suppressions.write'].suppress(address, terms);
  }
  if (!record) {
    // The mail's project has been removed, or the mail was not sent by this service.
    return log('info', 'event of an unknown mail', { request_id: run.requestId, event: event.eventType });
  }
  const transition = ACTIVITY_TRANSITIONS[name];
  if (!(transition.from as readonly string[]).includes(record.status)) return;
  const change = {
    status: transition.to,
    sent_at: record.sent_at ?? new Date(timestamp).toISOString(),
    message_id: record.message_id ?? messageId,
    handing_since: null,
    ...(why && { metadata: { ...record.metadata, ...why } }),
  };
  const guard = { transition, ifVersion: record.record_version };
  const writeId = `event:${run.delivery.messageId}`;
  await ports['activities.write'].change(record.organization_id, record.id, change, {
    ...guard,
    writeId,
    now: run.now,
  });
};

export const handler = queueWorker(worker, handle);
