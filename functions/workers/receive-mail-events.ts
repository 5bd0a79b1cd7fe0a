import { Conflict } from '../../shared/domain/errors.ts';
import { ACTIVITY_TRANSITIONS, type ActivityRecord } from '../../shared/domain/mail/activity.ts';
import { activityOfTags } from '../../shared/domain/mail/mail-tags.ts';
import type { SuppressionRecord } from '../../shared/domain/mail/suppression.ts';
import { log } from '../../shared/log.ts';
import type { ReceivedMessage } from '../../shared/queue/messages.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';

/** The effect of an SES event on the log and on the recipient's address. */
interface DeliveryOutcome {
  transition: keyof typeof ACTIVITY_TRANSITIONS;
  /** Why a mail failed: a code, and the message of SES or the receiving server, which contains nothing of the mail. */
  why?: { code: string; reason: string };
  /** Addresses to which no mail may be sent from now on. */
  suppress?: { reason: SuppressionRecord['reason']; addresses: string[] };
}

const LONGEST_REASON = 500;

/** Returns the effect of an event; undefined if it changes nothing. */
const outcomeOf = (event: ReceivedMessage<'mail-events'>): DeliveryOutcome | undefined => {
  switch (event.eventType) {
    // The log already records the sending, unless a worker died at that moment.
    case 'Send':
      return { transition: 'send' };
    case 'Delivery':
      return { transition: 'deliver' };
    case 'Reject':
      return { transition: 'reject', why: { code: 'rejected', reason: event.reject.reason } };
    case 'Bounce': {
      const { bounceType, bounceSubType, bouncedRecipients } = event.bounce;
      const diagnostics = bouncedRecipients.flatMap(({ diagnosticCode }) => diagnosticCode ?? []);
      const code = `${bounceType}/${bounceSubType}`;
      const why = { code, reason: [code, ...diagnostics].join(': ').slice(0, LONGEST_REASON) };
      if (bounceType !== 'Permanent') return { transition: 'giveBack', why };
      return { transition: 'bounce', why, suppress: { reason: 'bounce', addresses: addressesOf(bouncedRecipients) } };
    }
    case 'Complaint': {
      const { complainedRecipients, complaintFeedbackType } = event.complaint;
      // A recipient marked the mail as not being spam.
      if (complaintFeedbackType === 'not-spam') return undefined;
      const addresses = addressesOf(complainedRecipients);
      const suppress = { reason: 'complaint', addresses } as const;
      const why = { code: complaintFeedbackType ?? 'complaint', reason: 'The recipient reported the mail as unwanted' };
      return { transition: 'complain', why, suppress };
    }
  }
};

const addressesOf = (recipients: readonly { emailAddress: string }[]): string[] =>
  recipients.map(({ emailAddress }) => /<([^<>]*)>$/.exec(emailAddress)?.[1] ?? emailAddress);

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

/** Attempts to write concurrently with other events of the same mail, which arrive together. */
const ATTEMPTS = 5;

/**
 * Moves the status of a mail's record forward; reads it again after a conflicting write. A removed record is not created
 * again.
 */
const recordOutcome = async (
  found: ActivityRecord,
  { transition: name, why }: DeliveryOutcome,
  { mail }: Parameters<Handle>[0],
  ports: Parameters<Handle>[1],
  run: Parameters<Handle>[2],
): Promise<void> => {
  const transition = ACTIVITY_TRANSITIONS[name];
  const writeId = `event:${run.delivery.messageId}`;
  let record: ActivityRecord | undefined = found;
  for (let attempt = 1; record; attempt++) {
    if (!(transition.from as readonly string[]).includes(record.status)) return;
    const change = {
      status: transition.to,
      sent_at: record.sent_at ?? new Date(mail.timestamp).toISOString(),
      message_id: record.message_id ?? mail.messageId,
      handing_since: null,
      ...(why && { metadata: { ...record.metadata, ...why } }),
    };
    const guard = { transition, ifVersion: record.record_version, writeId, now: run.now };
    try {
      await ports['activities.write'].change(record.organization_id, record.id, change, guard);
      return;
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
      record = await ports['activities.read'].get(record.organization_id, record.id);
    }
  }
};

/**
 * Events arrive more than once and in any order; the status only moves forward.
 */
export const handle: Handle = async (event, ports, run) => {
  const outcome = outcomeOf(event);
  if (!outcome) return;
  const { why, suppress } = outcome;
  const named = activityOfTags(event.mail.tags);
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
  await recordOutcome(record, outcome, event, ports, run);
};

export const handler = queueWorker(worker, handle);
