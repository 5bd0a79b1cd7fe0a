import { operations } from '../../../functions/registry.ts';
import { workers } from '../../../functions/workers/registry.ts';
import { alarmsOf } from '../../../infra/cloud/alarms.ts';
import { Measures } from '../../../infra/cloud/measures.ts';
import { queueWorkersOf } from '../../../infra/cloud/registered.ts';
import { parseSettings } from '../../../infra/cloud/settings.ts';
import { PRICES } from './prices.ts';

/** Number of long polls that Lambda keeps open at an empty queue, and seconds that each one waits. */
const POLLERS = 5;
const POLL_SECONDS = 20;
const MONTH_SECONDS = 30 * 24 * 3600;

/** A resource that a stage pays for each month whether or not it is used. */
export interface IdleRow {
  what: string;
  count: number;
  dollars: number;
}

/**
 * The monthly cost of an unused stage, without the runs of scheduled workers.
 * @param given as on the command line, with `stage`
 */
export const idleOf = (given: Record<string, string>): IdleRow[] => {
  const settings = parseSettings(given);
  const sendsMail = settings.mailSender !== undefined;
  // An alarm is billed by the metrics that it evaluates.
  const metricsOf = (metric: { toMetricConfig(): { mathExpression?: { usingMetrics: object } } }) =>
    Object.keys(metric.toMetricConfig().mathExpression?.usingMetrics ?? { one: 1 }).length;
  const watched = settings.alarms
    ? alarmsOf({ operations, workers }, new Measures(settings, 'api'), sendsMail).reduce(
        (sum, { metric }) => sum + metricsOf(metric),
        0,
      )
    : 0;
  const functions = operations.length + workers.length + 1;
  const row = (what: string, count: number, price: number): IdleRow => ({ what, count, dollars: count * price });
  const polls = queueWorkersOf(workers).length * POLLERS * (MONTH_SECONDS / POLL_SECONDS);
  return [
    row('metrics of alarms that notify', watched, PRICES.alarmMetric),
    // The worker's errors and the failures that it counts.
    row('metrics of alarms that roll a version back', settings.canary ? 2 * functions : 0, PRICES.alarmMetric),
    // Records and files; secrets; alarms; delivery events of mails.
    row('keys', 2 + (settings.alarms ? 1 : 0) + (sendsMail ? 1 : 0), PRICES.key),
    row('dashboards', 1, PRICES.dashboard),
    row('polls of empty queues', polls, PRICES.sqsRequest),
  ];
};
