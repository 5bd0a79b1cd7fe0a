/**
 * The declaration of one queue, from which ports, adapters, variables, grants, the stack and the emulator follow. Its
 * messages are declared separately, in `messages.ts`, because every function reads the names of queues, but few read
 * messages.
 */
interface QueueDefinition {
  /** Maximum messages per invocation. */
  batchSize: number;
  /**
   * Maximum concurrent invocations: in the cloud (2 to 1,000), and on one machine, where `reserved` of them are for
   * tenants with no message being processed.
   */
  concurrency: { cloud: number; machine: number; reserved?: number };
  /** The visibility timeout in seconds, longer than its worker may run. */
  visibilitySeconds: number;
  /** Seconds until a message is delivered again after its first failure; four times as long after each further one. */
  retrySeconds: number;
  /** Deliveries of one message before it moves to the dead-letter queue. */
  maximumReceives: number;
  /** The field of a message whose values are served fairly; `organization_id` by default. */
  fairAmong?: string;
}

/** The queues of the service; each has a dead-letter queue. */
export const queues = {
  process: {
    batchSize: 1,
    concurrency: { cloud: 100, machine: 3, reserved: 1 },
    visibilitySeconds: 900,
    retrySeconds: 5,
    maximumReceives: 3,
  },
  /** Separate from `process`, so that a long document does not keep others from starting. */
  slices: {
    batchSize: 1,
    // On one machine a slice uses two threads, so these use about as many as it has cores.
    concurrency: { cloud: 100, machine: 2, reserved: 1 },
    visibilitySeconds: 900,
    retrySeconds: 5,
    maximumReceives: 3,
  },
  compare: {
    batchSize: 1,
    concurrency: { cloud: 50, machine: 3, reserved: 1 },
    visibilitySeconds: 900,
    retrySeconds: 5,
    maximumReceives: 3,
  },
  ocr: {
    batchSize: 1,
    // Textract's rate limit is a few calls a second: more workers would only be throttled.
    concurrency: { cloud: 10, machine: 2, reserved: 1 },
    visibilitySeconds: 900,
    retrySeconds: 10,
    maximumReceives: 5,
  },
  reports: {
    batchSize: 1,
    concurrency: { cloud: 20, machine: 2, reserved: 1 },
    visibilitySeconds: 900,
    retrySeconds: 5,
    maximumReceives: 3,
  },
  /** Documents whose sheets may have superseded others that were sent in transmittals. */
  recalls: {
    batchSize: 1,
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 150,
    retrySeconds: 10,
    maximumReceives: 5,
  },
  /** Archives of transmittals; `path` states which documents one contains. */
  archives: {
    batchSize: 1,
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 900,
    retrySeconds: 10,
    maximumReceives: 3,
  },
  snapshots: {
    batchSize: 1,
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 320,
    retrySeconds: 10,
    maximumReceives: 3,
  },
  'delete-project': {
    batchSize: 1,
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 320,
    retrySeconds: 10,
    maximumReceives: 3,
  },
  /** Work on an organization's index. Whatever the number of messages, one worker at a time does it. */
  search: {
    batchSize: 1,
    concurrency: { cloud: 20, machine: 1 },
    visibilitySeconds: 900,
    retrySeconds: 5,
    maximumReceives: 5,
  },
  /** A batch of scheduled work across all organizations; a batch that takes too long sends the rest again. */
  batches: {
    batchSize: 1,
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 320,
    retrySeconds: 10,
    maximumReceives: 5,
  },
  /** Events of an organization that are not yet in sequence. Whatever the number of messages, each is appended once. */
  events: {
    batchSize: 1,
    concurrency: { cloud: 50, machine: 2 },
    visibilitySeconds: 150,
    retrySeconds: 2,
    maximumReceives: 8,
  },
  /** The events of a webhook that are to be sent, or a range of the feed that is to be sent again. */
  webhooks: {
    batchSize: 1,
    // A slow receiver keeps workers from no other webhook, also of the same organization.
    fairAmong: 'webhook_id',
    // A worker mostly waits for its receiver.
    concurrency: { cloud: 100, machine: 16, reserved: 4 },
    visibilitySeconds: 150,
    retrySeconds: 5,
    maximumReceives: 8,
  },
  /** Written by SES through a topic, by no function. */
  'mail-events': {
    batchSize: 10,
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 60,
    retrySeconds: 2,
    maximumReceives: 5,
  },
  /**
   * A notification for its recipients; a subscriber's digest of a day (`2026-11-22`); or the subscriber's uploads to a
   * project, which have finished if `last` is still the last notification about them.
   */
  mail: {
    batchSize: 1,
    // SES accepts 14 mails a second from an account that has just left its sandbox.
    concurrency: { cloud: 10, machine: 1 },
    visibilitySeconds: 120,
    retrySeconds: 5,
    // The last delivery is half an hour after the first: by that time SES has reported which mails it accepted.
    maximumReceives: 6,
  },
  'upload-events': {
    batchSize: 10,
    concurrency: { cloud: 20, machine: 2 },
    visibilitySeconds: 60,
    retrySeconds: 2,
    maximumReceives: 5,
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];

/** Returns the message group of a message, by which SQS delivers fairly; undefined for one that belongs to no tenant. */
export const groupOf = (name: QueueName, message: object): string | undefined =>
  (message as Record<string, string | undefined>)[fairAmongOf(name)];

/** Returns the field of a queue's messages by which they are delivered fairly. */
export const fairAmongOf = (name: string): string =>
  (queues as Readonly<Record<string, QueueDefinition>>)[name]?.fairAmong ?? 'organization_id';

/** The maximum visibility timeout of SQS, 12 hours, in seconds. */
const LONGEST_DELAY = 12 * 3600;

/** Returns the seconds until a message is delivered again whose delivery `attempt` (1 for the first) has failed. */
export const retryDelaySeconds = (name: QueueName, attempt: number): number =>
  Math.min(LONGEST_DELAY, queues[name].retrySeconds * 4 ** (attempt - 1));

export const deadLetterName = <N extends string>(name: N): `${N}-dlq` => `${name}-dlq`;

/** The consumers of the table's stream. Each has a dead-letter queue, although its source is not a queue. */
export const streamWorkerIds = ['announce-changes', 'announce-events', 'announce-notifications'] as const;
export type StreamWorkerId = (typeof streamWorkerIds)[number];

type Underscored<N extends string> = N extends `${infer Head}-${infer Tail}` ? `${Head}_${Underscored<Tail>}` : N;
export type QueueVariable<N extends string = QueueName> = `${Uppercase<Underscored<N>>}_QUEUE_URL`;

/** Returns the environment variable with a queue's URL: `UPLOAD_EVENTS_QUEUE_URL`. */
export const queueVariable = <N extends string>(name: N): QueueVariable<N> =>
  `${name.toUpperCase().replaceAll('-', '_')}_QUEUE_URL` as QueueVariable<N>;
