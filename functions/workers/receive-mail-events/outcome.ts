import type { ACTIVITY_TRANSITIONS } from '../../../shared/domain/mail/activity.ts';
import type { SuppressionRecord } from '../../../shared/domain/mail/suppression.ts';
import type { ReceivedMessage } from '../../../shared/queue/messages.ts';

/** The effect of an SES event on the log and on the recipient's address. */
export interface DeliveryOutcome {
  transition: keyof typeof ACTIVITY_TRANSITIONS;
  /** Why a mail failed: a code, and the message of SES or the receiving server, which contains nothing of the mail. */
  why?: { code: string; reason: string };
  /** Addresses to which no mail may be sent from now on. */
  suppress?: { reason: SuppressionRecord['reason']; addresses: string[] };
}

const LONGEST_REASON = 500;

/** Returns the effect of an event; undefined if it changes nothing. */
export const outcomeOf = (event: ReceivedMessage<'mail-events'>): DeliveryOutcome | undefined => {
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
