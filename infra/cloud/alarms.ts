import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { deadLetterName, queueNames, queues } from '../../shared/queue/queues.ts';
import { API_FAULTS, errorsOf, faultsOf } from './alarm-names.ts';
import type { Measures } from './measures.ts';
import { groupOf, type Registered } from './registered.ts';
import { WORKERS } from './workers-stack.ts';

/** One alarm: it tells when the metric is over the threshold. */
export interface Watch {
  /** Below the stage's prefix. */
  name: string;
  metric: IMetric;
  threshold: number;
  /** Periods in a row that must be over the threshold; 1 where not given. */
  periods?: number;
  description: string;
  /** The heading of `runbook.md` that says what to do. */
  runbook: string;
}

/** Services of AWS whose refusals are worth a night's sleep: nothing goes on without them. */
const THROTTLING = ['DynamoDB', 'Bedrock', 'Textract'] as const;

/** Milliseconds that a stream may be read behind; it forgets its records after a day. */
const LAGS_MS = 300_000;

/** Deliveries that a message may wait for: a queue whose oldest one is older does not keep up. */
const WAITS = 2;

/** Workers with dead letters of their own: those of no queue. */
const withOwnOf = ({ workers }: Registered): string[] =>
  workers.flatMap(({ worker }) => ('queue' in worker ? [] : [worker.id]));

/** Every dead-letter queue, by its name below the prefix. */
export const deadLettersOf = (registered: Registered): string[] =>
  [...queueNames, ...withOwnOf(registered)].map(deadLetterName);

/** Every alarm of a stage, from the registries and queues: what users feel first, then what they will feel. */
export const alarmsOf = (registered: Registered, measures: Measures, sendsMail: boolean): Watch[] => [
  {
    name: API_FAULTS,
    metric: measures.faultRate(),
    threshold: 1,
    description: 'More than 1 % of the requests of 5 minutes, and more than 5 of them, were answered 5xx.',
    runbook: 'Answers with 5xx',
  },
  {
    name: 'api-latency',
    metric: measures.api('Latency', 'p99'),
    threshold: 3000,
    periods: 3,
    description: 'One request in a hundred took more than 3 s for 15 minutes.',
    runbook: 'Slow answers',
  },
  ...[...new Set(registered.operations.map(groupOf))].map((group) => ({
    name: faultsOf(group),
    metric: measures.own('Faults', { Group: group }),
    threshold: 5,
    description: `Operations of ${group} answered more than 5 requests with 5xx in 5 minutes.`,
    runbook: 'Answers with 5xx',
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
            description: `The worker ${worker.id} has read the table's stream no further than 5 minutes ago.`,
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
    description: 'Lambda turned away more than 10 invocations in 5 minutes, twice in a row.',
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
    description: 'In 5 minutes more than 2 records ended FAILED for a reason that is no fault of their files.',
    runbook: 'Records fail',
  },
  ...THROTTLING.map((service) => ({
    name: `${service.toLowerCase()}-throttles`,
    metric: measures.own('Throttled', { Service: service }),
    threshold: 50,
    periods: 3,
    description: `${service} turned calls away for 15 minutes, more than 50 in each 5.`,
    runbook: 'Throttled calls',
  })),
  ...(sendsMail ? mailAlarms(measures) : []),
];

/** SES looks into an account from 5 % bounces and 0.1 % complaints on, and stops it at twice and five times as many. */
const mailAlarms = (measures: Measures): Watch[] => [
  {
    name: 'mail-bounces',
    metric: measures.reputation('BounceRate'),
    threshold: 0.04,
    description: 'More than 4 % of the mails bounced; from 5 % on SES looks into the account.',
    runbook: 'Mails bounce',
  },
  {
    name: 'mail-complaints',
    metric: measures.reputation('ComplaintRate'),
    threshold: 0.0008,
    description: 'More than 0.08 % of the mails drew complaints; from 0.1 % on SES looks into the account.',
    runbook: 'Mails bounce',
  },
];

/** The place of a section on a page that is made from Markdown. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
