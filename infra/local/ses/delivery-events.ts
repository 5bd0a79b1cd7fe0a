import { randomUUID } from 'node:crypto';
import { type Fate, fateOf } from './fate.ts';
import type { AcceptedMail } from './mailbox.ts';
import type { Submission } from './read-submission.ts';

type SentMail = AcceptedMail & Pick<Submission, 'configurationSet' | 'tags'>;
type EventType = 'Send' | 'Delivery' | 'Bounce' | 'Complaint';

const EVENTS: Record<Fate, EventType[]> = {
  delivered: ['Delivery'],
  bounced: ['Bounce'],
  // A recipient who complains has received the mail.
  complained: ['Delivery', 'Complaint'],
};

/**
 * Returns the events that SES publishes for a mail, each as JSON.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html
 */
export function eventsOf(mail: SentMail): string[] {
  const became = mail.recipients.flatMap((address) =>
    EVENTS[fateOf(address)].map((eventType) => eventOf(mail, address, eventType)),
  );
  return [eventOf(mail, '', 'Send'), ...became].map((event) => JSON.stringify(event));
}

function eventOf(mail: SentMail, address: string, eventType: EventType) {
  const timestamp = new Date(mail.acceptedAt).toISOString();
  const tags = { ...mail.tags, 'ses:configuration-set': mail.configurationSet ?? '' };
  return {
    eventType,
    mail: {
      timestamp,
      source: mail.from,
      sendingAccountId: '000000000000',
      messageId: mail.messageId,
      destination: mail.recipients,
      headersTruncated: false,
      tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
    },
    ...saying(eventType, address, timestamp),
  };
}

function saying(eventType: EventType, address: string, timestamp: string) {
  const feedbackId = randomUUID();
  switch (eventType) {
    case 'Send':
      return { send: {} };
    case 'Delivery':
      return { delivery: { timestamp, processingTimeMillis: 1, recipients: [address], smtpResponse: '250 OK' } };
    case 'Complaint': {
      const complainedRecipients = [{ emailAddress: address }];
      return { complaint: { feedbackId, timestamp, complainedRecipients, complaintFeedbackType: 'abuse' } };
    }
    case 'Bounce': {
      const isSuppressed = address.toLowerCase().startsWith('suppressionlist');
      const diagnosticCode = 'smtp; 550 5.1.1 user unknown';
      const recipient = { emailAddress: address, action: 'failed', status: '5.1.1', diagnosticCode };
      return {
        bounce: {
          ...{ feedbackId, timestamp, bounceType: 'Permanent', bounceSubType: isSuppressed ? 'Suppressed' : 'General' },
          bouncedRecipients: [recipient],
        },
      };
    }
  }
}
