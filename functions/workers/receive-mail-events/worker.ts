import { ACTIVITY_TRANSITIONS } from '../../../shared/domain/mail/activity.ts';
import { activityOfTags } from '../../../shared/domain/mail/tags.ts';
import { log } from '../../../shared/log.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';
import { whatBecame } from './what-became.ts';

export const worker = defineWorker({
  id: 'receive-mail-events',
  description: 'Writes down what became of mails, and to whom none may go any more',
  queue: 'mail-events',
  timeoutSeconds: 30,
  memoryMegabytes: 512,
  uses: ['activities.read', 'activities.write', 'suppressions.write'],
  task: {
    agent: 'notifications',
    name: 'Follow what became of mails',
    shownBy: 'list-email-activities',
    steps: [
      'Reads events of deliveries, bounces and complaints.',
      'Moves the status of the activity on, and notes addresses to which nothing may go any more.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;

/**
 * Events come more than once and in any order; the log goes one way. Where another write came between, the event is
 * delivered again.
 */
export const handle: Handle = async (event, ports, run) => {
  const outcome = whatBecame(event);
  if (!outcome) return;
  const { transition: name, why, suppress } = outcome;
  const { tags, messageId, timestamp } = event.mail;
  const named = activityOfTags(tags);
  const record = named && (await ports['activities.read'].get(named.organization_id, named.id));

  if (suppress) {
    // A forwarded mail bounces at an address that nobody here has written to.
    const addresses = record ? [record.recipient_email] : suppress.addresses;
    const terms = { reason: suppress.reason, detail: why?.code ?? null, now: run.now };
    for (const address of addresses) await ports['suppressions.write'].suppress(address, terms);
  }
  if (!record) {
    // A mail of a project that has been removed, or none of the service's.
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
