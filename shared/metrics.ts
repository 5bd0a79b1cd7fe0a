import { environment } from './environment.ts';

/** The CloudWatch namespace of the service's metrics. */
export const NAMESPACE = 'ConstructionDocuments';

/**
 * Every metric that functions write, with the sets of dimensions by which CloudWatch aggregates it; the stage comes
 * first in each. Alarms and the dashboard are generated from these names.
 */
export const METRICS = {
  /** Requests with a 5xx response, by the operation's group. */
  Faults: [[], ['Group']],
  /** Requests with an unexpected 500, by function version; they trigger the rollback of a deployment. */
  Unexpected: [['Function', 'Version']],
  /** Records whose work failed, by type of record and code of the reason. */
  Failed: [[], ['Work', 'Reason']],
  /** Records whose work failed for a reason of the service itself, whatever the file: see `OWN_REASONS`. */
  Broken: [[], ['Work']],
  /** Waiting events that cannot be read, counted whenever an outbox is read. */
  UnreadableEvents: [[]],
  /** Title blocks that the vision model was asked to read, by outcome. */
  Opinions: [[], ['Outcome']],
  /** Calls throttled by an AWS service, counting each attempt. */
  Throttled: [['Service']],
} as const satisfies Record<string, readonly (readonly string[])[]>;

export type MetricName = keyof typeof METRICS;
type DimensionsOf<M extends MetricName> = Record<(typeof METRICS)[M][number][number], string>;

/** Reasons of failed work that no caller can correct. */
const OWN_REASONS: ReadonlySet<string> = new Set(['internal', 'interrupted', 'missing']);

/**
 * Counts one event with a line on standard output in CloudWatch's embedded metric format, which becomes a metric
 * without an API call. Nothing is written without a stage, as on one machine.
 */
export const count = <M extends MetricName>(name: M, dimensions: DimensionsOf<M>): void => {
  const { STAGE: Stage } = environment();
  if (Stage === undefined) return;
  const sets = METRICS[name].map((set) => ['Stage', ...set]);
  const definition = { Namespace: NAMESPACE, Dimensions: sets, Metrics: [{ Name: name, Unit: 'Count' }] };
  const line = { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [definition] }, Stage, ...dimensions, [name]: 1 };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/**
 * Counts a 5xx response. A 500 is also counted for the function's version; 502 to 504 are not, since their cause is
 * elsewhere.
 */
export const countFault = (status: number): void => {
  const { GROUP: Group = 'none', AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_VERSION } = environment();
  count('Faults', { Group });
  if (status !== 500 || AWS_LAMBDA_FUNCTION_NAME === undefined || AWS_LAMBDA_FUNCTION_VERSION === undefined) return;
  count('Unexpected', { Function: AWS_LAMBDA_FUNCTION_NAME, Version: AWS_LAMBDA_FUNCTION_VERSION });
};

/** Statuses of failed work: of documents, comparisons and reports, and of mails. */
const ENDED_BADLY = /^(failed|bounced|complained)$/i;

/**
 * Counts a record that enters a status of failed work; ignores other statuses.
 * @param work the name of the type of record
 * @param code the code in its `error_detail`
 */
export const countEnding = (work: string, status: string, code: unknown): void => {
  if (!ENDED_BADLY.test(status)) return;
  const Reason = typeof code === 'string' ? code : status.toLowerCase();
  count('Failed', { Work: work, Reason });
  if (OWN_REASONS.has(Reason)) count('Broken', { Work: work });
};
