import * as z from 'zod';
import type { QueueName } from './queues.ts';

const Document = z.object({ organization_id: z.string(), project_id: z.string(), document_id: z.string() });
/** Units `from` to `to` of a document's work, of which those before `next` are done. */
const Slice = z.object({ run: z.string(), from: z.int(), to: z.int(), next: z.int() });

/**
 * S3 escapes keys like form fields: a space is a plus sign. A key that is not escaped like that is left as it is: it
 * names no upload, and its message would never succeed.
 */
const decodeKey = (key: string): string => {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
};

const S3Event = z.object({
  Records: z.array(z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) })),
});

/** An arrival detected by a create, an event of S3, or its test event; parsed to object paths. */
const Arrival = z.union([
  z.object({ path: z.string() }).transform(({ path }) => [path]),
  S3Event.transform(({ Records }) =>
    Records.filter(({ eventName }) => eventName.startsWith('ObjectCreated')).map(({ s3 }) => decodeKey(s3.object.key)),
  ),
  z.object({ Event: z.literal('s3:TestEvent') }).transform((): string[] => []),
]);

const Recipients = z.array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() }));
const Mail = z.object({
  messageId: z.string(),
  timestamp: z.string(),
  tags: z.record(z.string(), z.array(z.string())).default({}),
});

/**
 * A delivery event of a mail, as SES publishes it.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
const MailEvent = z.discriminatedUnion('eventType', [
  z.object({ eventType: z.literal('Send'), mail: Mail }),
  z.object({ eventType: z.literal('Delivery'), mail: Mail }),
  z.object({ eventType: z.literal('Reject'), mail: Mail, reject: z.object({ reason: z.string() }) }),
  z.object({
    eventType: z.literal('Bounce'),
    mail: Mail,
    bounce: z.object({ bounceType: z.string(), bounceSubType: z.string(), bouncedRecipients: Recipients }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail: Mail,
    complaint: z.object({ complainedRecipients: Recipients, complaintFeedbackType: z.string().nullish() }),
  }),
]);

/** The schema of each queue's messages: its input is the sender's type; its output is what the receiver parses. */
export const messages = {
  process: Document,
  slices: Document.extend({ slice: Slice }),
  compare: z.object({ organization_id: z.string(), comparison_id: z.string() }),
  ocr: Document.extend({ slice: Slice.optional() }),
  reports: z.object({ organization_id: z.string(), report_id: z.string() }),
  recalls: Document,
  archives: z.object({ organization_id: z.string(), transmittal_id: z.string(), path: z.string() }),
  snapshots: z.object({ organization_id: z.string(), project_id: z.string() }),
  'delete-project': z.object({ organization_id: z.string(), id: z.string(), at: z.string() }),
  search: z.object({ organization_id: z.string(), task: z.enum(['follow', 'compact', 'rebuild']) }),
  batches: z.discriminatedUnion('job', [
    z.object({ job: z.literal('digests'), shard: z.int().min(0), before: z.string() }),
    z.object({ job: z.literal('indexes'), after: z.string().nullable() }),
  ]),
  events: z.object({ organization_id: z.string() }),
  webhooks: z.object({
    organization_id: z.string(),
    webhook_id: z.string(),
    replay: z.object({ after: z.int(), until: z.int() }).optional(),
  }),
  'mail-events': MailEvent,
  mail: z.union([
    z.object({ organization_id: z.string(), notification_id: z.string() }),
    z.object({ organization_id: z.string(), subscriber: z.string(), digest_day: z.string() }),
    z.object({
      ...{ organization_id: z.string(), subscriber: z.string(), project_id: z.string() },
      last: z.string(),
    }),
  ]),
  'upload-events': Arrival,
} as const satisfies Record<QueueName, z.ZodType>;

type MessageSchema<N extends QueueName> = (typeof messages)[N];
/** A message as it is sent. */
export type SentMessage<N extends QueueName> = z.input<MessageSchema<N>>;
/** A message as its worker receives it. */
export type ReceivedMessage<N extends QueueName> = z.output<MessageSchema<N>>;

/** @throws Error if the text is not JSON or not a message of that queue */
export const readMessage = <N extends QueueName>(name: N, text: string): ReceivedMessage<N> =>
  messages[name].parse(JSON.parse(text)) as ReceivedMessage<N>;
