import type { ACTIVITY_TRANSITIONS } from '../../../shared/domain/mail/activity.ts';
import type { SuppressionRecord } from '../../../shared/domain/mail/suppression.ts';
import type { ReceivedMessage } from '../../../shared/queue/queues.ts';

/** What an event of SES means for the log and for the address. */
export interface Outcome {
  transition: keyof typeof ACTIVITY_TRANSITIONS;
  /** Why a mail ended badly: a name, which holds nothing of the mail, and the words of SES and of servers. */
  why?: { code: string; reason: string };
  /** No mail may go to these any more. */
  suppress?: { reason: SuppressionRecord['reason']; addresses: string[] };
}

const LONGEST_REASON = 500;

/** Undefined where the event changes nothing. */
export const whatBecame = (event: ReceivedMessage<'mail-events'>): Outcome | undefined => {
  switch (event.eventType) {
    // It was taken, which the log says already but where a worker died at that moment.
    case 'Send':
      return { transition: 'send' };
    case 'Delivery':
      return { transition: 'deliver' };
    case 'Reject':
      return { transition: 'reject', why: { code: 'rejected', reason: event.reject.reason } };
    case 'Bounce': {
      const { bounceType, bounceSubType, bouncedRecipients } = event.bounce;
      const said = bouncedRecipients.flatMap(({ diagnosticCode }) => diagnosticCode ?? []);
      const code = `${bounceType}/${bounceSubType}`;
      const why = { code, reason: [code, ...said].join(': ').slice(0, LONGEST_REASON) };
      if (bounceType !== 'Permanent') return { transition: 'giveBack', why };
      return { transition: 'bounce', why, suppress: { reason: 'bounce', addresses: addressesOf(bouncedRecipients) } };
    }
    case 'Complaint': {
      const { complainedRecipients, complaintFeedbackType } = event.complaint;
      // Somebody took a mail out of the folder of unwanted ones.
      if (complaintFeedbackType === 'not-spam') return undefined;
      const addresses = addressesOf(complainedRecipients);
      const suppress = { reason: 'complaint', addresses } as const;
      const why = { code: complaintFeedbackType ?? 'complaint', reason: 'The recipient does not want it' };
      return { transition: 'complain', why, suppress };
    }
  }
};

const addressesOf = (recipients: readonly { emailAddress: string }[]): string[] =>
  recipients.map(({ emailAddress }) => /<([^<>]*)>$/.exec(emailAddress)?.[1] ?? emailAddress);
