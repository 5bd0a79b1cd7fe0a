import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { deadLetterName, queueNames, queues } from '../../shared/queue/queues.ts';
import type { Measures } from './measures.ts';
import { type Registered, stackGroupOf } from './registered.ts';
import { WORKERS } from './workers-stack.ts';

/** Names of alarms, without the stage's prefix. */
const API_FAULTS = 'api-faults';
const faultsOf = (group: string): string => `${group}-faults`;
const errorsOf = (worker: string): string => `${worker}-errors`;

/** An alarm that is raised when the metric exceeds the threshold. */
export interface WatchedMetric {
  /** Without the stage's prefix. */
  name: string;
  metric: IMetric;
  threshold: number;
  /** Consecutive periods that must exceed the threshold; 1 by default. */
  periods?: number;
  description: string;
  /** The heading of `runbook.md` with the remedy. */
  runbook: string;
}

/** AWS services whose throttling justifies an alarm at night, because nothing works without them. */
const THROTTLING = ['DynamoDB', 'Bedrock', 'Textract'] as const;

/** Milliseconds that a stream consumer may lag; records expire after a day. */
const LAGS_MS = 300_000;

/** Visibility timeouts that a message may wait; if the oldest one is older, the queue is not keeping up. */
const WAITS = 2;

/** Returns the workers without a queue, which have a dead-letter queue of their own. */
const withOwnOf = ({ workers }: Registered): string[] =>
  workers.flatMap(({ worker }) => ('queue' in worker ? [] : [worker.id]));

/** Returns the names of all dead-letter queues, without the prefix. */
export const deadLettersOf = (registered: Registered): string[] =>
  [...queueNames, ...withOwnOf(registered)].map(deadLetterName);

/**
 * Returns all alarms of a stage, derived from the registries and queues, those with an immediate effect on users first.
 */
export const alarmsOf = (registered: Registered, measures: Measures, sendsMail: boolean): WatchedMetric[] => [
  {
    name: API_FAULTS,
    metric: measures.faultRate(),
    threshold: 1,
    description: 'More than 1 % of the requests of 5 minutes, and more than 5 of them, got a 5xx response.',
    runbook: 'Responses with 5xx',
  },
  {
    name: 'api-latency',
    metric: measures.api('Latency', 'p99'),
    threshold: 3000,
    periods: 3,
    description: 'One request in a hundred took more than 3 s for 15 minutes.',
    runbook: 'Slow responses',
  },
  ...[...new Set(registered.operations.map(stackGroupOf))].map((group) => ({
    name: faultsOf(group),
    metric: measures.own('Faults', { Group: group }),
    threshold: 5,
    description: `Operations of ${group} returned more than 5 responses with 5xx in 5 minutes.`,
    runbook: 'Responses with 5xx',
  })),
  ...queueNames.map((name) => ({
    name: `${name}-waits`,
    metric: measures.queue(name, 'ApproximateAgeOfOldestMessage'),
    threshold: WAITS * queues[name].visibilitySeconds,
    periods: 5,
    description: `A message has waited on ${name} for longer than ${WAITS} deliveries take.`,
    runbook: 'Messages wait',
  })),
  ...deadLettersOf(registered).map((name) => ({
    name: `${name}-not-empty`,
    metric: measures.queue(name, 'ApproximateNumberOfMessagesVisible'),
    threshold: 0,
    description: `Messages were given up on and moved to ${name}.`,
    runbook: 'Messages in a dead-letter queue',
  })),
  ...registered.workers.map(({ worker: { id } }) => ({
    name: errorsOf(id),
    metric: measures.function(WORKERS, id, 'Errors', 'Sum'),
    threshold: 0,
    periods: 2,
    description: `The worker ${id} crashed or ran out of time in two periods of 5 minutes.`,
    runbook: 'A worker crashes',
  })),
  ...registered.workers.flatMap(({ worker }) =>
    'stream' in worker
      ? [
          {
            name: `${worker.id}-lags`,
            metric: measures.function(WORKERS, worker.id, 'IteratorAge', 'Maximum'),
            threshold: LAGS_MS,
            description: `The worker ${worker.id} lags more than 5 minutes behind the table's stream.`,
            runbook: 'A stream lags',
          },
        ]
      : [],
  ),
  {
    name: 'functions-throttled',
    metric: measures.allFunctions('Throttles'),
    threshold: 10,
    periods: 2,
    description: 'Lambda throttled more than 10 invocations in 5 minutes, twice in a row.',
    runbook: 'Functions are throttled',
  },
  {
    name: 'concurrency-used',
    metric: measures.concurrencyUsed(),
    threshold: 80,
    description: "More than 80 % of the account's concurrent executions are in use.",
    runbook: 'Functions are throttled',
  },
  {
    name: 'work-broken',
    metric: measures.own('Broken'),
    threshold: 2,
    description: 'In 5 minutes more than 2 records became FAILED for a reason other than their files.',
    runbook: 'Records fail',
  },
  {
    name: 'events-unreadable',
    metric: measures.own('UnreadableEvents'),
    threshold: 0,
    description: 'An event cannot be read and waits in the outbox of its organization.',
    runbook: 'Events cannot be read',
  },
  ...THROTTLING.map((service) => ({
    name: `${service.toLowerCase()}-throttles`,
    metric: measures.own('Throttled', { Service: service }),
    threshold: 50,
    periods: 3,
    description: `${service} throttled more than 50 calls per 5 minutes for 15 minutes.`,
    runbook: 'Throttled calls',
  })),
  ...(sendsMail ? mailAlarms(measures) : []),
];

/** SES reviews an account from 5 % bounces or 0.1 % complaints, and suspends it at 10 % and 0.5 %. */
const mailAlarms = (measures: Measures): WatchedMetric[] => [
  {
    name: 'mail-bounces',
    metric: measures.reputation('BounceRate'),
    threshold: 0.04,
    description: 'More than 4 % of the mails bounced; from 5 % on SES reviews the account.',
    runbook: 'Mails bounce',
  },
  {
    name: 'mail-complaints',
    metric: measures.reputation('ComplaintRate'),
    threshold: 0.0008,
    description: 'More than 0.08 % of the mails led to complaints; from 0.1 % on SES reviews the account.',
    runbook: 'Mails bounce',
  },
];

/** Returns the anchor of a heading in rendered Markdown. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
