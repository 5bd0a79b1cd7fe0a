import { Dashboard, GraphWidget, type IMetric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { queueNames } from '../../shared/queue/queues.ts';
import { deadLettersOf } from './alarms.ts';
import type { Measures } from './measures.ts';
import { type Registered, stackGroupOf } from './registered.ts';
import { prefixOf, type Settings } from './settings.ts';
import { WORKERS } from './workers-stack.ts';

const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, width: 12, height: 6, liveData: true });

/** Adds a dashboard with an overview of the stage: effects on users, backlogs, failures, and each group. */
export const addDashboard = (
  scope: Construct,
  settings: Settings,
  registered: Registered,
  measures: Measures,
): void => {
  const { operations, workers } = registered;
  const queue = (metricName: string) =>
    queueNames.map((name) => measures.queue(name, metricName).with({ label: name }));
  const worker = (metricName: string, statistic: string) =>
    workers.map(({ worker: { id } }) => measures.function(WORKERS, id, metricName, statistic).with({ label: id }));
  const latencies = ['p50', 'p95', 'p99'].map((label) => measures.api('Latency', label).with({ label }));
  const rows: GraphWidget[][] = [
    [
      graph('Requests', [measures.api('Count', 'Sum')], [measures.api('4xx', 'Sum'), measures.api('5xx', 'Sum')]),
      graph('Latency, ms', latencies, [measures.faultRate()]),
    ],
    [
      graph('Messages waiting', queue('ApproximateNumberOfMessagesVisible')),
      graph('Age of the oldest message, s', queue('ApproximateAgeOfOldestMessage')),
    ],
    [
      graph(
        'Dead letters',
        deadLettersOf(registered).map((name) =>
          measures.queue(name, 'ApproximateNumberOfMessagesVisible').with({ label: name }),
        ),
      ),
      graph('Failed records, by reason', [measures.every('Failed', ['Reason', 'Work'])]),
    ],
    [
      graph('Throttled calls, by service', [measures.every('Throttled', ['Service'])]),
      graph('Throttled functions', [measures.everyFunction('Throttles', 'Sum')], [measures.concurrencyUsed()]),
    ],
    [
      graph(
        'Stream lag, ms',
        workers.flatMap(({ worker }) =>
          'stream' in worker
            ? [measures.function(WORKERS, worker.id, 'IteratorAge', 'Maximum').with({ label: worker.id })]
            : [],
        ),
      ),
    ],
    [graph('Workers, p95 ms', worker('Duration', 'p95')), graph('Worker errors', worker('Errors', 'Sum'))],
    ...Object.entries(Object.groupBy(operations, stackGroupOf)).map(([group, members]) => {
      const metrics = (metricName: string, statistic: string) =>
        members!.map(({ operation: { id } }) =>
          measures.function(group, id, metricName, statistic).with({ label: id }),
        );
      return [
        graph(`${group}: p95 ms`, metrics('Duration', 'p95')),
        graph(`${group}: errors`, metrics('Errors', 'Sum'), [measures.own('Faults', { Group: group })]),
      ];
    }),
  ];
  const dashboard = new Dashboard(scope, 'Dashboard', { dashboardName: prefixOf(settings) });
  const title = `# Construction documents, ${settings.stage}`;
  dashboard.addWidgets(new TextWidget({ markdown: title, width: 24, height: 1 }));
  for (const row of rows) dashboard.addWidgets(...row);
};
