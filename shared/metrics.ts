import { environment } from './environment.ts';

/** Where the service's own metrics stand in CloudWatch. */
export const NAMESPACE = 'ConstructionDocuments';

/**
 * Every metric that functions write, with the sets of dimensions by which CloudWatch adds its values up; the stage
 * comes first in each. Alarms and dashboard are made from these names.
 */
export const METRICS = {
  /** Requests answered with a 5xx status, by the group of the operation. */
  Faults: [[], ['Group']],
  /** Requests that a version of a function answered with an unexpected 500; a rollout is rolled back by them. */
  Unexpected: [['Function', 'Version']],
  /** Records whose work ended badly: the type of record, and the code of the reason. */
  Failed: [[], ['Work', 'Reason']],
  /** Records whose work the service itself could not end, whatever the file: see `OWN_REASONS`. */
  Broken: [[], ['Work']],
  /** Calls that a service of AWS turned away because there were too many, each attempt counted. */
  Throttled: [['Service']],
} as const satisfies Record<string, readonly (readonly string[])[]>;

export type MetricName = keyof typeof METRICS;
type DimensionsOf<M extends MetricName> = Record<(typeof METRICS)[M][number][number], string>;

/** Reasons of failed work that no caller can put right. */
const OWN_REASONS: ReadonlySet<string> = new Set(['internal', 'interrupted', 'missing']);

/**
 * Counts one event: a line of standard output in CloudWatch's embedded metric format, which becomes a metric without a
 * call. Functions write it where their stack says which stage they are of; nothing is written on one machine.
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
 * Counts an answer with a 5xx status. A 500 is counted for the function's version too; 502 to 504 are not, which others
 * caused.
 */
export const countFault = (status: number): void => {
  const { GROUP: Group = 'none', AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_VERSION } = environment();
  count('Faults', { Group });
  if (status !== 500 || AWS_LAMBDA_FUNCTION_NAME === undefined || AWS_LAMBDA_FUNCTION_VERSION === undefined) return;
  count('Unexpected', { Function: AWS_LAMBDA_FUNCTION_NAME, Version: AWS_LAMBDA_FUNCTION_VERSION });
};

/** States in which work has ended badly: of documents, comparisons and reports, and of mails. */
const ENDED_BADLY = /^(failed|bounced|complained)$/i;

/**
 * Counts a record that came into a state in which its work has ended badly, and nothing for any other state.
 *
 * @param work the name of its type of record
 * @param code what its `error_detail` says
 */
export const countEnding = (work: string, status: string, code: unknown): void => {
  if (!ENDED_BADLY.test(status)) return;
  const Reason = typeof code === 'string' ? code : status.toLowerCase();
  count('Failed', { Work: work, Reason });
  if (OWN_REASONS.has(Reason)) count('Broken', { Work: work });
};
